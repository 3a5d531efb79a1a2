"""What is left to decide while a move is chosen, and what it would do once it is whole."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.presenter import Scene, Text
from games.titles.nautilus.chips import ChipId
from games.titles.nautilus.observe import View
from games.titles.nautilus.ocean import index_of
from games.titles.nautilus.presenter.choice import Choice
from games.titles.nautilus.presenter.committing import commit_told
from games.titles.nautilus.presenter.effects import change_told, chip_on, landing
from games.titles.nautilus.presenter.steps import step_to
from games.titles.nautilus.presenter.words import chip_name, join, place_name, square_name
from games.titles.nautilus.state import Commit, Fish, Globe, Renumber, Ring, Shift, Steer, Swap, Trade

__all__ = ["asked", "button_label"]


def asked(view: View, scene: Scene, choice: Choice) -> str:
    """A sentence for the choice under way; empty while nothing is chosen."""
    if not choice.kind or not choice.is_begun:
        return ""
    if choice.move is not None:
        return _told(view, scene, choice.move)
    return _question(view, choice)


_FIRST: dict[str, Text] = {
    "steer": gettext_lazy("Hand card: choose a step."),
    "globe": gettext_lazy("Globe: choose a step."),
    "swap": gettext_lazy("Swap two of your chips: choose the first."),
    "trade": gettext_lazy("Trade: choose the chip that you give."),
    "shift": gettext_lazy("Special Sailor: choose the chip to move."),
    "fish": gettext_lazy("Special Helmet: choose the chip that you lay into the ocean."),
    "ring": gettext_lazy("Bell: choose the chip that you take."),
}
_SECOND: dict[str, Text] = {
    "swap": gettext_lazy("%(chip)s: with which chip does it swap squares?"),
    "trade": gettext_lazy("%(chip)s: for which chip of another player?"),
    "shift": gettext_lazy("%(chip)s: into which row?"),
    "fish": gettext_lazy("%(chip)s: for which chip of the ocean?"),
    "ring": gettext_lazy("%(chip)s: into which of your rows?"),
}


def _question(view: View, choice: Choice) -> str:
    if choice.kind == "renumber":
        return _("Who gets number chip %(number)d?") % {"number": len(choice.picked) + 1}
    if not choice.picked:
        return str(_FIRST[choice.kind])
    return str(_SECOND[choice.kind]) % {"chip": chip_name(_picked_chip(view, choice))}


def _picked_chip(view: View, choice: Choice) -> ChipId:
    seat, row, column = (int(part) for part in choice.picked[0].removeprefix("b").split("-"))
    return chip_on(view, seat, (row, column))


def _told(view: View, scene: Scene, move: Any) -> str:
    match move:
        case Commit():
            return commit_told(view, view.you or 0, move)
        case Steer(axis, step) | Globe(axis, step):
            found = step_to(view, axis, step)
            words = {"step": found.name, "place": found.place, "finds": found.finds}
            return _("%(step)s, to %(place)s: %(finds)s.") % words
        case Renumber(order):
            return _("Number chips from 1: %(order)s.") % {"order": join(scene.names[seat] for seat in order)}
        case _:
            return f"{_chips_told(view, scene, move)} {change_told(view, move)}"


def _chips_told(view: View, scene: Scene, move: Any) -> str:
    you = view.you or 0
    match move:
        case Swap(a, b):
            words = {"a": _on(view, you, a), "b": _on(view, you, b)}
            return _("%(a)s and %(b)s swap squares.") % words
        case Trade(mine, seat, theirs):
            words = {
                "mine": _on(view, you, mine),
                "theirs": _on(view, seat, theirs),
                "name": scene.names[seat],
            }
            return _("You give %(mine)s and get %(theirs)s of %(name)s.") % words
        case Shift(chip, row):
            return _("%(chip)s moves to %(to)s.") % {"chip": _on(view, you, chip), "to": _to(view, row)}
        case Ring(seat, chip, row):
            words = {"chip": _on(view, seat, chip), "name": scene.names[seat], "to": _to(view, row)}
            return _("You take %(chip)s of %(name)s to %(to)s.") % words
        case _:
            return _fish_told(view, move)


def _fish_told(view: View, move: Fish) -> str:
    lying = view.ocean[index_of(move.place)].lying
    words = {
        "chip": chip_name(lying.chip) if lying and lying.chip else "",
        "mine": _on(view, view.you or 0, move.mine), "place": place_name(move.place),
    }  # fmt: skip
    return _("You lay %(mine)s at %(place)s and get %(chip)s.") % words


def _on(view: View, seat: int, square: tuple[int, int]) -> str:
    return _("%(chip)s (%(square)s)") % {
        "chip": chip_name(chip_on(view, seat, square)),
        "square": square_name(square),
    }


def _to(view: View, row: int) -> str:
    return square_name(landing(view, row))


def button_label(move: Any) -> str:
    """What the button that makes the chosen move says."""
    match move:
        case Commit():
            return _("Commit it")
        case Steer() | Globe():
            return _("Steer there")
        case Swap():
            return _("Swap them")
        case Trade():
            return _("Trade them")
        case Renumber():
            return _("Deal them so")
        case _:
            return _("Take it") if isinstance(move, Ring | Fish) else _("Move it")
