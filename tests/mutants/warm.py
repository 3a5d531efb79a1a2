"""A plugin of pytest: instead of running the tests, try mutants, each in a fork of this process.

Here everything has been imported and the test database is made, so a mutant costs what its tests cost. Requests come
as lines of JSON, and so go the answers: `{"module", "source", "tests"}` and `{"end", "by"}`. The end is "noticed",
"survived", or "cold": what an import does is changed, so that a fork of this process cannot tell.
"""

import json
import mmap
import os
import shutil
import signal
import struct
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutants import database
from tests.mutants.patch import Functions, functions_below, swaps

_PASSED, _FAILED, _BROKEN = 0, 1, 3  # exit statuses of a fork
_SLOWER, _GRACE = 10, 10  # how many times the seconds of a test it may take, and seconds more


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(database, "mutants-database")  # after that of pytest-django


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer requests until there are no more."""
    read, write = (int(number) for number in os.environ["MUTANTS_PIPES"].split(","))
    with os.fdopen(read, encoding="utf-8") as requests, os.fdopen(write, "w", encoding="utf-8") as answers:
        file = _prepared(session)
        bench = _Bench(session, file, functions_below(f"{session.config.rootpath}/games/"))
        for line in requests:
            answers.write(json.dumps(bench.answer(json.loads(line))) + "\n")
            answers.flush()
    Path(file).unlink()
    return True


def _prepared(session: pytest.Session) -> str:
    """Make the test database, and load what every test would load; returns the path of the database."""
    from django.db import connections
    from django.template import engines
    from django.test.utils import setup_databases
    from django.urls import get_resolver
    from pytest_django.plugin import blocking_manager_key

    with session.config.stash[blocking_manager_key].unblock():
        setup_databases(verbosity=0, interactive=False)
        connections.close_all()
    assert get_resolver().url_patterns
    pages = engines["jinja2"].env
    for name in pages.list_templates(filter_func=lambda name: not name.startswith("django/")):
        pages.get_template(name)  # those below django/ are for its own engine
    return str(connections["default"].settings_dict["NAME"])


class _Bench:
    """Where mutants are tried."""

    def __init__(self, session: pytest.Session, database: str, functions: Functions) -> None:
        self.session, self.database, self.functions = session, database, functions
        self.items = {item.nodeid: item for item in session.items}
        self.at = mmap.mmap(-1, 4)  # shared with forks: the number of the test that runs

    def answer(self, request: dict[str, Any]) -> dict[str, str | None]:
        """How the mutant ended, and by which test."""
        path = self.session.config.rootpath / request["module"]
        before = path.read_text(encoding="utf-8")
        changes = [] if before == request["source"] else swaps(
            str(path), before, request["source"], self.functions
        )  # fmt: skip
        if changes is None:
            return {"end": "cold", "by": None}
        tests = [test for test in request["tests"] if test in self.items]
        status = self._forked(changes, {test: request["tests"][test] for test in tests})
        if status == _BROKEN:
            return {"end": "broken", "by": None}
        if status == _PASSED:
            return {"end": "survived", "by": None}
        return {"end": "noticed", "by": tests[struct.unpack("i", self.at[:4])[0]]}

    def _forked(self, changes: list[tuple[FunctionType, CodeType]], tests: dict[str, float]) -> int:
        child = os.fork()
        if child == 0:
            self._run(changes, tests)
        _, ended = os.waitpid(child, 0)
        for leftover in _group(child):
            os.killpg(leftover, signal.SIGKILL)
        return os.WEXITSTATUS(ended) if os.WIFEXITED(ended) else _FAILED

    def _run(self, changes: list[tuple[FunctionType, CodeType]], tests: dict[str, float]) -> None:
        """Run tests up to the first that fails, and end this process."""
        status = _BROKEN
        try:
            os.setsid()
            self._take_database()
            for function, code in changes:
                function.__code__ = code
            status = _FAILED if self._is_noticed(tests) else _PASSED
        finally:
            os._exit(status)

    def _take_database(self) -> None:
        from django.conf import settings
        from django.db import connections

        own = f"{self.database}.fork"
        for left in ("", "-wal", "-shm"):
            Path(own + left).unlink(missing_ok=True)
        shutil.copyfile(self.database, own)
        for known in (settings.DATABASES["default"], connections["default"].settings_dict):
            known["NAME"] = own

    def _is_noticed(self, tests: dict[str, float]) -> bool:
        ends = _Ends()
        self.session.config.pluginmanager.register(ends)
        items = [self.items[test] for test in tests]
        for number, (item, seconds) in enumerate(zip(items, tests.values(), strict=True)):
            self.at[:4] = struct.pack("i", number)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)  # whatever hangs, this ends it
            signal.setitimer(signal.ITIMER_REAL, _SLOWER * seconds + _GRACE)
            following = items[number + 1] if number + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if ends.is_red:
                return True
        return False


class _Ends:
    """Whether a test has failed."""

    is_red = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.is_red = self.is_red or report.failed


def _group(child: int) -> Iterator[int]:
    """The process group of a fork, if any of it still runs."""
    try:
        os.killpg(child, 0)
    except ProcessLookupError:
        return
    yield child
