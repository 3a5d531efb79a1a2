"""What has been tried so far, in a file below var/: a run that was broken off goes on where it was."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from tests.mutants.lines import digest
from tests.mutants.made import Mutant
from tests.mutants.tree import ROOT

__all__ = ["FILE", "Results"]

FILE = ROOT / "var" / "mutants" / "results.sqlite3"
_TABLE = """CREATE TABLE IF NOT EXISTS result (
    module TEXT, source TEXT, name TEXT, is_alive INTEGER, tests TEXT, PRIMARY KEY (module, source, name))"""


class Results:
    """How mutants ended, as long as neither their module nor the tests that decided have changed."""

    def __init__(self, file: Path = FILE) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._rows = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._rows.execute(_TABLE)

    def close(self) -> None:
        """Close the file."""
        self._rows.close()

    def ended(self, mutant: Mutant, source: str, files: dict[str, str], tests: Iterable[str]) -> bool | None:
        """Whether the mutant survived, or None if that must be tried: never, or not with these tests.

        `source` is that of the module as it is, `files` has fingerprints of files, `tests` all that could notice.
        """
        asked = "SELECT is_alive, tests FROM result WHERE module = ? AND source = ? AND name = ?"
        row = self._rows.execute(asked, (mutant.module, digest(source), mutant.name)).fetchone()
        if row is None:
            return None
        is_alive, mark = row
        by = tests if is_alive else mark.partition(" ")[2].split("\n")
        return bool(is_alive) if mark.partition(" ")[0] == _mark(by, files) else None

    def keep(
        self, mutant: Mutant, source: str, files: dict[str, str], tests: list[str], by: list[str]
    ) -> None:
        """Note that `by` noticed it or, if that is empty, that none of `tests` did."""
        mark = _mark(by or tests, files) + " " + "\n".join(by)
        row = (mutant.module, digest(source), mutant.name, not by, mark)
        self._rows.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?)", row)


def _mark(tests: Iterable[str], files: dict[str, str]) -> str:
    return digest("\n".join(sorted(f"{test} {files.get(test.partition('::')[0])}" for test in tests)))
