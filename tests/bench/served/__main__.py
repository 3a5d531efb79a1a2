"""`make bench ARGS=served`: starts the site as real processes, and measures them."""

import os
import signal
import sys

from tests.bench.served.processes import Processes, environment


def main(names: list[str]) -> None:
    """Measure the named parts, or all."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that processes and database are removed
    with environment() as environ, Processes(environ) as processes:
        os.environ.update(environ)
        processes.manage("migrate", "--noinput")
        processes.manage("collectstatic", "--noinput")
        import django

        django.setup()
        from tests.bench.served.cost import cost
        from tests.bench.served.idle import idle
        from tests.bench.served.watchers import watchers

        parts = {"cost": cost, "watchers": watchers, "idle": idle}
        for name in names or parts:
            for row in parts[name](processes):
                print("".join(row), flush=True)
        from django.db import connections

        connections.close_all()


if __name__ == "__main__":
    main(sys.argv[1:])
