"""A copy of the repository, in which mutants live and die: whatever is broken off, nothing of it stays anywhere."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mutants.made import Mutant

__all__ = ["ROOT", "BrokenTests", "Tree", "copied"]

ROOT = Path(__file__).parents[2]
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "var", "node_modules", "screenshots")
_KINDS = "not browser and not served and not games"
_REPEATABLE = "--hypothesis-profile=ci"  # the same examples each time, and none fails for being slow
_GRACE = 60  # seconds that tests may take beyond three times what they took before, on a machine that others use too
_NOT_PASSED_ON = ("CONTRACT_", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "PYTEST_", "REDIS_URL")
_PASSED, _NONE_FOUND = 0, 5  # exit statuses of pytest


class BrokenTests(Exception):
    """The tests fail where nothing has been changed, so they can tell nothing about a change."""


class Tree:
    """The copy, and the tests that run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._limits: dict[tuple[str, ...], float] = {}  # seconds, for tests that have passed here unchanged

    def survives(self, mutant: Mutant, rounds: tuple[tuple[str, ...], ...]) -> bool:
        """Whether the mutant passes all rounds of tests, one after the other."""
        return all(self._is_passed(mutant, tests) for tests in rounds)

    def _is_passed(self, mutant: Mutant, tests: tuple[str, ...]) -> bool:
        self._expect_passing(tests)
        with self._changed(mutant):
            return self._passes(tests, self._limits[tests], is_kept=False)

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

    def _expect_passing(self, tests: tuple[str, ...]) -> None:
        """Run tests on what is unchanged, once, and measure them; raises BrokenTests."""
        if tests not in self._limits:
            began = time.monotonic()
            if not self._passes(tests, None, is_kept=True):
                raise BrokenTests(" ".join(tests))
            self._limits[tests] = 3 * (time.monotonic() - began) + _GRACE

    def _passes(self, tests: tuple[str, ...], limit: float | None, *, is_kept: bool) -> bool:
        """Run tests, and keep what is compiled of an unchanged source, which makes the later runs quicker."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", _REPEATABLE, "-m", _KINDS, *tests]
        running = subprocess.Popen(
            command,
            cwd=self.root,
            env=_surroundings(is_kept=is_kept),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            status = running.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _end(running)
        if status == _NONE_FOUND:
            raise BrokenTests(f"{' '.join(tests)}: there are none")
        return status == _PASSED


def _surroundings(*, is_kept: bool) -> dict[str, str]:
    """Those of this process, but for what would lead tests elsewhere."""
    passed = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_PASSED_ON)}
    return {**passed, "PYTHONDONTWRITEBYTECODE": "" if is_kept else "1"}  # an empty one counts as none


def _end(running: subprocess.Popen[bytes]) -> None:
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
