"""What each layer may import from Django, where the contracts in pyproject.toml can't express it; and which
functions may contain imports.
"""

import ast

import pytest
from django.conf import settings

from games.titles import TITLES

HOMES = [settings.BASE_DIR.joinpath(*TITLES.home(slug).split(".")) for slug in TITLES]
PARTS = [settings.BASE_DIR / "games/engine", *HOMES]
OURS = ("accounts", "config", "games")
# Files with functions that import our own modules, each with the reason.
JOINTS = {
    "games/apps.py": "the one place that joins what must not import each other",
    "config/celery.py": "the application is made before the models are",
    "config/heartbeat.py": "a worker names it before the models are there",
    "config/redis_channel_layer.py": "settings name it, and it is imported before the models are",
}


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


def imports_ours_in_a_function(tree):
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    nodes = (node for function in functions for node in ast.walk(function))
    modules = (
        ["games" if node.level else node.module or ""]
        if isinstance(node, ast.ImportFrom)
        else [alias.name for alias in node.names]
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return any(name.split(".")[0] in OURS for names in modules for name in names)


def test_functions_import_our_code_only_in_named_places():
    """Functions may import third-party packages that are slow to load and needed by few processes."""
    files = (file for folder in OURS for file in (settings.BASE_DIR / folder).rglob("*.py"))
    found = {
        file.relative_to(settings.BASE_DIR).as_posix()
        for file in files
        if imports_ours_in_a_function(ast.parse(file.read_text()))
    }
    assert found == set(JOINTS)
