"""Texts about clocks, deadlines, agreements, notes, and how games end."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from accounts.models import reliability
from games.clock.clocks import DAY, HOUR, Bank, Clock, Fixed
from games.engine.presenter import Names, Text
from games.models import Table
from games.presenters import PRESENTERS


def _days(days: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def _hours(hours: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def span_words(seconds: int) -> str:
    """A duration in the largest unit that divides it: "3 days", "36 hours"."""
    return _hours(round(seconds / HOUR)) if seconds % DAY else _days(seconds // DAY)


def rough_span(span: timedelta) -> str:
    """The time until something happens, rounded as people say it: "2 days", "36 hours", "5 minutes"."""
    unit, count = _rounded(span)
    match unit:
        case "minute":
            return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}
        case "hour":
            return _hours(count)
        case _:
            return _days(count)


def _rounded(span: timedelta) -> tuple[str, int]:
    """A unit, and how many of it."""
    minutes = max(1, round(span.total_seconds() / 60))
    if minutes < 90:
        return "minute", minutes
    hours = round(minutes / 60)
    return ("hour", hours) if hours < 42 else ("day", round(hours / 24))


_COMING = {
    "minute": ngettext_lazy("in %(count)d minute", "in %(count)d minutes", "count"),
    "hour": ngettext_lazy("in %(count)d hour", "in %(count)d hours", "count"),
    "day": ngettext_lazy("in %(count)d day", "in %(count)d days", "count"),
}
_GONE = (  # each with its length in minutes
    (525_600, ngettext_lazy("%(count)d year ago", "%(count)d years ago", "count")),
    (43_830, ngettext_lazy("%(count)d month ago", "%(count)d months ago", "count")),
    (10_080, ngettext_lazy("%(count)d week ago", "%(count)d weeks ago", "count")),
    (1440, ngettext_lazy("%(count)d day ago", "%(count)d days ago", "count")),
    (60, ngettext_lazy("%(count)d hour ago", "%(count)d hours ago", "count")),
    (1, ngettext_lazy("%(count)d minute ago", "%(count)d minutes ago", "count")),
)


def coming_words(span: timedelta) -> str:
    """The time until something happens, rounded like `rough_span`: "in 2 days"."""
    unit, count = _rounded(span)
    return _COMING[unit] % {"count": count}


def gone_words(span: timedelta) -> str:
    """The time since something happened, at least a minute, in whole units: "2 days ago"."""
    minutes = max(1, int(span.total_seconds() // 60))
    length, words = next((length, words) for length, words in _GONE if length <= minutes)
    return words % {"count": minutes // length}


def reply_words(seconds: int | None) -> str:
    """A player's usual reply time; empty if unknown."""
    if seconds is None:
        return ""
    hours = max(1, -(-seconds // HOUR))
    return _("usually within %(span)s") % {"span": _hours(hours) if hours <= 36 else _days(-(-hours // 24))}


_RELIABLE = (
    (100, gettext_lazy("always in time")), (90, gettext_lazy("almost always in time")),
    (75, gettext_lazy("usually in time")), (0, gettext_lazy("often late")),
)  # fmt: skip


def reliability_words(punctuality: str) -> str:
    """How reliably a player decides in time, in words and as a figure: "usually in time (90%)"."""
    share = reliability(punctuality)
    if share is None:
        return _("new player")
    words = next(words for least, words in _RELIABLE if share >= least)
    return f"{words} ({share}%)"


def clock_words(clock: Clock) -> str:
    """A clock in a few words: "3 days per move"."""
    match clock:
        case Fixed(move, _answer):
            return _("%(span)s per move") % {"span": span_words(move)}
        case Bank(start, increment, cap, _answer):
            return _("bank of %(start)s, plus %(increment)s per move, up to %(cap)s") % {
                "start": span_words(start), "increment": span_words(increment), "cap": span_words(cap),
            }  # fmt: skip
        case _no_clock:
            return _("no clock")


def answer_words(clock: Clock) -> str:
    """The minimum time for replies out of turn; empty if it makes no difference."""
    match clock:
        case Fixed(move, answer) if answer > move:
            return span_words(answer)
        case Bank():
            return span_words(clock.answer)
        case _no_matter:
            return ""


def step_words(reason: str) -> str:
    """Why this step moved the deadline."""
    words = {
        "clock": _("by the table's clock"),
        "agreed": _("and the time that the players agreed to add"),
        "sleep": _("after the night"),
        "day-off": _("after the day off"),
        "rest": _("after the nights and days off in the player's calendar"),
        "vacation": _("after the vacation, at noon the next day"),
        "margin": _("two waking hours after the rest, or a quarter of the clock if that is less"),
        "budget": _("as far as the budget for nights and days off allows"),
        "notice": _("a day after the vacation was cancelled"),
        "changed": _("because the question has changed"),
    }
    return words[reason]


def proposal_words(kind: str, days: int) -> str:
    """The proposal as a phrase that follows "proposes"."""
    words = {
        "end": _("to end the game now, with everybody still in it sharing first place"),
        "cancel": _("to call off the game, without a result"),
        "pause": _("to stop all clocks for %(span)s"),
        "resume": _("to end the pause"),
        "extend": _("to give the current players %(span)s more"),
        "upgrade": _("to switch to the current rules, which have changed since the game began"),
    }
    return words[kind] % {"span": span_words(days * DAY)}


def note_sentence(type_: str, facts: Mapping[str, Any], names: Names) -> str:
    """A note of the log as a sentence."""
    if type_ == "moderated":
        return decision_sentence(facts, names)
    words = {**facts, "name": names[facts["seat"]] if "seat" in facts else ""}
    if "kind" in facts:
        words["what"] = proposal_words(facts["kind"], facts["days"])
    if type_ == "vacation" and "first" not in facts:  # the account was erased
        return _("%(name)s announced a vacation.") % words
    if type_ == "vacation":
        words |= {"first": _day(facts["first"]), "last": _day(facts["last"])}
    return _note_text(type_) % words


def _note_text(type_: str) -> str:
    sentences = {
        "proposed": _("%(name)s proposes %(what)s."),
        "voted": _("%(name)s agrees."),
        "declined": _("%(name)s declined."),
        "agreed": _("%(name)s agrees, and now everybody does: %(what)s."),
        "resumed": _("The pause is over."),
        "seat-offered": _("%(name)s has been away too long. The seat is open for takeover."),
        "seat-held": _("A moderator paused the table until %(name)s can play again."),
        "seat-back": _("%(name)s can play again. The game continues."),
        "seat-put-up": _("A moderator opened %(name)s's seat for takeover."),
        "seat-merged": _("%(name)s now plays from another account."),
        "rules-missing": _("The game has stopped: this site no longer supports its rules."),
        "rules-back": _("This site supports the rules of this game again. The game continues."),
        "seat-kept": _("%(name)s ran out of time. A bot plays until they return."),
        "seat-returned": _("%(name)s is back."),
        "taken-over": _("%(name)s took over %(former)s's seat."),
        "new-seed": _(
            "The game continues with a new seed, because the old one was public. Its commitment: %(commitment)s."
        ),
        "upgraded": _("The game now follows the current rules."),
        "vacation": _("%(name)s is on vacation from %(first)s to %(last)s."),
    }
    return sentences[type_]


def decision_sentence(facts: Mapping[str, Any], names: Names) -> str:
    """A moderator's decision and its reason, as a sentence."""
    seat = names[facts["seat"]] if "seat" in facts else ""
    words = {**facts, "seat": seat, "span": span_words(facts.get("days", 0) * DAY)}
    done = (
        _undo_effect(facts["undone"])
        if "undone" in facts
        else _decision_text(facts["decision"], facts) % words
    )
    return _("%(done)s The reason: %(reason)s") % {"done": done, "reason": facts["reason"]}


def _decision_text(kind: str, facts: Mapping[str, Any]) -> str:
    moves = ngettext(
        "A moderator takes back the last move.",
        "A moderator takes back the last %(count)d moves.",
        facts.get("count", 1),
    )
    sentences = {
        "hold": _("A moderator pauses the table.")
        if not facts.get("days")
        else _("A moderator pauses the table for %(span)s."),
        "go-on": _("A moderator resumes the table."),
        "extend": _("A moderator gives the current players %(span)s more."),
        "cancel": _("A moderator calls off the game, without a result."),
        "rewind": moves,
        "default": _("A moderator plays the safe move for %(seat)s."),
        "replace": _("A moderator gives %(former)s's seat to %(name)s."),
        "offer": _("A moderator opens %(seat)s's seat for takeover."),
        "finish": _("A moderator ends the game and decides the ranks."),
    }
    return sentences[kind]


def _undo_effect(kind: str) -> str:
    """What undoing such a decision does to the table."""
    sentences = {
        "hold": _("A moderator undoes the pause."),
        "go-on": _("A moderator pauses the table again."),
        "extend": _("A moderator takes back the extra time, except what was used."),
        "cancel": _("A moderator resumes the game that was called off."),
        "rewind": _("A moderator undoes the rewind, so the moves count again."),
        "replace": _("A moderator gives the seat back to its former player."),
        "offer": _("A moderator closes the seat for takeover."),
        "finish": _("A moderator resumes the game that a moderator had ended."),
    }
    return sentences.get(kind, _("A moderator undoes a decision."))


def _day(text: str) -> str:
    return formats.date_format(date.fromisoformat(text), pgettext("date format", "j M"))


def reason_words(table: Table) -> Text:
    """Why a finished game ended: by its players, a moderator or the rules of its title; else empty."""
    if not table.is_finished:
        return ""
    words = {
        "agreed": _("The players agreed to end the game."),
        "decision": _("A moderator ended the game and decided the ranks."),
    }
    return words.get(table.reason) or PRESENTERS[table.title].reasons.get(table.reason, "")


_NO_END = 9999  # the year that means "permanently"


def until_words(until: datetime) -> str:
    """An end time in the reader's zone, as a phrase that follows a state: "until Tuesday 24 Nov, 18:40"."""
    if until.year >= _NO_END:
        return _("permanently")
    # Translators: a date and time, in the letters of Django's date format.
    moment = formats.date_format(timezone.localtime(until), pgettext("date format", "l j M Y, H:i"))
    return _("until %(moment)s") % {"moment": moment}
