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
        "warn": _("A moderator warned you."),
        "mute": _("A moderator muted you %(until)s. You can read chats, but not write in them."),
        "suspend": _("A moderator suspended your account %(until)s."),
        "ban": _("A moderator permanently closed your account."),
        "rename": _(
            "A moderator changed your name. Others now see %(display_name)s, and you log in as %(username)s."
        ),
        "merge": _("A moderator merged your two accounts."),
        "hide": _("A moderator hid a message that you wrote."),
        "replace": _("A moderator gave your seat at a table to another player."),
        "offer": _("A moderator opened your seat at a table for takeover."),
        "settle": _("A moderator resolved your report."),
        "dispel": _("A moderator looked at your report and decided that no action is needed."),
    }
    return sentences.get(kind, _("A moderator made a decision about you."))


def _role_words(kind: str, role: str) -> str:
    is_chief = role == "administrator"
    if kind == "appoint":
        return _("You're now an administrator.") if is_chief else _("You're now a moderator.")
    return _("You're no longer an administrator.") if is_chief else _("You're no longer a moderator.")


def _taken_back(kind: str) -> str:
    sentences = {
        "mute": _("A moderator lifted your mute. You can write in chats again."),
        "suspend": _("A moderator ended your suspension."),
        "ban": _("A moderator reopened your account."),
        "rename": _("A moderator restored your old name."),
        "hide": _("A moderator restored the message that you wrote."),
    }
    return sentences.get(kind, _("A moderator reversed a decision about you."))
