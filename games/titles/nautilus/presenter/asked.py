"""What a seat that is to act is asked; and what is left to decide in a move under way, or what the move would do."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import Scene, Tally, Text
from games.engine.rows import with_row
from games.titles.nautilus import boards, ocean, scoring
from games.titles.nautilus.boards import COLUMNS, Board, Square, free_square, index_of
from games.titles.nautilus.cards import AXES, CARDS, THERMOSTAT, ChipId
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.presenter.choices import Picked
from games.titles.nautilus.presenter.ocean import board_of, step_to, steps_on
from games.titles.nautilus.presenter.turn import commit_told, committed_by, is_last_to_commit
from games.titles.nautilus.presenter.words import (
    SPECIAL_NAMES,
    card_name,
    chip_name,
    place_name,
    signed,
    square_name,
)
from games.titles.nautilus.state import (
    Commit,
    Fish,
    Globe,
    Move,
    Renumber,
    Ring,
    Sailing,
    Shift,
    Steer,
    Swap,
    Trade,
)

__all__ = ["asked", "button_label", "chip_on", "landing", "prompt", "tallies"]

_HAND: dict[str, Text] = {
    "thermostat": gettext_lazy("You sail with %(card)s: one step on any axis."),
    "sailor": gettext_lazy("You sail with %(card)s: swap two of your chips, or do nothing."),
    "helmet": gettext_lazy("You sail with %(card)s: trade a chip with another player, or do nothing."),
    "depth": gettext_lazy("You sail with %(card)s: steer up or down."),
    "course": gettext_lazy("You sail with %(card)s: turn the bow right or left."),
    "current": gettext_lazy("You sail with %(card)s: turn the sea clockwise or anticlockwise."),
}


def prompt(view: View, seat: Seat) -> Text:
    """What a seat that is to act is asked."""
    if view.sailing is None:
        return _commit_asked(view, seat)
    match view.sailing.asked:
        case "anchor":
            return _anchor_asked(view, seat)
        case "arrow":
            return _("The submarine has met an arrow: steer one more step, on any axis.")
        case _:
            mine = committed_by(view, seat)
            return _sail(view, view.sailing, mine) if mine else ""


def _commit_asked(view: View, seat: Seat) -> str:
    parts = [_("Choose a hand card for this turn; the highest sails first.")]
    if view.commit == "sealed":
        parts.append(_("The others see it when all have committed."))
    elif is_last_to_commit(view, seat):
        parts.append(_("All others have committed."))
    if view.specials[seat]:
        parts.append(_("You may add a special card."))
    return " ".join(parts)


def _anchor_asked(view: View, seat: Seat) -> str:
    words = {"special": SPECIAL_NAMES[view.special_top or ""]}
    if boards.free_square(board_of(view, seat), view.round) is None:
        return _("An anchor! Your row is full, so it can only be given for %(special)s.") % words
    return (
        _("An anchor! Put it on your board as a chip, or give it for the special card %(special)s.") % words
    )


def _sail(view: View, sailing: Sailing, mine: Committed) -> str:
    card, special = mine.card or "", mine.special or ""
    if not sailing.special:
        return str(_HAND[CARDS[card].kind]) % {"card": card_name(card)}
    words = {"special": SPECIAL_NAMES[special]}
    if not sailing.hand:
        return _("Now use %(special)s, or give it up.") % words
    words["card"] = card_name(card)
    if special == THERMOSTAT:
        return _("You sail: with %(special)s your %(card)s may be carried out as any hand card.") % words
    if _is_stuck(view, card):
        return _("No step is open for %(card)s now: use %(special)s first, or give it up.") % words
    return _("You sail: carry out %(card)s and %(special)s, in the order that you like.") % words


def _is_stuck(view: View, card: str) -> bool:
    axes = AXES[CARDS[card].kind]
    return bool(axes) and not steps_on(view, axes)


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Points counted so far, and the number chip."""
    if seat in view.left:
        return ()
    shown = [Tally(_("Points"), view.points[seat]), Tally(_("Number chip"), view.order.index(seat) + 1)]
    if view.specials[seat]:
        shown.append(Tally(_("Special cards"), len(view.specials[seat])))
    return tuple(shown)


