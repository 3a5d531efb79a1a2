"""Programs from outside that play: one JSON object a line to their standard input, a move a line from their output.

A program gets no environment of the site, little memory and no large files, and gives way to others. It is started anew
when it ends, says nothing in time, or says what is no move. `docs/bots.md` tells authors what it gets and answers.
"""

import json
import os
import resource
import select
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import Any, Self

from games.engine.codec import dump
from games.engine.search import View

__all__ = ["Program", "ProgramError", "question_for"]

NICENESS = 10
LONGEST = 100_000  # bytes of an answer
FILES = 16_000_000  # bytes that it may write into one file


class ProgramError(Exception):
    """The program gave no answer that could be understood."""


def question_for(title: str, view: View[Any, Any], ms: int) -> dict[str, Any]:
    """What a program gets: the names are those of the protocol. `legal` is empty where a title lists no moves."""
    return {
        "title": title, "seat": view.seat, "observation": dump(view.observation), "legal": dump(view.moves),
        "default": dump(view.default), "ms": ms,
    }  # fmt: skip


class Program:
    """One program, started when it is first asked, and ended with the `with` block that has it."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        """`memory` is in bytes; the command's first word is looked for on the PATH."""
        self._command, self._memory = list(command), memory
        self._folder = tempfile.TemporaryDirectory(prefix="captain-bot-")
        self._running: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._folder.cleanup()

    def ask(self, question: dict[str, Any], seconds: float) -> str:
        """The program's move as JSON, for one question. Raises ProgramError, and then starts it anew next time."""
        try:
            return self._answer(question, seconds)
        except (OSError, ValueError, KeyError, TypeError, ProgramError) as error:
            self.stop()
            raise ProgramError(f"{self._command[0]}: {error!r}") from error

    def stop(self) -> None:
        """End the program, whatever it does."""
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
            self._running = None

    def _answer(self, question: dict[str, Any], seconds: float) -> str:
        running = self._started()
        assert running.stdin is not None and running.stdout is not None  # noqa: S101  # for type checkers
        running.stdin.write(json.dumps(question).encode() + b"\n")
        running.stdin.flush()
        return json.dumps(json.loads(_line(running.stdout.fileno(), seconds))["move"])

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._running is None or self._running.poll() is not None:
            self.stop()
            self._running = subprocess.Popen(  # noqa: S603  # whoever runs the site has given the command
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
    """One line that comes within so many seconds. Raises ProgramError."""
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
