"""Cached values depend only on their content."""

import pytest
from django.utils import translation

from games.engine.contract import Event
from games.engine.kit import told_once
from games.engine.rules import cache_by_content


def test_the_same_content_is_computed_once_and_all_is_forgotten_in_time():
    asked = []

    @cache_by_content(lambda one, two=0: (one, two), most=2)
    def tell(one, two=0):
        asked.append((one, two))
        return [one, two]

    assert tell(1) == [1, 0] and tell(1) is tell(1) and asked == [(1, 0)]
    assert tell(1, two=2) == tell(1, 2) == [1, 2] and asked == [(1, 0), (1, 2)]
    tell(3)  # the third: the others are forgotten
    tell(1)
    assert asked == [(1, 0), (1, 2), (3, 0), (1, 0)]


def test_an_error_is_not_cached():
    tries = []

    @cache_by_content(lambda: 0, most=9)
    def tell():
        tries.append(1)
        raise LookupError

    for _ in range(2):
        with pytest.raises(LookupError):
            tell()
    assert len(tries) == 2


def test_texts_are_cached_by_language_and_argument(monkeypatch, settings):
    told = told_once(lambda *args, **named: f"{translation.get_language()}{args}{named}")
    for language in ("en", "de", "en"):
        settings.LANGUAGE_CODE = language  # the default for a reader who has chosen none
        assert told(1) == f"{language}(1,){{}}"
        assert told(1, is_told=True) == f"{language}(1,){{'is_told': True}}"
        assert told(Event("a", {}).type) == f"{language}('a',){{}}"
