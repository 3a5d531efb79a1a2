"""Tables dealt with a given key: golden playthroughs, and games whose end a test must know."""

from pathlib import Path

from django.db import transaction

from accounts.models import User
from games.engine.chance import SETUP, Recorded
from games.engine.play import setup
from games.engine.playthrough import parse
from games.models import MoveRecord, Notice, Table
from games.tables import play
from games.tables.commit import commit
from games.tables.plies import write_setup
from games.tables.unit_of_work import lock_table
from games.titles import TITLES
from tests.conftest import person
from tests.play import running_table

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
NAMES = ("Anne", "Benno", "Clara", "Dirk", "Erna", "Fritz", "Greta", "Hans")


def deal_by(table: Table, key: bytes) -> Table:
    """Deal a table that has just started again, with a key that the site didn't make, such as that of a
    golden playthrough. Otherwise it is a normal table with its log and chain, but verify.py refuses its key.
    """
    MoveRecord.objects.filter(table=table).delete()
    Notice.objects.filter(table=table).delete()
    with transaction.atomic():
        table, seats = lock_table(table.pk)
        game = TITLES[table.title]
        chance, table.key = Recorded(key, SETUP), key
        table.ply, table.head, table.stream = 0, None, 0
        step = setup(game, len(seats), table.options, chance)
        commit(write_setup(table, seats, game, step, chance))
    return table


def played(name: str, until: int | None = None) -> tuple[Table, list[User]]:
    """Return the table of a golden playthrough such as "captivate/left", played by the services, and its players.

    They play the entries before `until`, as in a slice.
    """
    script = parse((PLAYTHROUGHS / f"{name}.txt").read_text())
    people = [person(f"p{seat}", display_name=NAMES[seat]) for seat in range(script.seats)]
    table = deal_by(running_table(*people, title=script.title, options=dict(script.options)), script.seed)
    for entry in script.entries[:until]:
        ply = Table.objects.get(pk=table.pk).ply
        if entry.kind == "leave":
            play.seat_resign(people[entry.seat or 0], table.pk, expected_ply=ply)
        elif entry.ply >= ply:  # a forced move may have been played already
            play.move_play(people[entry.seat or 0], table.pk, move=entry.move, expected_ply=ply)
    return Table.objects.get(pk=table.pk), people
