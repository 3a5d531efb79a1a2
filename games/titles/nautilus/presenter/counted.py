"""The count at the end of a round as sentences of the log."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.nautilus.presenter.words import join, signed

__all__ = ["round_counted"]


def round_counted(facts: Facts, names: Names) -> str:
    """Why the round ended, and what each seat got, part by part (NA-16 to NA-20)."""
    parts = [_why(facts)]
    parts += [_seat(names[seat], count) for seat, count in enumerate(facts["seats"]) if count is not None]
    return " ".join(parts)


def _why(facts: Facts) -> str:
    words = {"round": facts["round"]}
    match facts["why"]:
        case "row-full":
            return _("Round %(round)d is over: a row was filled.") % words
        case "last-turn":
            return _("Round %(round)d is over: it has had its twelve turns.") % words
        case _:
            return _("Round %(round)d is over: nothing is left to take.") % words


def _seat(name: str, count: Any) -> str:
    words = {"name": name, "parts": join(_parts(count)), "points": signed(count["points"])}
    return _("%(name)s gets %(parts)s, in all %(points)s.") % words


def _parts(count: Any) -> list[str]:
    row = count["row"]
    matched = sum(match["chip"] is not None for match in row["matches"])
    pictures = ngettext("%(points)d for %(count)d picture", "%(points)d for %(count)d pictures", matched)
    parts = [pictures % {"count": matched, "points": row["points"]}]
    if row["penalty"]:
        parts.append(_("%(points)s for a row not full") % {"points": signed(row["penalty"])})
    parts.append(
        _("%(points)d for number chip %(number)d") % {"number": count["number"], "points": count["bonus"]}
    )
    return parts + [
        _("%(points)d for column %(column)d") % {"column": column["column"], "points": column["points"]}
        for column in count["columns"]
    ]
