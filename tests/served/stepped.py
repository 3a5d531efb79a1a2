"""Run a program with a wrong clock: `python -m tests.served.stepped FILE PROGRAM ARGUMENTS...`.

FILE has the clock's error in seconds; it can be rewritten at any time. Only the time of day is wrong:
`time.monotonic` and `time.sleep` are not affected, as after a step of the system's clock.
"""

import sys
import threading
import time
from importlib.metadata import entry_points
from pathlib import Path

import time_machine

LOOK_SECONDS = 0.05


def main() -> None:
    offset, program = Path(sys.argv[1]), sys.argv[2]
    sys.argv = sys.argv[2:]
    threading.Thread(target=_follow, args=(offset,), daemon=True).start()
    (script,) = entry_points(group="console_scripts", name=program)
    sys.exit(script.load()())


def _follow(file: Path) -> None:
    traveller, wrong = None, 0.0
    while True:
        now_wrong = float(file.read_text())
        if now_wrong != wrong:
            if traveller is not None:
                traveller.stop()
            wrong, traveller = now_wrong, time_machine.travel(time.time() + now_wrong, tick=True)
            traveller.start()
        time.sleep(LOOK_SECONDS)


if __name__ == "__main__":
    main()
