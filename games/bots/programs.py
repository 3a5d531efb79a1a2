"""External programs that play: they read one JSON object per line and write one move per line.

A program gets none of the site's environment, little memory, no large files and a low priority. It is restarted
when it ends, is late or answers with anything but a move. `docs/bots.md` describes the protocol for authors.
"""

import json
import logging
import os
import resource
import select
import subprocess
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Self

from django.utils import timezone

from accounts.models import User
from games.bots.seating import PROGRAM, bot_user
from games.bots.thinking import answer_time, thought_save
from games.engine.codec import dump, dump_move, load_move
from games.engine.contract import Malformed
from games.engine.search import View, view_of
from games.errors import TableError
from games.models import Seat, Table
from games.tables.play import move_play
from games.tables.unit_of_work import Position, position_of

NICENESS = 10
LONGEST = 100_000  # bytes per answer
FILES = 16_000_000  # bytes per file written by the program


class ProgramError(Exception):
    """The program didn't send a valid answer."""


def question_for(title: str, view: View[Any, Any], ms: int) -> dict[str, Any]:
    """The question sent to a program, with the protocol's names. `legal` is empty if the title lists no moves."""
    return {
        "title": title, "seat": view.seat, "observation": dump(view.observation), "legal": dump(view.moves),
        "default": dump(view.default), "ms": ms,
    }  # fmt: skip


class Program:
    """One program. The first question starts it; the end of the `with` block stops it."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        """`memory` is in bytes; the command's first word is looked up on the PATH."""
        self._command, self._memory = list(command), memory
        self._folder = tempfile.TemporaryDirectory(prefix="captain-bot-")
        self._running: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._folder.cleanup()

    def ask(self, question: dict[str, Any], seconds: float) -> str:
        """The program's move as JSON. Raises ProgramError, after which the next question restarts the program."""
        try:
            return self._answer(question, seconds)
        except (OSError, ValueError, KeyError, TypeError, ProgramError) as error:
            self.stop()
            raise ProgramError(f"{self._command[0]}: {error!r}") from error

    def stop(self) -> None:
        """Kill the program."""
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
            self._running = None

    def _answer(self, question: dict[str, Any], seconds: float) -> str:
        running = self._start_process()
        assert running.stdin is not None and running.stdout is not None  # noqa: S101  # for type checkers
        running.stdin.write(json.dumps(question).encode() + b"\n")
        running.stdin.flush()
        return json.dumps(json.loads(_line(running.stdout.fileno(), seconds))["move"])

    def _start_process(self) -> "subprocess.Popen[bytes]":
        if self._running is None or self._running.poll() is not None:
            self.stop()
            self._running = subprocess.Popen(  # noqa: S603  # the site's operator has given the command
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self._folder.name,
                env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
                preexec_fn=self._limit, start_new_session=True,  # noqa: PLW1509  # this process has one thread
            )  # fmt: skip
        return self._running

    def _limit(self) -> None:
        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (self._memory, self._memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILES, FILES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _line(file: int, seconds: float) -> bytes:
    """One line from the file within `seconds`. Raises ProgramError."""
    line, until = b"", time.monotonic() + seconds
    while not line.endswith(b"\n"):
        left = until - time.monotonic()
        if left <= 0 or not select.select([file], [], [], left)[0]:
            raise ProgramError("no answer in time")
        read = os.read(file, LONGEST)
        if not read:
            raise ProgramError("it has ended")
        line += read
        if len(line) > LONGEST or b"\n" in line[:-1]:
            raise ProgramError("more than one short line")
    return line


log = logging.getLogger(__name__)

TRIES = 3  # per question, before the default move is played


def program_bot(name: str) -> User:
    """The bot user for a program's name; created if necessary."""
    return bot_user(f"program-{name.lower()}", PROGRAM, name)


def program_seen(bot: User) -> None:
    """Record that the program is running, so that hosts can seat it (`seating.programs`)."""
    now = timezone.now()
    if bot.last_login is None or now - bot.last_login > timedelta(seconds=30):
        bot.last_login = now
        bot.save(update_fields=["last_login"])


def program_play(bot: User, program: Program, ms: int) -> int:
    """Answer the bot's open questions, each within `ms`, and make the moves that are due; returns how many it made.

    A move is due `ms` after its question: a program's speed reveals nothing about its hand (ADR 12).
    """
    seats = Seat.objects.filter(
        user=bot, is_awaited=True, is_kept=False, think_at__lte=timezone.now(),
        table__is_held=False, table__status=Table.Status.RUNNING,
    )  # fmt: skip
    due = list(seats.order_by("think_at").values_list("pk", flat=True)[:100])
    # One by one, because the program needs time for each
    found = (seats.select_related("table").filter(pk=seat).first() for seat in due)
    return sum(_play(bot, seat, program, ms) for seat in found if seat is not None)


def _play(bot: User, seat: Seat, program: Program, ms: int) -> bool:
    """Make the move that was chosen for the seat, or have the program choose one; returns whether a move was made."""
    asked = timezone.now()
    try:
        if not seat.thought:
            move = _ask_for_move(position_of(seat.table), seat.number, program, ms)
            thought_save(seat, move, answer_time(asked, ms))
            return False
        Seat.objects.filter(pk=seat.pk).update(thought="")  # if it is refused, the program is asked again
        move_play(bot, seat.table_id, move=seat.thought, expected_ply=seat.asked_ply)
    except TableError:  # the table has changed in the meantime
        return False
    return True


def _ask_for_move(position: Position, number: int, program: Program, ms: int) -> str:
    """The program's legal move, or the default move after some tries. Raises RulesMissing."""
    game, state = position.game, position.state
    question = question_for(position.table.title, view_of(game, state, number), ms)
    for _ in range(TRIES):
        try:
            move = program.ask(question, ms / 1000)
            if game.is_legal(state, number, load_move(game, move)):
                return move
            log.warning("no legal move at table %s", position.table.pk)
        except (ProgramError, Malformed) as error:
            log.warning("%s", error)
        program.stop()
    return dump_move(game.default_move(state, number))
