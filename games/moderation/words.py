"""Sentences that tell people what a moderator decided about them. The reason is shown beside them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from games.tables.words import until_words


def decision_words(kind: str, facts: Mapping[str, Any]) -> str:
    """The decision as a sentence."""
    if kind == "undo":
        return _taken_back(str(facts.get("kind", "")))
    words = {"until": until_words(_moment(facts["until"])) if "until" in facts else ""}
    if kind == "rename" and "new" in facts:
        words |= facts["new"]
    return _sentence(kind, facts) % words


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text) if text else datetime.now(UTC)


def _sentence(kind: str, facts: Mapping[str, Any]) -> str:
    if kind in ("appoint", "dismiss"):
        return _role_words(kind, str(facts.get("role", "")))
    sentences = {
        "warn": _("A moderator warns you."),
        "mute": _("A moderator has muted you %(until)s: you can read at tables, but not write."),
        "suspend": _("A moderator has suspended your account %(until)s."),
        "ban": _("A moderator has closed your account for good."),
        "rename": _(
            "A moderator has changed your name: you are %(display_name)s now, and log in as %(username)s."
        ),
        "merge": _("A moderator has made one account of two that are yours."),
        "hide": _("A moderator has hidden something that you wrote."),
        "replace": _("A moderator has given your seat at a table to somebody else."),
        "offer": _("A moderator has offered your seat at a table to others."),
        "settle": _("A moderator has settled what you reported."),
        "dispel": _("A moderator has looked at what you reported, and leaves it as it is."),
    }
    return sentences.get(kind, _("A moderator has decided something that concerns you."))


def _role_words(kind: str, role: str) -> str:
    is_chief = role == "administrator"
    if kind == "appoint":
        return _("You are an administrator now.") if is_chief else _("You are a moderator now.")
    return _("You are not an administrator any more.") if is_chief else _("You are not a moderator any more.")


def _taken_back(kind: str) -> str:
    sentences = {
        "mute": _("A moderator lets you write again."),
        "suspend": _("A moderator has ended the suspension of your account."),
        "ban": _("A moderator has opened your account again."),
        "rename": _("A moderator has given you back your name."),
        "hide": _("A moderator shows again what you wrote."),
    }
    return sentences.get(kind, _("A moderator has taken back a decision that concerns you."))
