"""A plugin of pytest that notes, for each test, its seconds and the lines of games/ that it goes through.

Run below `coverage run`, which traces; each test gets a context of its own. Imports have none.
"""

import json
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

_seconds: dict[str, float] = {}
_red: set[str] = set()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    traced = coverage.Coverage.current()
    assert traced is not None, "Expected to run below `coverage run`"
    traced.switch_context(item.nodeid)
    began = time.monotonic()
    try:
        return (yield)
    finally:
        _seconds[item.nodeid] = time.monotonic() - began
        traced.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:  # a skipped one tells as little as a red one
        _red.add(report.nodeid)


def pytest_sessionfinish() -> None:
    green = {test: round(seconds, 3) for test, seconds in _seconds.items() if test not in _red}
    Path(os.environ["MUTANTS_SECONDS"]).write_text(json.dumps(green), encoding="utf-8")
