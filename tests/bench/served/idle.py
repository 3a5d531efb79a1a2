"""What idle sockets cost."""

import time
from collections.abc import Iterator

from tests.bench.served.cost import line
from tests.bench.served.processes import Processes, memory
from tests.bench.served.scripts import Player

IDLE = 2000


def idle(processes: Processes) -> Iterator[tuple[str, ...]]:
    """Memory of one web process before and after so many sockets were opened."""
    yield line(f"{IDLE} idle sockets in one process", "before MiB", "after MiB", "KiB each", "opened in s")
    port, pid = processes.web()
    loader = processes.loader()
    sessions = [Player(f"idle-{number}").cookies for number in range(20)] * (IDLE // 20)
    loader.order("idle", port=port, path="/ws/", sessions=sessions[:20])
    loader.order("idle", port=port, path="/ws/", sessions=[])
    before, begun = memory(pid), time.perf_counter()
    loader.order("idle", port=port, path="/ws/", sessions=sessions)
    spent = time.perf_counter() - begun
    time.sleep(3)
    after = memory(pid)
    yield line("", f"{before:.0f}", f"{after:.0f}", f"{(after - before) * 1024 / IDLE:.1f}", f"{spent:.1f}")
