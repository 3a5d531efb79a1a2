"""`python -m games.engine`: read one JSON object per line from standard input and write one answer per line.

Each argument is a package with more titles, besides those in `games.titles`.

`python -m games.engine replay FILE` replays the export of a finished game by the rules (`docs/export.md`) and reports
whether they agree; its exit code is 1 if they do not, and 2 for a file that cannot be read.
"""

import sys
import time
import traceback
from pathlib import Path
from typing import Any

import msgspec

from games.engine.contract import EngineError
from games.engine.exported import replay_export
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
    failed = 0
    try:
        for holds, said in replay_export(Path(arguments[0]).read_bytes(), TITLES):
            failed += not holds
            print(f"{'ok' if holds else 'FAILED':6}  {said}")
    except (IndexError, OSError, ValueError, EngineError) as error:
        print(f"Can't replay this file: {error}", file=sys.stderr)
        return 2
    print(f"\nFailed checks: {failed}." if failed else "\nAll checks passed.")
    return 1 if failed else 0


def _answer(session: Session, line: bytes) -> dict[str, Any]:
    try:
        return session.answer(line)
    except Exception as error:  # a bug in the rules: report it, and leave the game as it was
        traceback.print_exc()
        return {"error": {"code": "internal", "message": f"{type(error).__name__}: {error}"}}


if __name__ == "__main__":
    main()
