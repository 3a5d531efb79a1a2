"""`python -m games.engine`: reads one JSON object per line from standard input and writes one answer per line.

Arguments are packages with further titles, besides `games.titles`.
"""

import sys
import time
import traceback
from typing import Any

import msgspec

from games.engine.protocol import Session
from games.titles import TITLES


def main() -> None:
    """Answer every line until the input ends."""
    for package in sys.argv[1:]:
        TITLES.add(package)
    session = Session(TITLES, time.monotonic)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(_answer(session, line)) + b"\n")
        sys.stdout.buffer.flush()


def _answer(session: Session, line: bytes) -> dict[str, Any]:
    try:
        return session.answer(line)
    except Exception as error:  # a defect of the rules: it is reported, and the game stays as it was
        traceback.print_exc()
        return {"error": {"code": "internal", "message": f"{type(error).__name__}: {error}"}}


if __name__ == "__main__":
    main()
