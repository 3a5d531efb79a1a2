"""What the layers may import of Django, where the contracts in pyproject.toml cannot tell its parts."""

import ast

import pytest
from django.conf import settings

TITLES = sorted(file.parent for file in settings.BASE_DIR.glob("games/titles/*/__init__.py"))


def imported_by(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("title", TITLES, ids=lambda folder: folder.name)
def test_a_title_takes_only_translation_from_django(title):
    names = {name for file in title.rglob("*.py") for name in imported_by(file)}
    assert {name for name in names if name.split(".")[0] == "django"} <= {"django.utils.translation"}
