"""What the layers may import of Django, where the contracts in pyproject.toml cannot tell its parts."""

import ast

import pytest
from django.conf import settings

from games.titles import TITLES

HOMES = [settings.BASE_DIR.joinpath(*TITLES.home(slug).split(".")) for slug in TITLES]
PARTS = [settings.BASE_DIR / "games/engine", *HOMES]


def imported_by(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("part", PARTS, ids=lambda folder: folder.name)
def test_engine_and_titles_take_only_translation_from_django(part):
    names = {name for file in part.rglob("*.py") for name in imported_by(file)}
    assert {name for name in names if name.split(".")[0] == "django"} <= {"django.utils.translation"}
