"""`make bench`: the speed of the engine and the site, as ratios measured together in one run.

ARGS="engine" or ARGS="site" runs one part. ARGS="served cost" starts processes with PostgreSQL and Redis, and takes
minutes. ARGS="bots" measures the strength of the bots, and takes hours; add games and titles to limit it: ARGS="bots 40
nautilus". Compare numbers only within one run, not between machines.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def main(parts: list[str]) -> None:
    """Run the given parts, by default engine and site, and print a table for each."""
    chosen = parts or ["engine", "site"]
    if chosen != ["served", "cost"] and chosen[0] != "bots" and set(chosen) - {"engine", "site"}:
        sys.exit(f"Expected engine, site, served cost or bots, but got {' '.join(chosen)}")
    if chosen[0] == "served":  # in a separate process, because it needs the settings of a public site
        os.environ.pop("DJANGO_SETTINGS_MODULE")
        served = [sys.executable, "-m", "tools.bench.served"]
        sys.exit(subprocess.run(served, check=False).returncode)
    if chosen[0] == "bots":
        from tools.bench.bots import rows as bot_rows

        _print("Bots: players measured against each other", bot_rows(chosen[1:]))
        return
    if "engine" in chosen:
        from tools.bench.engine import rows as engine_rows

        _print("Engine: random play on one core", engine_rows())
    if "site" in chosen:
        from tools.bench.site import rows as site_rows

        _print("Site: one process, one client, through the whole request", site_rows())


def _print(heading: str, rows: Iterator[tuple[str, ...]]) -> None:
    print(f"\n{heading}", flush=True)
    for name, *values in rows:
        print(f"  {name:<52}" + "".join(f"{value:>20}" for value in values), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
