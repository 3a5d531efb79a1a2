"""What is mutated, how many mutants of it no test notices (budget.toml), and which need not be (equivalent.toml)."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.mutants.made import Mutant, Site, sites_of
from tests.mutants.tree import ROOT

__all__ = ["FILE", "Budget", "Measure", "load_budget", "modules_in", "sites_in"]

FILE = Path(__file__).with_name("budget.toml")
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
_HEAD = """\
# How many mutants of a module no test notices, as `make mutants ARGS=--record` has measured (docs/testing.md). The
# survivors may only shrink. Where fewer were tried than there are, it was a part. `never = true`: none was tried yet.
"""

ROOMS = (
    "games/clock",
    "games/days",
    "games/decks",
    "games/ledger",
    "games/moderation",
    "games/notices",
    "games/pages",
    "games/tables",
    "games/talk",
    "games/upkeep",
)
# Pages and their words: what they show is read by people and by tests in a browser, not by these.
_PAGES = {"admin", "feeds", "forms", "urls", "views", "words", "table_file", "person_file", "rewind_page"}


class Measure(NamedTuple):
    """What was found out about a module."""

    mutants: int  # there are
    tried: int
    survivors: int


@dataclass(frozen=True)
class Budget:
    """How many mutants may survive, by module, and those that cannot be noticed, each with a reason."""

    measures: dict[str, Measure]  # of modules of which some mutant was tried
    never: frozenset[str]  # modules of which none was
    equivalent: dict[str, dict[str, str]]  # by module and the mutant's name
    alike: tuple[re.Pattern[str], ...]  # kinds of equivalent ones, in any module

    def is_made(self, mutant: Mutant) -> bool:
        """Whether it is worth a run."""
        known = self.equivalent.get(mutant.module, {})
        return mutant.name not in known and not any(kind.search(mutant.name) for kind in self.alike)

    def lowered(self, found: dict[str, Measure]) -> "Budget":
        """The budget with what was found now: never with more survivors, but where more mutants were tried at last."""
        taken = {module: new for module, new in found.items() if self._is_news(module, new)}
        measures = self.measures | taken
        return Budget(measures, self.never - set(measures), self.equivalent, self.alike)

    def _is_news(self, module: str, new: Measure) -> bool:
        old = self.measures.get(module, Measure(1, 0, 0))
        if old.tried < old.mutants:  # a sample so far
            return new.tried > old.tried or (new.tried == old.tried and new.survivors < old.survivors)
        return new.tried == new.mutants and new.survivors <= old.survivors

    def text(self) -> str:
        """What budget.toml holds."""
        lines = {
            module: f"{{ mutants = {m.mutants}, tried = {m.tried}, survivors = {m.survivors} }}"
            for module, m in self.measures.items()
        }
        lines |= dict.fromkeys(self.never, "{ never = true }")
        return _HEAD + "".join(f'"{module}" = {lines[module]}\n' for module in sorted(lines))


def load_budget(file: Path = FILE, equivalent: Path = EQUIVALENT) -> Budget:
    """The budget as its files say."""
    modules = tomllib.loads(file.read_text(encoding="utf-8"))
    known = tomllib.loads(equivalent.read_text(encoding="utf-8"))
    return Budget(
        {module: Measure(**each) for module, each in modules.items() if "never" not in each},
        frozenset(module for module, each in modules.items() if "never" in each),
        known.get("modules", {}),
        tuple(re.compile(kind["pattern"]) for kind in known.get("alike", ())),
    )


def modules_in(rooms: Iterable[str] = ()) -> list[str]:
    """Modules that are mutated, of some packages or modules, or of all; raises ValueError for a path without any."""
    every = [
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name != "__init__.py" and not _PAGES & set(path.relative_to(ROOT).with_suffix("").parts)
    ]
    asked = [room.rstrip("/") for room in rooms]
    for room in asked:
        if not any(_is_below(module, room) for module in every):
            raise ValueError(f"Expected a package or module below {', '.join(ROOMS)}, but got {room}")
    return [module for module in every if not asked or any(_is_below(module, room) for room in asked)]


def sites_in(modules: Iterable[str]) -> list[Site]:
    """All that could be mutated in them."""
    return [each for name in modules for each in sites_of(name, (ROOT / name).read_text(encoding="utf-8"))]


def _is_below(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}/")
