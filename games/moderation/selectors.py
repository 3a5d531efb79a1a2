"""Decisions as the people concerned may read them (without the moderator), reports, and the access audit."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import AccessRecord, Decision, Member, Report, Seat
from games.pages.paging import Slice, slice_of
from games.tables.panels import Visit
from games.tables.words import until_words

REPORTS = 50  # on the page of one person


@dataclass(frozen=True)
class DecisionLine:
    """A decision about the reader."""

    decision: Decision
    words: str

    @property
    def is_new(self) -> bool:
        """Whether the reader has not confirmed it yet."""
        return self.decision.seen_at is None


def line_of(decision: Decision) -> DecisionLine:
    """Return the decision with its sentence."""
    return DecisionLine(decision, decision_words(decision.kind, decision.facts))


def decisions_about(user: User, before: int | None = None) -> tuple[Slice[Decision], list[DecisionLine]]:
    """Decisions about the reader, newest first, including those about accounts merged into the reader's."""
    rows = Decision.objects.filter(Q(person=user) | Q(person__merged_into=user)).select_related("table")
    rows = rows.exclude(kind=Decision.Kind.CONNECT)  # it decides nothing, and the person must not see it
    slice_ = slice_of(rows.defer("table__state", "table__seed"), before)
    return slice_, [line_of(decision) for decision in slice_]


def in_force(person: User) -> DecisionLine | None:
    """The decision that currently prevents the person from logging in."""
    kinds = (Decision.Kind.SUSPEND, Decision.Kind.BAN)
    found = Decision.objects.filter(person=person, kind__in=kinds, undone_by=None).order_by("-pk").first()
    return None if found is None else line_of(found)


def reports_by(user: User) -> list[Report]:
    """The reader's reports, newest first."""
    return list(
        Report.objects.filter(by=user).select_related("person", "table").order_by("-made_at")[:REPORTS]
    )


def access_audit_panel(visit: Visit) -> list[AccessRecord] | None:
    """Which moderators saw hidden information, and why. Everybody can read this after the game; None if nobody did."""
    table = visit.table
    if table.is_running or not table.state:
        return None
    return list(AccessRecord.objects.filter(table=table).order_by("pk")) or None


def reports_readable_by(user: User) -> QuerySet[Report]:
    """Reports that a moderator may read: not about themselves, a table where they play, or a circle of theirs."""
    sits = Seat.objects.filter(table=OuterRef("table"), user=user)
    among = Member.objects.filter(
        Q(circle=OuterRef("circle")) | Q(circle=OuterRef("line__circle")), user=user
    )
    others = Report.objects.exclude(person=user).exclude(line__user=user)
    return others.exclude(Exists(sits)).exclude(Exists(among))


def decision_words(kind: str, facts: Mapping[str, Any]) -> str:
    """The decision as a sentence."""
    if kind == "undo":
        return _undo_sentence(str(facts.get("kind", "")))
    words = {
        "until": until_words(_moment(facts["until"])) if "until" in facts else "", "name": facts.get("name", ""),
    }  # fmt: skip
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
        "circle": _("A moderator changed the name or description of your circle. It is now called %(name)s."),
        "disband": _("A moderator closed your circle %(name)s."),
        "dispel": _("A moderator looked at your report and decided that no action is needed."),
    }
    return sentences.get(kind, _("A moderator made a decision about you."))


def _role_words(kind: str, role: str) -> str:
    is_chief = role == "administrator"
    if kind == "appoint":
        return _("You're now an administrator.") if is_chief else _("You're now a moderator.")
    return _("You're no longer an administrator.") if is_chief else _("You're no longer a moderator.")


def _undo_sentence(kind: str) -> str:
    sentences = {
        "mute": _("A moderator lifted your mute. You can write in chats again."),
        "suspend": _("A moderator ended your suspension."),
        "ban": _("A moderator reopened your account."),
        "rename": _("A moderator restored your old name."),
        "hide": _("A moderator restored the message that you wrote."),
    }
    return sentences.get(kind, _("A moderator reversed a decision about you."))
