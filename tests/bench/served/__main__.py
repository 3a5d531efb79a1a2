"""`make bench ARGS=served`: starts the site and a minimal one, and compares them."""

import os
import signal
import sys

from tests.bench.served.processes import Processes, environment


def main(names: list[str]) -> None:
    """Measure the named parts, or all but `peers`."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that processes and database are removed
    with environment() as environ, Processes(environ) as processes:
        os.environ.update(environ)
        processes.manage("migrate", "--noinput")
        processes.manage("collectstatic", "--noinput")
        import django

        django.setup()
        from tests.bench.served.cost import cost
        from tests.bench.served.parts import PARTS, Stage
        from tests.bench.served.peers import peers
        from tests.bench.served.spread import spread
        from tests.bench.served.watchers import watchers

        PARTS.update(cost=cost, watchers=watchers, spread=spread)
        named = {**PARTS, "peers": peers}  # which needs npm, so only by its name

        stage = Stage(processes)
        for name in names or PARTS:
            for row in named[name](stage):
                print("".join(row), flush=True)
        from django.db import connections

        connections.close_all()


if __name__ == "__main__":
    main(sys.argv[1:])
