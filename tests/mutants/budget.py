"""What is mutated, which tests must notice it, and what they need not notice: budget.toml."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.made import Mutant, Site, sites_of
from tests.mutants.tree import ROOT

__all__ = ["FILE", "Budget", "load_budget", "modules_in", "rounds_for", "sites_in"]

FILE = Path(__file__).with_name("budget.toml")

# Each package, and the tests that are run first: those of the same name, and where else its subject is tested.
ROOMS = {
    "games/clock": ("tests/clock",),
    "games/days": ("tests/days",),
    "games/decks": ("tests/decks",),
    "games/ledger": ("tests/ledger", "tests/notices", "tests/days"),
    "games/moderation": ("tests/moderation",),
    "games/notices": ("tests/notices",),
    "games/tables": ("tests/tables", "tests/days"),
    "games/talk": ("tests/talk", "tests/notices/test_talk.py"),
    "games/upkeep": ("tests/upkeep",),
}
THEN = ("tests/upkeep", "tests/web")  # the sweep, which tries everything, and all pages
# Pages and their words: what they show is read by people and by tests in a browser, not by these.
_PAGES = {"admin", "feeds", "forms", "urls", "views", "words", "table_file"}


@dataclass(frozen=True)
class Budget:
    """The mutants that need not be noticed: a reason for each, by module and by the mutant's name."""

    total: int  # of all survivors, as the file says
    survivors: dict[str, dict[str, str]]  # noticed by no test so far
    equivalent: dict[str, dict[str, str]]  # no test can notice them
    alike: tuple[re.Pattern[str], ...]  # kinds of equivalent ones, in any module: they are not made

    def is_made(self, mutant: Mutant) -> bool:
        """Whether it is worth a run."""
        known = self.equivalent.get(mutant.module, {})
        return mutant.name not in known and not any(kind.search(mutant.name) for kind in self.alike)

    def allows(self, mutant: Mutant) -> bool:
        """Whether it may survive."""
        return mutant.name in self.survivors.get(mutant.module, {})


def load_budget(path: Path = FILE) -> Budget:
    """The budget as its file says."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    modules = raw.get("modules", {})
    return Budget(
        raw["total"],
        {module: lists.get("survivors", {}) for module, lists in modules.items()},
        {module: lists.get("equivalent", {}) for module, lists in modules.items()},
        tuple(re.compile(kind["pattern"]) for kind in raw.get("alike", ())),
    )


def modules_in(rooms: Iterable[str] = ()) -> list[str]:
    """Modules that are mutated, of some packages or modules, or of all; raises ValueError for a path without any."""
    every = [
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if not _PAGES & set(path.relative_to(ROOT).with_suffix("").parts)
    ]
    asked = [room.rstrip("/") for room in rooms]
    for room in asked:
        if not any(_is_below(module, room) for module in every):
            raise ValueError(f"Expected a package or module below {', '.join(ROOMS)}, but got {room}")
    return [module for module in every if not asked or any(_is_below(module, room) for room in asked)]


def sites_in(modules: Iterable[str]) -> list[Site]:
    """All that could be mutated in them."""
    return [each for name in modules for each in sites_of(name, (ROOT / name).read_text(encoding="utf-8"))]


def rounds_for(module: str) -> tuple[tuple[str, ...], ...]:
    """The tests that a mutant of the module meets, one round after the other."""
    room = next(room for room in ROOMS if _is_below(module, room))
    return ROOMS[room], THEN


def _is_below(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}/")
