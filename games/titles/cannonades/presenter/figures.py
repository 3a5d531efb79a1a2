"""The amounts that a game of Cannonades adds to the statistics of its title."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Facts
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Figure, Text
from games.titles.cannonades.cards import GRINS, SHIPS
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.words import COLOUR_NAMES

__all__ = ["FIGURES", "counted"]

_COLOURS: dict[str, Text] = {str(colour): name for colour, name in COLOUR_NAMES.items()}
_GRINS = {"0": _("No grin"), "1": _("One grin"), "2": _("Two grins")}
_EFFECTS = {
    "draw": _("Draw a card"), "discard": _("Make them discard"), "reveal": _("Turn up a ship"), "pass": _("Nothing"),
}  # fmt: skip

FIGURES = (
    Figure(
        "sunk", _("How ships fare"), "rate", _COLOURS.__getitem__,
        _("Of the ships that were shot at or boarded, how many were sunk, by colour."),
    ),
    Figure(
        "grins", _("What grins are hit"), "share", _GRINS.__getitem__,
        _("Ships that were sunk, by their grins."), is_sorted=False,
    ),
    Figure(
        "answers", _("How grins answer"), "share", _EFFECTS.__getitem__,
        _("What crews did when their ship grinned."),
    ),
    Figure(
        "left", _("Ships of the winner"), "share", str, _("How many ships the winner had at the end."), is_sorted=False,
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """Ships attacked and sunk, the answers of grins, and the winner's remaining ships and cards."""
    sums = Sums()
    for kind, facts in events:
        if kind in {"shot", "boarded"}:
            ship, sunk = facts["ship"], int(facts["sunk"])
            sums.add("sunk", SHIPS[ship], sunk)
            if sunk:
                sums.add("grins", str(GRINS[ship]))
        elif kind == "answered":
            sums.add("answers", facts["effect"])
    ranks = view.outcome.ranks if view.outcome else ()
    for seat, rank in enumerate(ranks):
        if rank == 1:
            sums.add("left", str(sum(ship is not None for ship in view.ships[seat])))
    return sums.amounts
