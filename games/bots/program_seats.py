"""Plays the seats of an external program: finds them in the database and answers them one by one."""

import logging
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.bots.crew import PROGRAM
from games.bots.programs import Program, ProgramError, question_for
from games.engine.codec import dump_move
from games.engine.contract import Illegal
from games.engine.search import view_of
from games.errors import RulesMissing, TableError
from games.models import Seat, Table
from games.tables.play import move_play
from games.tables.position import Position, position_of

__all__ = ["TRIES", "program_bot", "program_here", "program_play"]

log = logging.getLogger(__name__)

TRIES = 3  # per question, before the default move is played


def program_bot(name: str) -> User:
    """The bot user for a program's name; created if necessary."""
    columns = {"kind": User.Kind.BOT, "level": PROGRAM, "display_name": name, "mail_turns": False}
    bot, is_new = User.objects.get_or_create(username=f"bot:program-{name.lower()}", defaults=columns)
    if is_new:
        bot.set_unusable_password()
        bot.save(update_fields=["password"])
    return bot


def program_here(bot: User) -> None:
    """Record that the program is running, so that hosts can seat it (`crew.programs`)."""
    now = timezone.now()
    if bot.last_login is None or now - bot.last_login > timedelta(seconds=30):
        bot.last_login = now
        bot.save(update_fields=["last_login"])


def program_play(bot: User, program: Program, ms: int) -> int:
    """Answer all of the bot's open questions, each within `ms`; returns the number of moves made."""
    asked = Seat.objects.filter(
        user=bot, is_awaited=True, is_kept=False, table__is_held=False, table__status=Table.Status.RUNNING
    )
    tables = list(asked.order_by("awaited_since").values_list("table_id", flat=True)[:100])
    return sum(_play(bot, Table.objects.get(pk=table_id), program, ms) for table_id in tables)


def _play(bot: User, table: Table, program: Program, ms: int) -> bool:
    try:
        position = position_of(table)
    except RulesMissing:
        return False
    number = next((seat.number for seat in position.seats if seat.user_id == bot.pk), None)
    if number is None or number not in position.game.to_act(position.state):
        return False
    for _ in range(TRIES):
        try:
            move_play(bot, table.pk, move=_asked(position, number, program, ms), expected_ply=table.ply)
        except ProgramError as error:
            log.warning("%s", error)
        except TableError as error:
            if error.status == 409:  # the table has changed meanwhile
                return False
            log.warning("%s made no legal move at table %s: %s", bot.username, table.pk, error.code)
            program.stop()
        else:
            return True
    return _play_safe(bot, position, number)


def _asked(position: Position, number: int, program: Program, ms: int) -> str:
    view = view_of(position.game, position.state, number)
    return program.ask(question_for(position.table.title, view, ms), ms / 1000)


def _play_safe(bot: User, position: Position, number: int) -> bool:
    move = position.game.default_move(position.state, number)
    try:
        move_play(bot, position.table.pk, move=dump_move(move), expected_ply=position.table.ply)
    except (TableError, Illegal):
        return False
    return True
