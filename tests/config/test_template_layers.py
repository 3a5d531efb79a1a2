"""Templates use only templates of their own subject or of a lower one.

The layers are those of the packages, from the contract in pyproject.toml. The frame is below all of them: the
files in `templates/` itself and in `partials/`. A folder that is no package of `games`, such as `accounts`, is above.
To appear on a page of a lower subject, a subject adds a panel or fills a slot (`games/web/panels.py`).
"""

import ast
import re
import tomllib

import jinja2.nodes as jn
import pytest
from django.conf import settings
from django.contrib import admin
from django.template import engines
from django.template.loader_tags import ExtendsNode, IncludeNode

from games.titles import TITLES

TEMPLATES = settings.BASE_DIR / "templates"
FRAME, ABOVE = 1000, -1  # ranks: a higher number is a lower layer
NAMES = sorted(file.relative_to(TEMPLATES).as_posix() for file in TEMPLATES.rglob("*") if file.is_file())
OURS = [name for name in NAMES if not name.startswith("django/")]
OF_DJANGO = [name.removeprefix("django/") for name in NAMES if name.startswith("django/")]


def layers():
    """Return the rank of each package of `games`."""
    config = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    contracts = config["tool"]["importlinter"]["contracts"]
    [found] = [each for each in contracts if each.get("containers") == ["games"]]
    return {name: rank for rank, layer in enumerate(found["layers"]) for name in re.findall(r"\w+", layer)}


RANKS = layers()


def subject_of(name):
    """Return the subject and the rank of one of our templates."""
    folder = name.partition("/")[0]
    if "/" not in name or folder == "partials":
        return "frame", FRAME
    return folder, RANKS["titles"] if folder in TITLES else RANKS.get(folder, ABOVE)


def is_allowed(of, named):
    """Whether a template or module of the first subject may use a template of the second."""
    return of[0] == named[0] or of[1] < named[1] or of[1] == ABOVE


def named_in(source):
    """Return the templates that a Jinja2 template names; a title's as `any title/…`, a computed name as `unknown`."""
    tree = engines["jinja2"].env.parse(source)
    loops = {loop.target.name for loop in tree.find_all(jn.For) if is_filled(loop.iter)}
    for node in tree.find_all((jn.Extends, jn.Include, jn.Import, jn.FromImport)):
        for each in names_of(node.template):
            if not (isinstance(each, jn.Name) and each.name in loops):
                yield name_of(each)


def names_of(node):
    """Return the nodes of a list of names, or of a choice between two, or the node itself."""
    match node:
        case jn.List(items=items) | jn.Tuple(items=items):
            return items
        case jn.CondExpr():
            return [node.expr1, node.expr2]
    return [node]


def is_filled(expression):
    """Whether a loop is over what other subjects have added: `slot("…")` or `panels.…`."""
    of = expression.node if isinstance(expression, jn.Call | jn.Getattr) else None
    return isinstance(of, jn.Name) and of.name == ("slot" if isinstance(expression, jn.Call) else "panels")


def name_of(node):
    match node:
        case jn.Const(value=str(name)):
            return name
        case jn.Concat(nodes=[jn.Getattr(attr="title"), jn.Const(value=str(rest))]):
            return f"any title{rest}"
    return "unknown"


def too_high(name, source):
    """Return the templates that the template `name` uses but must not."""
    of = subject_of(name)
    for named in named_in(source):
        to = ("any title", RANKS["titles"]) if named.startswith("any title/") else subject_of(named)
        if named == "unknown" or not is_allowed(of, to):
            yield named


@pytest.mark.parametrize("name", OURS)
def test_templates_use_no_template_above_or_beside_them(name):
    assert list(too_high(name, (TEMPLATES / name).read_text())) == []


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("tables/table.html", '{% include "talk/talk.html" %}', ["talk/talk.html"]),
        ("tables/table.html", '{% from "days/parts.html" import deadline %}', ["days/parts.html"]),
        ("tables/table.html", '{% import "notices/mail/parts.html" as parts %}', ["notices/mail/parts.html"]),
        ("captivate/rules.html", '{% extends "web/about.html" %}', ["web/about.html"]),
        ("captivate/rules.html", '{% include "cardline/card.html" %}', ["cardline/card.html"]),
        ("talk/talk.html", '{% include ["tables/log.html", "moderation/report.html"] %}', ["moderation/report.html"]),
        ("upkeep/new.html", '{% include "talk/talk.html" %}', ["talk/talk.html"]),  # a sibling
        ("base.html", '{% include "tables/log.html" %}', ["tables/log.html"]),
        ("web/home.html", '{% extends "accounts/closed.html" %}', ["accounts/closed.html"]),
        ("tables/table.html", '{% include folder ~ "/talk.html" %}', ["unknown"]),
        ("tables/table.html", "{% for one in names %}{% include one %}{% endfor %}", ["unknown"]),
        ("tables/table.html", "{% for one in panels.side %}{% include one %}{% endfor %}", []),
        ("base.html", '{% for one in slot("frame/top") %}{% include one %}{% endfor %}', []),
        ("tables/table.html", '{% include [table.title ~ "/board.html", "tables/plain/board.html"] %}', []),
        ("captivate/board.html", '{% include table.title ~ "/board.html" %}', ["any title/board.html"]),
    ],
)  # fmt: skip
def test_a_template_that_is_too_high_is_found(name, source, found):
    assert list(too_high(name, source)) == found


def subject_of_admin(name):
    """Return the subject and the rank of a template of Django's admin, of an account or of a package."""
    match name.split("/"):
        case ["admin", "games", model, _]:
            [found] = [site for each, site in admin.site._registry.items() if each._meta.model_name == model]
            folder = type(found).__module__.split(".")[1]
        case ["admin", "acts", _] | [
            "admin",
            "base_site.html" | "change_list.html" | "change_list_results.html",
        ]:
            folder = "pages"  # for games/pages/admin.py
        case ["admin", *_]:
            folder = "web"
        case _:
            folder = "of a package"
    return folder, RANKS.get(folder, ABOVE)


@pytest.mark.parametrize("name", OF_DJANGO)
def test_admin_templates_use_no_template_above_or_beside_them(name):
    nodes = engines["django"].get_template(name).template.nodelist
    named = [node.parent_name.var for node in nodes.get_nodes_by_type(ExtendsNode)]
    named += [node.template.var for node in nodes.get_nodes_by_type(IncludeNode)]
    ours = [each for each in named if each in OF_DJANGO]
    assert [each for each in ours if not is_allowed(subject_of_admin(name), subject_of_admin(each))] == []


@pytest.mark.parametrize("subject", [name for name in RANKS if (settings.BASE_DIR / "games" / name).is_dir()])
def test_packages_use_no_template_above_or_beside_them(subject):
    of = subject, RANKS[subject]
    files = (settings.BASE_DIR / "games" / subject).rglob("*.py")
    strings = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant) and node.value in OURS
    }
    assert [name for name in strings if not is_allowed(of, subject_of(name))] == []
