"""The rule sheets of docs/rules: every cited ruling exists, and every ruling is tested and true."""

import re
import string
from typing import get_args

import pytest

from games.engine.codec import dump_move, load_json, load_move
from games.titles import TITLES
from tests.rule_sheets import ROOT, clauses, forms, rulings, sheet, slugs, tables

OURS = {slug: game for slug, game in TITLES.items() if TITLES.home(slug).startswith("games.")}
EXAMPLES = ("blank_title", "example_title")  # their sheets are beside their tests
OTHERS = "node_modules"  # installed by a benchmark
CITING = ("games", "templates", "static", "docs", "tests", "README.md")
READ = {".py", ".html", ".css", ".js", ".md"}

RULINGS = {name: text for slug in slugs() for name, text in rulings(slug).items()}

CITATION = re.compile(r"\b([A-Z]{2}-\d+)((?:,? ?\([a-z]\))*)(?!\w)")  # with the letters of clauses, if any
LINK = re.compile(r"\.md#([a-z]{2}-\d+)")
TEST = re.compile(r"^ *(?:async )?def (test_\w+)\(", re.MULTILINE)


def citing_files():
    for place in CITING:
        path = ROOT / place
        found = path.rglob("*") if path.is_dir() else [path]
        yield from (file for file in found if file.suffix in READ and not {*EXAMPLES, OTHERS} & {*file.parts})


def cited_in(text):
    """Return the rulings that a text cites, each with the letters of its clauses."""
    yield from ((name, re.findall(r"[a-z]", letters)) for name, letters in CITATION.findall(text))
    yield from ((name.upper(), []) for name in LINK.findall(text))


def is_defined(name, letters):
    return name in RULINGS and set(letters) <= set(clauses(RULINGS[name]))


def named_by_tests(folder):
    """Return the rulings named by tests: `test_cn_04_...` tests ruling CN-4, whatever its leading zeros."""
    prefixes = "|".join({name[:2].lower() for name in RULINGS})
    for file in folder.glob("test_*.py"):
        for name in TEST.findall(file.read_text()):
            for prefix, number in re.findall(rf"(?<=_)({prefixes})_(\d+)(?=_|$)", name):
                yield f"{prefix.upper()}-{int(number)}", file.name, name


def folder_of(slug):
    return ROOT / "tests" / "titles" / slug.replace("-", "_")


def test_every_title_has_a_sheet_in_the_list_of_sheets():
    assert slugs() == set(OURS)
    listed = {row["sheet"]: row["seats"] for row in tables(sheet("README"))[0]}
    assert listed == {f"[{slug}]({slug}.md)": seats_of(game) for slug, game in OURS.items()}


@pytest.mark.parametrize("slug", OURS)
def test_rulings_are_numbered_and_clauses_lettered_without_a_gap(slug):
    found = rulings(slug)
    prefix = next(iter(found))[:2]
    assert list(found) == [f"{prefix}-{number}" for number in range(1, len(found) + 1)]
    assert not any(name.startswith(prefix) for other in slugs() - {slug} for name in rulings(other))
    for text in found.values():
        letters = clauses(text)
        assert letters == string.ascii_lowercase[: len(letters)]
        assert len(letters) != 1


def test_every_cited_ruling_exists():
    cited = [(file, *found) for file in citing_files() for found in cited_in(file.read_text())]
    assert len(cited) > 1000
    assert [
        (str(file), name, letters) for file, name, letters in cited if not is_defined(name, letters)
    ] == []


@pytest.mark.parametrize("slug", OURS)
def test_every_ruling_has_a_test_of_its_name_and_no_test_names_another(slug):
    """A test that the sheet's tables agree with the data doesn't count as a test of a ruling."""
    named = list(named_by_tests(folder_of(slug)))
    tested = {name for name, file, _ in named if file != "test_rule_sheet.py"}
    assert [name for name in rulings(slug) if name not in tested] == []
    assert [where for where in named if where[0] not in RULINGS] == []


def seats_of(game):
    least, most = game.seats[0], game.seats[-1]
    return str(least) if least == most else f"{least}-{most}"


@pytest.mark.parametrize("slug", OURS)
def test_the_head_of_a_sheet_lists_what_the_title_offers(slug):
    game = TITLES[slug]
    told = {row["name"]: row["value"] for row in head_of(slug)}
    offered = {f"option `{option.name}`": values_of(option) for option in game.options}
    assert told.pop("seats") == seats_of(game)
    assert {name: re.findall(r"`([^`]+)`", value) for name, value in told.items()} == {
        "slug": [slug],
        "reasons": list(game.reasons),
        **offered,
    }


def head_of(slug):
    head = re.search(r"^\| \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)", sheet(slug), re.MULTILINE)[1]
    return [
        dict(zip(("name", "value"), re.split(r" *\| *", line)[1:3], strict=True))
        for line in head.splitlines()
    ]


def values_of(option):
    return [str(value) for value in option.values or (option.default,)]


@pytest.mark.parametrize("slug", OURS)
def test_every_move_of_a_sheet_is_well_formed_and_every_kind_of_move_is_shown(slug):
    game = TITLES[slug]
    shown = forms(slug)
    moves = [load_move(game, form) for form in shown]
    assert [load_json(dump_move(move)) for move in moves] == [load_json(form) for form in shown]
    assert {type(move) for move in moves} == set(get_args(game.move_type) or (game.move_type,))
