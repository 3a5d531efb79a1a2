"""Texts are translated when they are read, not when a module is imported."""

import ast

import pytest
from django.conf import settings

MODULES = sorted(
    file
    for top in ("accounts", "config", "games")
    for file in (settings.BASE_DIR / top).rglob("*.py")
    if "gettext" in file.read_text()
)
AT_ONCE = {"gettext", "ngettext", "pgettext", "npgettext", "get_language"}


def calls_at_import(node):
    """Yield the calls that an import makes: those outside of functions, and their default arguments."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Lambda):
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from calls_at_import(child.args)
            continue
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
            yield child.func.id, child.lineno
        yield from calls_at_import(child)


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(settings.BASE_DIR)))
def test_no_import_fixes_a_language(file):
    tree = ast.parse(file.read_text())
    eager = {
        name.asname or name.name
        for each in ast.walk(tree)
        if isinstance(each, ast.ImportFrom) and each.module == "django.utils.translation"
        for name in each.names
        if name.name in AT_ONCE
    }
    assert [f"line {line}: {name}" for name, line in calls_at_import(tree) if name in eager] == []
