"""`python -m games.engine`: read one JSON object per line from standard input and write one answer per line.

Each argument is a package with more titles, besides those in `games.titles`.

`python -m games.engine replay FILE [FORMER...]` replays the export of a game by the rules (`docs/export.md`). Its first
line says whether it holds, and its exit code is 0 if it does, 1 if it does not, and 2 if that cannot be checked.
"""

import sys
import time
import traceback
from typing import Any

import msgspec

from games.engine.exported import BROKEN, HOLDS, UNKNOWN, read_export, replay_export
from games.engine.protocol import Session
from games.titles import TITLES


def main() -> None:
    """Replay an export, or answer every line until the input ends."""
    if sys.argv[1:2] == ["replay"]:
        sys.exit(_replay(sys.argv[2:]))
    for package in sys.argv[1:]:
        TITLES.add(package)
    session = Session(TITLES, time.monotonic)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(_answer(session, line)) + b"\n")
        sys.stdout.buffer.flush()


def _replay(arguments: list[str]) -> int:
    try:
        game, *others = map(read_export, arguments)
        result, why, found = replay_export(game, TITLES, others)
    except (OSError, ValueError, RecursionError) as error:
        result, why, found = UNKNOWN, f"it can't be read: {error}", []
    print(f"{result}: {why}")
    for holds, said in found:
        print(f"{'open' if holds is None else 'ok' if holds else 'FAILED':6}  {said}")
    return {HOLDS: 0, BROKEN: 1, UNKNOWN: 2}[result]


def _answer(session: Session, line: bytes) -> dict[str, Any]:
    try:
        return session.answer(line)
    except Exception as error:  # a bug in the rules: report it, and leave the game as it was
        traceback.print_exc()
        return {"error": {"code": "internal", "message": f"{type(error).__name__}: {error}"}}


if __name__ == "__main__":
    main()
