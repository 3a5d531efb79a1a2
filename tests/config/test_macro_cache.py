"""Macros that are drawn once: what they show depends on nothing but their values and the reader's language."""

import pytest
from django.template import engines
from django.utils import translation

DRAWN = """
{%- macro draw(day, mark) %}{{ count() }} {{ _(day) }} {{ mark }}{% endmacro -%}
{%- set drawn = cached_macro(draw) -%}
"""


@pytest.fixture
def drawn(settings, monkeypatch):
    """Return a macro that counts how often it is really drawn, on a site that has several languages."""
    settings.USE_I18N = True
    monkeypatch.setattr(translation, "_trans", type(translation._trans)())  # it chooses once in a process
    numbers = iter(range(1, 100))
    template = engines["jinja2"].env.from_string(DRAWN, {"count": lambda: next(numbers)})
    return template.module.drawn


def test_the_same_is_drawn_once(drawn):
    assert [drawn("Monday", mark="x"), drawn("Monday", mark="x")] == ["1 Monday x"] * 2


def test_each_language_has_its_own(drawn):
    shown = {}
    for language in ("en", "de", "en", "de"):
        with translation.override(language):
            shown.setdefault(language, []).append(drawn("Monday", mark="x"))
    assert shown == {"en": ["1 Monday x"] * 2, "de": ["2 Montag x"] * 2}


def test_other_values_are_drawn_anew(drawn):
    values = [("Monday", "x"), ("Monday", "y"), ("Friday", "x"), ("Friday", 1), ("Friday", "1")]
    pictures = [drawn(day, mark=mark) for day, mark in values]
    assert pictures == [f"{number} {day} {mark}" for number, (day, mark) in enumerate(values, 1)]


def test_what_prints_as_its_place_in_memory_is_never_kept(drawn):
    thing = object()
    assert drawn("Monday", mark=thing) != drawn("Monday", mark=thing)
