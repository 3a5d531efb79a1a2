"""Rules changes during running games: tables are stopped, resumed, or upgraded if all their seats agree."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.days.deadlines import hold_settle, stop
from games.engine.codec import dump_state, load_json
from games.engine.contract import EngineError, Event
from games.errors import NotPossible
from games.models import MoveRecord, Table
from games.tables.commit import commit
from games.tables.past import KEPT_EVERY
from games.tables.plies import write_note
from games.tables.prompts import seats_ask
from games.tables.table_rules import can_upgrade, is_playable, use_rules
from games.tables.unit_of_work import UnitOfWork, begin_work, lock_table
from games.titles import TITLES


@transaction.atomic
def rules_settle(table_id: int) -> bool:
    """Stop a running table whose rules are missing, or resume one whose rules are back; returns whether it did."""
    table, seats = lock_table(table_id)
    if not table.is_running:
        return False
    was_held = table.is_held
    work = begin_work(table, seats)
    if not is_playable(table):
        stop(work)
    elif was_held:
        hold_settle(work)
        if not table.is_held:
            write_note(work, Event("rules-back", {}))
        commit(work)
    return table.is_held != was_held


def upgraded(table: Table) -> Any:
    """The table's state converted to its title's current rules. Raises NotPossible."""
    if not can_upgrade(table):
        raise NotPossible(
            _("The present rules of this title cannot take over a game that began as this one did.")
        )
    try:
        return TITLES[table.title].upgrades[table.rules_version](load_json(table.state))
    except EngineError as error:
        raise NotPossible(_("The present rules cannot take over the game as it stands now.")) from error


def upgrade(work: UnitOfWork) -> None:
    """Continue with the title's current rules; the caller commits. Raises NotPossible.

    Earlier plies can no longer be taken back.
    """
    table, state = work.table, upgraded(work.table)
    MoveRecord.objects.filter(table=table, undoable=True).update(undoable=False)
    work.game, work.state = TITLES[table.title], state
    use_rules(table, work.game)
    table.state, table.since_kept = dump_state(state), KEPT_EVERY  # so that the next ply stores the state
    offered = {order.name: order.values for order in work.game.orders}
    for seat in work.seats:
        seat.orders = {name: value for name, value in seat.orders.items() if value in offered.get(name, ())}
    if table.is_held:
        hold_settle(work)
    seats_ask(work)