# A move under way


def asked(view: View, scene: Scene, picked: Picked) -> str:
    """A sentence for the choice under way; empty while nothing is chosen."""
    if not picked.kind or not picked.is_begun:
        return ""
    if picked.choice.move is not None:
        return _told(view, scene, picked.choice.move)
    return _question(view, picked)


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


def _question(view: View, picked: Picked) -> str:
    if picked.kind == "renumber":
        return _("Who gets number chip %(number)d?") % {"number": len(picked.picks) + 1}
    if not picked.picks:
        return str(_FIRST[picked.kind])
    return str(_SECOND[picked.kind]) % {"chip": chip_name(_picked_chip(view, picked))}


def _picked_chip(view: View, picked: Picked) -> ChipId:
    seat, row, column = (int(part) for part in picked.picks[0].removeprefix("b").split("-"))
    return chip_on(view, seat, (row, column))


def _told(view: View, scene: Scene, move: Move) -> str:
    match move:
        case Commit():
            return commit_told(view, view.you or 0, move)
        case Steer(axis, step) | Globe(axis, step):
            found = step_to(view, axis, step)
            words = {"step": found.name, "place": found.place, "finds": found.finds}
            return _("%(step)s, to %(place)s: %(finds)s.") % words
        case Renumber(order):
            return _("Number chips from 1: %(order)s.") % {
                "order": listed(scene.names[seat] for seat in order)
            }
        case _:
            return f"{_chips_told(view, scene, move)} {change_told(view, move)}"


def _chips_told(view: View, scene: Scene, move: Move) -> str:
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
        case Fish():
            return _fish_told(view, move)
        case _:
            return ""


def _fish_told(view: View, move: Fish) -> str:
    lying = view.ocean[ocean.index_of(move.place)].lying
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


def button_label(move: Move) -> str:
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


# What moves that change scoreboards would do to the reader's own board


def chip_on(view: View, seat: Seat, square: Square) -> ChipId:
    """The chip on a square that bears one."""
    return board_of(view, seat)[index_of(square)] or ""


def landing(view: View, row: int) -> Square:
    """The square of the reader's row to which a chip would go; the row has room."""
    index = free_square(board_of(view, view.you or 0), row)
    return boards.square_of(index or 0)


def change_told(view: View, move: Move) -> str:
    """How the running row and the columns would count after the move, and how they do now."""
    board = board_of(view, view.you or 0)
    before, after = (_points(one, view.round) for one in (board, _after(view, board, move)))
    words = {"before": signed(before), "after": signed(after)}
    if before == after:
        return _("Your row and columns would count %(after)s as before.") % words
    return _("Your row and columns would count %(after)s instead of %(before)s.") % words


def _points(board: Board, round_: int) -> int:
    row = scoring.count_row(board, round_)
    columns = (scoring.count_column(board, column, round_).points for column in range(1, COLUMNS + 1))
    return row.points + row.penalty + sum(columns)


def _after(view: View, board: Board, move: Move) -> Board:
    match move:
        case Swap(a, b):
            first, second = board[index_of(a)], board[index_of(b)]
            return with_row(with_row(board, index_of(a), second), index_of(b), first)
        case Trade(mine, seat, theirs):
            return with_row(board, index_of(mine), chip_on(view, seat, theirs))
        case Shift(chip, row):
            lifted = with_row(board, index_of(chip), None)
            return with_row(lifted, index_of(landing(view, row)), board[index_of(chip)])
        case Ring(seat, chip, row):
            return with_row(board, index_of(landing(view, row)), chip_on(view, seat, chip))
        case Fish(mine, place):
            lying = view.ocean[ocean.index_of(place)].lying
            return with_row(board, index_of(mine), lying.chip if lying else None)
        case _:
            return board
