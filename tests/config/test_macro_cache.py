"""Macros with a cache draw what the same macros draw without one."""

import re

import jinja2
import pytest
from django.template import engines
from django.utils import translation

from config import macro_cache
from config.macro_cache import cached_macro
from games.engine.chance import Chance
from tests.conftest import person
from tests.play import play_on, running_table

SOURCE = """
{% macro card(name, size="m", faces=()) %}
<b class="{{ size }}">{{ name }}{% for face in faces %} {{ face }}{% endfor %}</b>
{% endmacro %}"""


@pytest.fixture
def macro():
    return jinja2.Environment(autoescape=True).from_string(SOURCE).module.card


CALLS = [
    (("rook",), {}),
    (("<rook>",), {}),
    (("rook",), {"size": "s"}),
    (("rook", "s"), {}),
    ((1,), {}),
    (("1",), {}),
    ((True,), {}),
    ((None,), {}),
    (("rook",), {"faces": ["a", "b"]}),
    (("rook",), {"faces": ["a, b"]}),
    (("rook",), {"faces": ("a", "b")}),
    (("rook",), {"faces": {"a": 1}}),
]


def test_each_call_is_answered_as_by_the_macro(macro):
    cached = cached_macro(macro)
    for _time in range(2):
        for values, named in CALLS:
            ours, theirs = cached(*values, **named), macro(*values, **named)
            assert (ours, type(ours)) == (theirs, type(theirs)), (values, named)


def test_each_language_has_its_own(settings):
    drawn = []

    def draw(name):
        drawn.append(name)
        return f"{name} in {translation.get_language()}"

    cached = cached_macro(draw)
    for language in ("en", "de", "en", "de"):
        settings.LANGUAGE_CODE = language  # that of a reader who has chosen none
        assert cached("rook") == f"rook in {language}"
    assert drawn == ["rook", "rook"]


def test_what_prints_as_an_address_in_memory_is_drawn_anew():
    class Piece:
        def __init__(self, name):
            self.name = name

    cached = cached_macro(lambda piece: piece.name)
    piece = Piece("rook")
    assert cached(piece) == "rook"
    piece.name = "queen"  # which prints the same
    assert cached(piece) == "queen"


def test_cache_that_is_full_begins_anew(monkeypatch):
    monkeypatch.setattr(macro_cache, "MAX_ENTRIES", 3)
    drawn = []
    cached = cached_macro(lambda number: drawn.append(number) or str(number))
    assert [cached(number) for number in (1, 2, 3, 1, 4, 1)] == ["1", "2", "3", "1", "4", "1"]
    assert drawn == [1, 2, 3, 4, 1]


@pytest.mark.django_db
@pytest.mark.parametrize("title", ["captivate", "captn-eli"])
def test_boards_are_drawn_the_same_without_any_cache(title, client_for, monkeypatch):
    people = [person("one"), person("two")]
    table, chooser = running_table(*people, title=title), Chance(bytes(32), 1_000_000)
    for _ in range(16):
        play_on(table, people, chooser)
    plain = engines["jinja2"].env.overlay()
    plain.globals = plain.globals | {"cached_macro": lambda macro: macro}
    boards = []
    for environment in (engines["jinja2"].env, engines["jinja2"].env, plain):
        monkeypatch.setattr(engines["jinja2"], "env", environment)
        boards += [board_of(client_for(person_), table) for person_ in people]
    assert boards[:2] == boards[2:4] == boards[4:]
    assert boards[0] != boards[1] and b"<svg" in boards[0]


def board_of(client, table):
    """The board, save the token against forged posts, which is another one each time."""
    page = client.get(f"/tables/{table.pk}/", headers={"HX-Request": "true"}).content
    return re.sub(rb'("X-CSRFToken": "|csrfmiddlewaretoken" value=")\w+', b"", page)
