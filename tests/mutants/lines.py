"""Which tests go through which lines of games/: measured once, kept below var/, and again where files changed."""

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from coverage import CoverageData

from tests.mutants.made import Mutant
from tests.mutants.tree import ROOT, SELECTION, BrokenTests, copied, surroundings

__all__ = ["FILE", "TESTS", "Lines", "digest", "measured"]

FILE = ROOT / "var" / "mutants" / "lines.json"
# The rules have tests of their own, which say nothing of the site around them.
_NOT_HERE = (
    "tests/titles",
    "tests/engine",
    "tests/playthroughs",
    "tests/browser",
    "tests/served",
    "tests/bench",
    "tests/config/test_mutants.py",
)


def _tests() -> list[str]:
    every = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py")))
    return [path for path in every if not path.startswith(_NOT_HERE)]


TESTS = _tests()
ENOUGH = 40  # seconds of tests for one mutant, as measured: without tracing it is about half
_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def digest(text: str) -> str:
    """A short fingerprint of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass
class Lines:
    """What was measured. Paths are from the root of the repository, tests are pytest's node ids."""

    files: dict[str, str] = field(default_factory=dict)  # fingerprints of modules and files of tests
    seconds: dict[str, float] = field(default_factory=dict)  # of each test that passes
    through: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # by test and module

    def tests_for(self, mutant: Mutant, before: str) -> dict[str, float]:
        """Tests that go through what is changed, with their seconds: those of its own package, then the fastest.

        No more than take ENOUGH seconds: a line that hundreds of tests go through is not worth them all.
        """
        first, last = _changed(before, mutant.source)
        start, stop, name = _extent(before, first, last)
        found = self._through({mutant.module: range(start, stop + 1)})
        if name:  # of a constant or class: whatever goes through a line that names it, anywhere
            found = self._through(_naming(name, self.files)) or self._through({mutant.module: None})
        own = f"tests/{mutant.module.split('/')[1]}/"
        ordered = sorted(found, key=lambda test: (not test.startswith(own), self.seconds[test]))
        spent = accumulate(self.seconds[test] for test in ordered)
        return {
            test: self.seconds[test]
            for test, all_in_all in zip(ordered, spent, strict=True)
            if all_in_all < ENOUGH
        }

    def stale(self, now: dict[str, str]) -> set[str]:
        """Files of tests that must be measured: `now` has the fingerprints of today."""
        changed = {path for path, mark in now.items() if self.files.get(path) != mark}
        through = {_file(test) for test, modules in self.through.items() if changed & set(modules)}
        return (changed | through) & set(TESTS)

    def forget(self, files: set[str]) -> None:
        """Forget the tests of these files."""
        for test in [test for test in self.seconds if _file(test) in files]:
            self.seconds.pop(test), self.through.pop(test, None)

    def _through(self, wanted: dict[str, Iterable[int] | None]) -> set[str]:
        """Tests that go through any of these lines of modules; None means any line."""
        found: set[str] = set()
        for module, lines in wanted.items():
            there = self._by_line.get(module, {})
            found.update(*(there.get(line, ()) for line in (there if lines is None else lines)))
        return found

    @cached_property
    def _by_line(self) -> dict[str, dict[int, list[str]]]:
        """Tests by module and line."""
        found: dict[str, dict[int, list[str]]] = {}
        for test, modules in self.through.items():
            for module, lines in modules.items():
                for line in lines:
                    found.setdefault(module, {}).setdefault(line, []).append(test)
        return found


def _changed(before: str, after: str) -> tuple[int, int]:
    """The first and last line of the source that differ."""
    old, new = before.splitlines(), after.splitlines()
    first = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    tail = 0
    while len(old) - tail > first + 1 and len(new) - tail > first and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return first + 1, len(old) - tail


