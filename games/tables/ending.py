"""The result box of a finished table: who won, why, and the ranks. It is the same for all titles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import listed
from games.engine.presenter import Ending, Names, Presenter
from games.models import Seat, Table
from games.tables.panels import Visit


@dataclass(frozen=True)
class ResultLine:
    """One seat of the result: its rank, and points or how it left."""

    seat: Seat
    name: str
    is_mine: bool
    told: str  # points, or how the seat left; may be empty


@dataclass(frozen=True)
class Result:
    """The contents of the result box."""

    headline: str
    lines: tuple[ResultLine, ...]  # best first
    ending: Ending  # from the title; empty if the rules did not end the game


def result_of(visit: Visit, presenter: Presenter, view: Any) -> Result | None:
    """The result for the reader; None while the game runs or if it has no result.

    `view` is what the reader sees after the rules ended the game. It is None if people ended it earlier: then the
    title adds nothing, and hidden cards stay hidden.
    """
    table, names = visit.table, visit.names
    if not table.is_finished:
        return None
    ranked = sorted(visit.seats, key=lambda seat: (seat.rank or 0, seat.number))
    lines = tuple(
        ResultLine(seat, names[seat.number], seat is visit.mine, _points_text(table, seat, ranked, names))
        for seat in ranked
    )
    return Result(_headline(lines), lines, Ending() if view is None else presenter.ending(view, names))


def _headline(lines: Sequence[ResultLine]) -> str:
    winners = [line for line in lines if line.seat.rank == 1]
    if len(winners) == len(lines) == 2:
        return _("The game is over: a draw.")
    if len(winners) > 1:
        return _("The game is over: %(names)s share first place.") % {
            "names": listed(line.name for line in winners)
        }
    if not winners:
        return _("The game is over.")
    if winners[0].is_mine:
        return _("The game is over: you win!")
    return _("The game is over: %(name)s wins.") % {"name": winners[0].name}


def _points_text(table: Table, seat: Seat, ranked: Sequence[Seat], names: Names) -> str:
    """The points of a player who stayed. Leavers show none, because their points would look like a result."""
    if seat.has_left:
        return _leaving_text(table, seat, ranked, names)
    if table.reason == "left":
        return _("stayed to the end")
    if seat.score is None:
        return ""
    return ngettext("%(count)d point", "%(count)d points", seat.score) % {"count": seat.score}


def _leaving_text(table: Table, seat: Seat, ranked: Sequence[Seat], names: Names) -> str:
    """When a player left, compared with other leavers. They rank below all others, the latest leaver first."""
    leavers = [other for other in reversed(ranked) if other.has_left]
    if len(leavers) == 1 or table.reason in ("agreed", "decision"):  # people may have chosen other ranks
        return _("left the game")
    place = leavers.index(seat)
    if place == 0:
        return _("left first")
    if place == len(leavers) - 1:
        return _("left last")
    return _("left after %(name)s") % {"name": names[leavers[place - 1].number]}
