"""`manage.py bot NAME --command "..."`: lets an external program play at the tables where hosts have seated it."""

import re
import shlex
import signal
import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from games.bots.programs import Program, program_bot, program_play, program_seen

PAUSE = 0.5  # seconds between two checks for turns
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,23}")


class Command(BaseCommand):
    """Let a program play until SIGINT or SIGTERM."""

    help = "Let a program that speaks JSON lines play wherever a host gives it a seat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the program and its limits."""
        parser.add_argument("name", help="name that players see: a letter, then letters, digits and -")
        parser.add_argument(
            "--command", required=True, help="the program with its arguments, as one quoted string"
        )
        parser.add_argument(
            "--ms", type=int, default=2000, help="time from a question to its move, in milliseconds"
        )
        parser.add_argument("--memory", type=int, default=1024, help="memory limit in megabytes")
        parser.add_argument("--once", action="store_true", help="answer and move once, then exit")

    def handle(self, *, name: str, command: str, ms: int, memory: int, once: bool, **options: Any) -> None:
        """Play until stopped."""
        if not _NAME.fullmatch(name):
            raise CommandError(f"Expected a letter and then letters, digits and -, but got {name!r}")
        words = [_absolute(word) for word in shlex.split(command)]
        if not words:
            raise CommandError("Expected a command in --command, but got none")
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        bot = program_bot(name)
        self.stdout.write(f"{bot} is ready. Give it a seat at a table")
        with suppress(KeyboardInterrupt), Program(words, memory * 1_000_000) as program:
            while True:
                program_seen(bot)
                program_play(bot, program, ms)
                if once:
                    return
                close_old_connections()
                time.sleep(PAUSE)


def _absolute(word: str) -> str:
    """The absolute path if the word is a file, because the program runs in its own folder; any other word unchanged."""
    return str(Path(word).absolute()) if Path(word).is_file() else word