def _extent(source: str, first: int, last: int) -> tuple[int, int, str]:
    """First and last line whose tests must notice a change of these lines, and the constant or class that they give."""
    around = _statements_at(ast.parse(source), first)
    if not around:
        return first, last, ""
    inmost, functions = around[-1], [each for each in around if isinstance(each, _FUNCTION)]
    if inmost in functions:  # a decorator or a default: whatever goes through the function
        return inmost.body[0].lineno, inmost.end_lineno or last, ""  # type: ignore[attr-defined]
    if not functions:
        return first, last, _given_by(around[0])
    body = getattr(inmost, "body", None)
    stop = body[0].lineno - 1 if body else inmost.end_lineno or last
    return min(inmost.lineno, first), max(stop, last), ""


def _given_by(statement: ast.stmt) -> str:
    """The name that a statement of a module gives to something."""
    targets = (
        statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", statement)]
    )
    return str(getattr(targets[0], "id", getattr(targets[0], "name", "")))


def _statements_at(tree: ast.Module, line: int) -> list[ast.stmt]:
    """The statements that the line belongs to, the outermost first."""
    found = []
    for node in ast.walk(tree):  # the outer ones come first
        if isinstance(node, ast.stmt):
            start = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
            if start <= line <= (node.end_lineno or start):
                found.append(node)
    return found


def _naming(name: str, modules: Iterable[str]) -> dict[str, Iterable[int] | None]:
    """Lines of modules that name it, or a constant that is made of it: `DAY = 24 * HOUR` is made of HOUR."""
    paths = {module: ROOT / module for module in modules if module.startswith("games/")}
    texts = {module: path.read_text("utf-8").splitlines() for module, path in paths.items() if path.exists()}
    names, made = set(), {name}
    while made - names:
        names |= made
        word = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
        hits = [line for lines in texts.values() for line in lines if word.search(line)]
        made = {given[1] for line in hits if (given := re.match(r"([A-Z_]+)\b.* = ", line))}
    return {
        module: [at for at, line in enumerate(lines, 1) if word.search(line)]
        for module, lines in texts.items()
    }


def measured(modules: Iterable[str], *, anew: bool = False, file: Path = FILE) -> Lines:
    """What holds now for all tests: what is kept, and measured again where a file is not what it was."""
    known = Lines() if anew or not file.exists() else Lines(**json.loads(file.read_text(encoding="utf-8")))
    now = {path: digest((ROOT / path).read_text(encoding="utf-8")) for path in (*TESTS, *modules)}
    stale = known.stale(now)
    known.forget(stale | {_file(test) for test in known.seconds} - set(TESTS))
    if stale:
        print(f"Measuring which lines {len(stale)} files of tests go through.", flush=True)
        new = _measure(sorted(stale))
        known.seconds |= new.seconds
        known.through |= new.through
    known.files |= now
    _write(file, json.dumps(asdict(known)))
    return known


def _write(file: Path, text: str) -> None:
    """Write all or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_suffix(f".{os.getpid()}")
    written.write_text(text, encoding="utf-8")
    written.replace(file)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _measure(files: list[str]) -> Lines:
    with copied() as tree, tempfile.TemporaryDirectory() as folder:
        data, seconds = Path(folder) / "data", Path(folder) / "seconds"
        command = [sys.executable, "-m", "coverage", "run", "--data-file", str(data), "--source", "games", "-m",
                   "pytest", "-p", "tests.mutants.recorder", "-q", "--tb=line", *SELECTION, *files]  # fmt: skip
        surrounded = {**surroundings(is_kept=True), "MUTANTS_SECONDS": str(seconds)}
        ran = subprocess.run(
            command, cwd=tree.root, env=surrounded, capture_output=True, text=True, check=False
        )
        if not seconds.exists():
            raise BrokenTests(ran.stdout[-2000:] + ran.stderr[-2000:])
        green = json.loads(seconds.read_text(encoding="utf-8"))
        return Lines({}, green, _read(data, tree.root, green))


def _read(data: Path, root: Path, green: Iterable[str]) -> dict[str, dict[str, list[int]]]:
    """Lines by test and module, of tests that pass."""
    traced = CoverageData(str(data))
    traced.read()
    through: dict[str, dict[str, list[int]]] = {test: {} for test in green}
    for path in traced.measured_files():
        module = os.path.relpath(path, root)
        for line, tests in traced.contexts_by_lineno(path).items():
            for test in tests:
                if test in through:
                    through[test].setdefault(module, []).append(line)
    return through
