"""Read the rule sheets of `docs/rules` for tests: rulings, their clauses, tables and moves."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHEETS = ROOT / "docs" / "rules"

Row = dict[str, str]  # the cells of a table row by column heading

_RULING = re.compile(r"^### ([A-Z]{2}-\d+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_CLAUSE = re.compile(r"^- \*\*\(([a-z])\)\*\*", re.MULTILINE)
_TABLE = re.compile(r"(?:^ *\|.*\|\n)+", re.MULTILINE)
_FORM = re.compile(r"`(\{\"type\".*?\})`", re.DOTALL)


def slugs() -> set[str]:
    """Return the titles that have a rule sheet."""
    return {path.stem for path in SHEETS.glob("*.md")} - {"README"}


@cache
def sheet(slug: str) -> str:
    """Return the text of a sheet; `README` has the rules for all titles."""
    return (SHEETS / f"{slug}.md").read_text()


@cache
def rulings(slug: str) -> dict[str, str]:
    """Return the text of each ruling of a title by its id, in the order of the sheet."""
    found = _RULING.findall(sheet(slug))
    assert len({name for name, _ in found}) == len(found), "a ruling stands there twice"
    return dict(found)


def ruling(name: str) -> str:
    """Return the text of a ruling of any title."""
    (text,) = [texts[name] for texts in map(rulings, slugs()) if name in texts]
    return text


def clauses(text: str) -> str:
    """Return the letters of a ruling's clauses, in order."""
    return "".join(_CLAUSE.findall(text))


def forms(slug: str) -> list[str]:
    """Return every move that the sheet shows, as JSON text."""
    return _FORM.findall(sheet(slug))


def tables(text: str) -> list[list[Row]]:
    """Return every table in a text."""
    return [_rows(found) for found in _TABLE.findall(text)]


def table(name: str, place: int = 0) -> list[Row]:
    """Return a table of a ruling, by default the first one."""
    return tables(ruling(name))[place]


def _rows(lines: str) -> list[Row]:
    head, rule, *rows = [_cells(line) for line in lines.splitlines()]
    assert set("".join(rule)) == {"-"}
    return [dict(zip(head, row, strict=True)) for row in rows]


def _cells(line: str) -> list[str]:
    return [
        cell.strip().strip("`") if cell.count("`") == 2 else cell.strip() for cell in line.split("|")[1:-1]
    ]
