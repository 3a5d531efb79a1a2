"""`make bench ARGS="served cost"`: starts the site as real processes and measures them."""

import os
import signal
import sys

from tools.bench.served.processes import Processes, environment


def main() -> None:
    """Measure the cost of a move."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that processes and database are removed
    with environment() as environ, Processes(environ) as processes:
        os.environ.update(environ)
        processes.manage("migrate", "--noinput")
        processes.manage("collectstatic", "--noinput")
        import django

        django.setup()
        from tools.bench.served.cost import cost

        for row in cost(processes):
            print("".join(row), flush=True)
        from django.db import connections

        connections.close_all()


if __name__ == "__main__":
    main()
