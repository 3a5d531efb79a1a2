"""A copy of the repository, in which mutants live and die: whatever is broken off, nothing of it stays anywhere."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mutants.made import Mutant

__all__ = ["ROOT", "SELECTION", "BrokenTests", "Tree", "copied", "ended", "surroundings"]

ROOT = Path(__file__).parents[2]
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "var", "node_modules", "screenshots")
# Which tests there are, with the same examples of Hypothesis each time, none of which fails for being slow.
SELECTION = ("-n0", "--hypothesis-profile=ci", "-m", "not browser and not served and not games")
_SLOWER, _GRACE = 10, 60  # how many times the seconds of tests they may take, and seconds more for the start
_NOT_PASSED_ON = ("CONTRACT_", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "PYTEST_", "REDIS_URL")
_PASSED, _FAILED, _NONE_FOUND, _TOO_LONG = 0, 1, 5, 1000  # exit statuses of pytest, and one of our own


class BrokenTests(Exception):
    """The tests fail where nothing has been changed, so they can tell nothing about a change."""


class Tree:
    """The copy, and the tests that run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def survives(self, mutant: Mutant, tests: dict[str, float]) -> bool:
        """Whether these tests, with the seconds that they take, pass for the mutant; raises BrokenTests for none."""
        with self._changed(mutant):
            status = self._status(tuple(tests), _SLOWER * sum(tests.values()) + _GRACE)
        if status in (_PASSED, _FAILED, _TOO_LONG):
            return status == _PASSED
        if status == _NONE_FOUND or self._status(tuple(tests)[:1], _SLOWER * sum(tests.values()) + _GRACE):
            raise BrokenTests(f"{' '.join(tests)}: pytest ended with {status}, or there are none")
        return False  # nothing can be imported: it is the mutant, for without it something can

    @contextmanager
    def _changed(self, mutant: Mutant) -> Iterator[None]:
        path = self.root / mutant.module
        before = path.read_text(encoding="utf-8")
        for stale in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            stale.unlink()
        path.write_text(mutant.source, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(before, encoding="utf-8")

    def _status(self, tests: tuple[str, ...], limit: float) -> int:
        """The exit status of pytest."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", *SELECTION, *tests]
        running = subprocess.Popen(
            command,
            cwd=self.root,
            env=surroundings(is_kept=False),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return running.wait(limit)
        except subprocess.TimeoutExpired:
            return _TOO_LONG
        finally:
            ended(running)


def surroundings(*, is_kept: bool) -> dict[str, str]:
    """The environment of this process, but for what would lead tests elsewhere; `is_kept` is what Python compiles."""
    passed = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_PASSED_ON)}
    return {**passed, "PYTHONDONTWRITEBYTECODE": "" if is_kept else "1"}  # an empty one counts as none


def ended(running: subprocess.Popen[bytes]) -> None:
    """End tests that still run: by a chance to tidy up, then without."""
    for sign in (signal.SIGINT, signal.SIGKILL):
        if running.poll() is not None:
            return
        os.killpg(running.pid, sign)
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            continue


@contextmanager
def copied(root: Path = ROOT) -> Iterator[Tree]:
    """A fresh copy of the working tree, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="captain-mutants-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(root, copy, ignore=_LEFT_OUT)
        yield Tree(copy)
