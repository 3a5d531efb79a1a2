"""Where mutants are tried: in forks of a process that has everything loaded, or each in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.mutants.lines import TESTS
from tests.mutants.made import Mutant
from tests.mutants.tree import SELECTION, BrokenTests, Tree, copied, ended, surroundings

__all__ = ["Bench", "bench"]


class Bench:
    """A copy of the tree, and the process that has loaded it."""

    def __init__(self, tree: Tree, files: Iterable[str] = TESTS) -> None:
        self.tree = tree
        self._trusted: set[str] = set()  # tests that pass alone for what is unchanged
        self._noticed: dict[str, set[str]] = {}  # by module, tests that have noticed a mutant of it
        self._start(files)

    def _start(self, files: Iterable[str]) -> None:
        answers, theirs_out = os.pipe()
        theirs_in, requests = os.pipe()
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.warm", *SELECTION, *files]
        self.running = subprocess.Popen(
            command,
            cwd=self.tree.root,
            env={**surroundings(is_kept=True), "MUTANTS_PIPES": f"{theirs_in},{theirs_out}"},
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(theirs_in), os.close(theirs_out)
        self._requests = os.fdopen(requests, "w", encoding="utf-8")
        self._answers = os.fdopen(answers, encoding="utf-8")

    def noticed_by(self, mutant: Mutant, tests: dict[str, float]) -> list[str]:
        """The test that notices the mutant; all of them where only a new import can tell; none if it survives.

        A test counts that fails for the mutant, alone, and passes alone for what is unchanged.
        """
        known = self._noticed.setdefault(mutant.module, set())
        left = dict(sorted(tests.items(), key=lambda each: each[0] not in known))
        while left:
            answer = self._ask(mutant.module, mutant.source, left)
            if answer["end"] == "survived":
                return []
            if answer["end"] == "cold":
                return [] if self.tree.survives(mutant, left) else list(left)
            if self._is_true(mutant, answer["by"], left, is_alone=answer["by"] == next(iter(left))):
                known.add(answer["by"])
                return [answer["by"]]
            left.pop(answer["by"])
        return []

    def _is_true(self, mutant: Mutant, test: str, tests: dict[str, float], *, is_alone: bool) -> bool:
        alone = {test: tests[test]}
        if test not in self._trusted:
            unchanged = (self.tree.root / mutant.module).read_text(encoding="utf-8")
            if self._ask(mutant.module, unchanged, alone)["end"] != "survived":
                return False
            self._trusted.add(test)
        return is_alone or self._ask(mutant.module, mutant.source, alone)["end"] == "noticed"

    def _ask(self, module: str, source: str, tests: dict[str, float]) -> Any:
        self._requests.write(json.dumps({"module": module, "source": source, "tests": tests}) + "\n")
        self._requests.flush()
        line = self._answers.readline()
        answer = json.loads(line) if line else {"end": "broken"}
        if answer["end"] == "broken":
            raise BrokenTests(f"no answer for {module}")
        return answer

    def close(self) -> None:
        """End the process."""
        self._requests.close()
        ended(self.running)
        self._answers.close()


@contextmanager
def bench(files: Iterable[str] = TESTS) -> Iterator[Bench]:
    """A bench with these files of tests in a fresh copy, gone afterwards."""
    with copied() as tree:
        opened = Bench(tree, files)
        try:
            yield opened
        finally:
            opened.close()
