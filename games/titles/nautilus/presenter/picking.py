"""Things to pick for the move under way, as the bar lists them: chips by their owner, places, rows, seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.nautilus.boards import squares_taken
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter.choice import Choice, Target
from games.titles.nautilus.presenter.effects import chip_on, landing
from games.titles.nautilus.presenter.faces import Face, face, shown
from games.titles.nautilus.presenter.steps import board_of
from games.titles.nautilus.presenter.tokens import Token, place_token, row_token, seat_token, square_token
from games.titles.nautilus.presenter.words import place_name, spot_name, square_name

__all__ = ["Group", "Pick", "groups_of"]


@dataclass(frozen=True)
class Pick:
    """One thing to pick."""

    token: Token
    target: Target
    face: Face | None  # of a chip
    text: str  # what is written
    label: str  # the same in full


@dataclass(frozen=True)
class Group:
    """Things of one kind to pick, under a heading."""

    heading: str
    picks: list[Pick]


def groups_of(view: View, scene: Scene, choice: Choice) -> list[Group]:
    """What may be picked next for the kind of move under way, besides hand cards and steps."""
    if choice.kind not in _PICKED:
        return []
    groups = [
        *_chips(view, scene, choice),
        _places(view, choice),
        _rows(view, choice),
        _seats(view, scene, choice),
    ]
    return [group for group in groups if group.picks]


_PICKED = ("swap", "trade", "shift", "fish", "ring", "renumber")


def _chips(view: View, scene: Scene, choice: Choice) -> Iterator[Group]:
    """The reader's own first."""
    for seat in sorted(view.order, key=lambda seat: seat != view.you):
        heading = (
            _("Your chips") if seat == view.you else _("Chips of %(name)s") % {"name": scene.names[seat]}
        )
        yield Group(heading, _chips_of(view, choice, seat))


def _chips_of(view: View, choice: Choice, seat: Seat) -> list[Pick]:
    found = []
    for square in squares_taken(board_of(view, seat)):
        token, lying = square_token(seat, square), face(chip_on(view, seat, square))
        if (target := choice.offers(token)) and _is_open(choice, token):
            label = _("%(chip)s, %(square)s") % {"chip": lying.name, "square": square_name(square)}
            found.append(Pick(token, target, lying, f"{square[0]}·{square[1]}", label))
    return found


def _is_open(choice: Choice, token: Token) -> bool:
    """Not for what is picked already: the board has the way back. The last pick stands beside what it could be else."""
    return token not in choice.picked or (choice.move is not None and token == choice.picked[-1])


def _places(view: View, choice: Choice) -> Group:
    found = []
    for spot in view.ocean:
        token = place_token(spot.place)
        if spot.lying and (target := choice.offers(token)):
            lying = shown(spot.lying)
            label = _("%(chip)s, %(place)s") % {"chip": lying.name, "place": place_name(spot.place)}
            found.append(Pick(token, target, lying, spot_name(spot.place), label))
    return Group(_("White-backed chips in the ocean"), found)


def _rows(view: View, choice: Choice) -> Group:
    found = []
    for row in range(1, view.round + 1):
        if target := choice.offers(row_token(row)):
            text = _("Row %(row)d") % {"row": row}
            label = _("Row %(row)d, onto %(square)s") % {
                "row": row,
                "square": square_name(landing(view, row)),
            }
            found.append(Pick(row_token(row), target, None, text, label))
    return Group(_("Your rows"), found)


def _seats(view: View, scene: Scene, choice: Choice) -> Group:
    found: list[Any] = []
    for seat in sorted(view.order):
        if target := choice.offers(seat_token(seat)):
            found.append(Pick(seat_token(seat), target, None, scene.names[seat], scene.names[seat]))
    return Group(_("Players"), found)
