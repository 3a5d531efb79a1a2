"""What is wrong with an uploaded deck, for people: the reasons of `deck.parsing`, to be translated."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.titles.cardline.deck import Fault

__all__ = ["FAULT_WORDS", "fault_words"]

FAULT_WORDS: dict[str, Any] = {
    "encoding": _("this is not text in UTF-8"),
    "size": _("the file has more than %(most)d bytes"),
    "csv": _("this is not CSV: %(error)s"),
    "columns": _("the first line must name the columns %(columns)s"),
    "fields": _("expected %(expected)d fields, but got %(got)d"),
    "empty": _("the %(column)s is empty"),
    "unprintable": _("the %(column)s holds a character that cannot be shown: U+%(character)s"),
    "long": _("the %(column)s has more than %(most)d characters"),
    "id": _("the id %(value)s is not made of the letters a-z and digits, joined by single hyphens"),
    "twice": _("the %(column)s %(value)s stands in line %(first)d already"),
    "side": _("the side must be hero or villain, not %(value)s"),
    "whole": _("the %(column)s must be a whole number, not %(value)s"),
    "range": _("the %(column)s must be from %(least)d to %(greatest)d, not %(value)s"),
    "few": _("a deck needs at least %(least)d cards, and this has %(got)d"),
    "many": _("a deck has at most %(most)d cards, and this is one more"),
}


def fault_words(fault: Fault) -> str:
    """The fault as a sentence without its full stop, in the reader's language."""
    return str(FAULT_WORDS[fault.code]) % fault.values
