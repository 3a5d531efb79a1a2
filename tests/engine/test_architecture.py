"""The engine and the rules are pure: they import no Django and run without it."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.titles import TITLES

ROOT = Path(__file__).resolve().parents[2]
IMPURE = {
    "accounts", "asgiref", "celery", "channels", "config", "datetime", "django", "logging", "random", "redis",
    "secrets", "time",
}  # fmt: skip
PROGRAM = ROOT / "games/engine/__main__.py"  # it gives access to a clock
WORDS = {"presenter", "lessons", "kit"}  # parts of a title, and their helpers: these translate
HOMES = [ROOT.joinpath(*TITLES.home(slug).split(".")) for slug in TITLES]
PURE = sorted(
    file
    for folder in (ROOT / "games/engine", ROOT / "games/titles", *HOMES)
    for file in (folder.glob("*.py") if folder.name == "titles" else folder.rglob("*.py"))
    if not WORDS & {part.removesuffix(".py") for part in file.relative_to(folder).parts}
    or file == ROOT / "games/engine/presenter.py"  # the contract of presenters
)

# After this, imports of Django and the site's other packages fail.
WITHOUT_DJANGO = """
import runpy, sys
for name in ("django", "asgiref", "celery", "channels", "redis", "psycopg"):
    sys.modules[name] = None
"""


def imported_by(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def without_django(program, lines=""):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO + program],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        check=False,
        text=True,
    )


def name_of(file):
    return str(file.relative_to(ROOT).with_suffix("")).replace("/", ".")


def test_the_search_finds_modules():
    names = {name_of(file) for file in PURE}
    assert {"games.engine.play", "games.engine.chance", "games.titles"} <= {
        name.removesuffix(".__init__") for name in names
    }
    assert {f"{TITLES.home(slug)}.{name}" for slug in TITLES for name in ("rules", "observe")} <= names
    assert not any("presenter" in name for name in names if not name.startswith("games.engine"))


@pytest.mark.parametrize("file", PURE, ids=name_of)
def test_pure_modules_import_nothing_impure(file):
    names = set(imported_by(file))
    allowed = {"time"} if file == PROGRAM else set()
    assert {name.split(".")[0] for name in names} & IMPURE <= allowed
    assert not any(
        name.startswith("games.") and name.split(".")[1] not in {"engine", "titles"} for name in names
    )


def test_the_program_runs_where_django_cannot_be_imported():
    commands = [
        command
        for slug, game in TITLES.items()
        for command in (
            {"cmd": "new", "title": slug, "seats": game.seats[0], "seed": "00"},
            {"cmd": "to_act"},
        )
    ]
    lines = "\n".join(map(json.dumps, commands))
    packages = [TITLES.home(slug).rpartition(".")[0] for slug in TITLES]
    program = f"sys.argv[1:] = {packages}; runpy.run_module('games.engine', run_name='__main__')"
    done = without_django(program, lines)
    assert done.returncode == 0, done.stderr
    answers = done.stdout.splitlines()
    assert len(answers) == len(commands)
    assert not any('"error"' in answer for answer in answers)


def test_every_pure_module_can_be_imported_without_django():
    names = [name_of(file).removesuffix(".__init__") for file in PURE if file.stem != "__main__"]
    imports = "\n".join(f"import {name}" for name in names)
    done = without_django(imports)
    assert done.returncode == 0, done.stderr


def test_the_block_on_django_works():
    """Check that the two tests above can fail: an import of Django does, in such a process."""
    assert without_django("import django").returncode != 0
