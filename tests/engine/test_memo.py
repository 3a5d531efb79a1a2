"""Cached values depend only on their content."""

from django.utils import translation

from games.engine.contract import Event
from games.engine.kit import told_once


def test_texts_are_cached_by_language_and_argument(monkeypatch, settings):
    told = told_once(lambda *args, **named: f"{translation.get_language()}{args}{named}")
    for language in ("en", "de", "en"):
        settings.LANGUAGE_CODE = language  # the default for a reader who has chosen none
        assert told(1) == f"{language}(1,){{}}"
        assert told(1, is_told=True) == f"{language}(1,){{'is_told': True}}"
        assert told(Event("a", {}).type) == f"{language}('a',){{}}"
