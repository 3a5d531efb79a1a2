"""What the site says of clocks, deadlines and agreements: words for values that know no language."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.clock.clocks import DAY, HOUR, Bank, Clock, Fixed
from games.engine.presenter import Names

__all__ = [
    "answer_words", "clock_words", "end_words", "note_sentence", "proposal_words", "reply_words", "span_words",
    "step_words",
]  # fmt: skip


def span_words(seconds: int) -> str:
    """A span in the largest unit that gives a whole number: "3 days", "36 hours"."""
    if seconds % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    hours = round(seconds / HOUR)
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


def clock_words(clock: Clock) -> str:
    """A clock in a line: "3 days per move"."""
    match clock:
        case Fixed(move, _answer):
            return _("%(span)s per move") % {"span": span_words(move)}
        case Bank(start, increment, cap, _answer):
            return _("bank of %(start)s, %(increment)s more per move, up to %(cap)s") % {
                "start": span_words(start), "increment": span_words(increment), "cap": span_words(cap),
            }  # fmt: skip
        case _no_clock:
            return _("no clock")


def answer_words(clock: Clock) -> str:
    """What answers out of turn have at least; empty where that makes no difference."""
    match clock:
        case Fixed(move, answer) if answer > move:
            return span_words(answer)
        case Bank():
            return span_words(clock.answer)
        case _no_matter:
            return ""


def reply_words(seconds: int | None) -> str:
    """How soon a player usually replies; empty as long as nobody knows."""
    if seconds is None:
        return ""
    hours = max(1, -(-seconds // HOUR))
    if hours <= 36:
        return ngettext("usually within %(count)d hour", "usually within %(count)d hours", hours) % {
            "count": hours
        }
    days = -(-hours // 24)
    return ngettext("usually within %(count)d day", "usually within %(count)d days", days) % {"count": days}


def step_words(reason: str) -> str:
    """Why a deadline moved on to where it is after this step."""
    words = {
        "clock": _("by the clock of the table"),
        "agreed": _("and what the table has agreed to add"),
        "sleep": _("after the night"),
        "day-off": _("after the day off"),
        "rest": _("after nights and days off of the player's calendar"),
        "vacation": _("after the vacation, at noon of the day after"),
        "budget": _("as far as the budget of nights and days off goes"),
        "notice": _("a day after the vacation was called off"),
        "changed": _("because what is asked has changed"),
    }
    return words[reason]


def proposal_words(kind: str, days: int) -> str:
    """What is proposed, to be put after "proposes"."""
    words = {
        "end": _("to end the game as it stands: all who are in it share the first rank"),
        "cancel": _("to call the game off, without a result"),
        "pause": _("to stop all clocks for %(span)s"),
        "resume": _("to let the clocks run again"),
        "extend": _("to give %(span)s more to all who are asked now"),
    }
    return words[kind] % {"span": span_words(days * DAY)}


def note_sentence(type_: str, facts: Mapping[str, Any], names: Names) -> str:
    """A note of the log as a sentence."""
    words = {**facts, "name": names[facts["seat"]] if "seat" in facts else ""}
    if "kind" in facts:
        words["what"] = proposal_words(facts["kind"], facts["days"])
    if type_ == "vacation":
        words |= {"first": _day(facts["first"]), "last": _day(facts["last"])}
    return _note(type_) % words


def _note(type_: str) -> str:
    sentences = {
        "proposed": _("%(name)s proposes %(what)s."),
        "voted": _("%(name)s agrees."),
        "declined": _("%(name)s does not want that."),
        "agreed": _("%(name)s agrees, and with that all do: %(what)s."),
        "resumed": _("The pause is over."),
        "seat-offered": _("%(name)s has not played for long: the seat is offered to others."),
        "seat-held": _("A moderator pauses the table until %(name)s can play again."),
        "seat-back": _("%(name)s can play again: the table goes on."),
        "seat-put-up": _("A moderator offers the seat of %(name)s to others."),
        "seat-merged": _("%(name)s goes on here with another account."),
        "taken-over": _("%(name)s takes over the seat of %(former)s."),
        "vacation": _("%(name)s is on vacation from %(first)s to %(last)s."),
    }
    return sentences[type_]


def _day(text: str) -> str:
    return formats.date_format(date.fromisoformat(text), pgettext("date format", "j M"))


def end_words(reason: str) -> str:
    """Why a game ended, where no rule ended it; empty for an end by the rules."""
    return {"agreed": _("All agreed to end the game as it stood.")}.get(reason, "")
