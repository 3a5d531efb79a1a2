"""The question to a seat that must act, the next decision of a move, and the effect of the move."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import Scene, Tally, Text
from games.engine.rules import with_row
from games.titles.nautilus import boards, ocean, scoring
from games.titles.nautilus.boards import COLUMNS, Board, Square, free_square, index_of
from games.titles.nautilus.cards import AXES, CARDS, THERMOSTAT, ChipId
from games.titles.nautilus.explain import board_of, committed_by
from games.titles.nautilus.observe import Committed, View
from games.titles.nautilus.presenter.choices import Picked
from games.titles.nautilus.presenter.ocean import step_to, steps_on
from games.titles.nautilus.presenter.turn import commit_told, final_because
from games.titles.nautilus.presenter.words import (
    SPECIAL_NAMES,
    card_name,
    chip_name,
    signed,
    spot_name,
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

_HAND: dict[str, Text] = {
    "thermostat": gettext_lazy("%(card)s: make one step of any kind."),
    "sailor": gettext_lazy("%(card)s: swap two of your chips, or do nothing."),
    "helmet": gettext_lazy("%(card)s: trade a chip with another player, or do nothing."),
    "depth": gettext_lazy("%(card)s: steer up or down."),
    "course": gettext_lazy("%(card)s: turn the bow right or left."),
    "current": gettext_lazy("%(card)s: turn the ocean clockwise or anticlockwise."),
}


def prompt(view: View, seat: Seat) -> Text:
    """The question to a seat that must act."""
    if view.sailing is None:
        return _commit_asked(view, seat)
    match view.sailing.asked:
        case "anchor":
            return _anchor_asked(view, seat)
        case "arrow":
            return _("An arrow! Make one more step of any kind.")
        case _:
            mine = committed_by(view, seat)
            return _sail(view, view.sailing, mine) if mine else ""


def _commit_asked(view: View, seat: Seat) -> str:
    if view.commit == "sealed":
        asked = _("Choose a card to play face down. The highest sails first.")
    else:
        asked = _("Choose a card to play. The highest sails first.")
    return " ".join((asked, _("You may add a special card."))) if view.specials[seat] else asked


def _anchor_asked(view: View, seat: Seat) -> str:
    words = {"special": SPECIAL_NAMES[view.special_top or ""]}
    if boards.free_square(board_of(view, seat), view.round) is None:
        return _("An anchor! Your row is full, so you can only trade it for %(special)s.") % words
    return _("An anchor! Keep it as a chip, or trade it for %(special)s.") % words


def _sail(view: View, sailing: Sailing, mine: Committed) -> str:
    card, special = mine.card or "", mine.special or ""
    if not sailing.special:
        return str(_HAND[CARDS[card].kind]) % {"card": card_name(card)}
    words = {"special": SPECIAL_NAMES[special]}
    if not sailing.hand:
        return _("Now use %(special)s, or give it up.") % words
    words["card"] = card_name(card)
    if special == THERMOSTAT:
        return _("%(special)s lets you use %(card)s as any hand card.") % words
    if _is_stuck(view, card):
        return _("Every step of %(card)s is blocked: use %(special)s first, or give it up.") % words
    return _("Use %(card)s and %(special)s, in either order.") % words


def _is_stuck(view: View, card: str) -> bool:
    axes = AXES[CARDS[card].kind]
    return bool(axes) and not steps_on(view, axes)


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Points counted so far, and the number chip."""
    if seat in view.left:
        return ()
    number = Tally(
        _("Number chip"), view.order.index(seat) + 1,
        _("The place in the turn order. It changes every turn, and scores points at the end of a round."),
        anchor="committing",
    )  # fmt: skip
    shown = [Tally(_("Points"), view.points[seat]), number]
    if view.specials[seat]:
        shown.append(
            Tally(
                _("Special cards"),
                len(view.specials[seat]),
                _("Traded for anchors. You can add one when you play a card."),
                anchor="special",
            )
        )
    return tuple(shown)


# The current choice


def asked(view: View, scene: Scene, picked: Picked) -> str:
    """A sentence for the current choice; empty if nothing is chosen."""
    if not picked.kind or not picked.is_begun:
        return ""
    if (move := picked.choice.move) is None:
        return _question(view, picked)
    if isinstance(move, Commit):
        return told_of(view, scene, move)  # every commit is final, which the prompt has already said
    return f"{told_of(view, scene, move)} {final_because(view, move)}".strip()


_FIRST: dict[str, Text] = {
    "steer": gettext_lazy("Choose a step for your hand card."),
    "globe": gettext_lazy("Choose a step for the Globe."),
    "swap": gettext_lazy("Choose the first chip to swap."),
    "trade": gettext_lazy("Choose a chip to give."),
    "shift": gettext_lazy("Choose a chip to move."),
    "fish": gettext_lazy("Choose a chip to put into the ocean."),
    "ring": gettext_lazy("Choose a chip to take."),
}
_SECOND: dict[str, Text] = {
    "swap": gettext_lazy("Swap %(chip)s with which chip?"),
    "trade": gettext_lazy("Trade %(chip)s for which chip?"),
    "shift": gettext_lazy("Move %(chip)s to which row?"),
    "fish": gettext_lazy("Swap %(chip)s for which chip in the ocean?"),
    "ring": gettext_lazy("Put %(chip)s in which of your rows?"),
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


def told_of(view: View, scene: Scene, move: Move) -> str:
    """The effect of a move that is chosen step by step."""
    match move:
        case Commit():
            return commit_told(view, view.you or 0, move)
        case Steer(axis, step) | Globe(axis, step):
            found = step_to(view, axis, step)
            words = {"step": found.name, "place": found.spot, "finds": found.finds}
            return _("%(step)s to %(place)s: %(finds)s.") % words
        case Renumber(order):
            return _("New turn order: %(order)s.") % {"order": listed(scene.names[seat] for seat in order)}
        case _:
            return f"{_chips_told(view, scene, move)} {change_told(view, move)}"


def _chips_told(view: View, scene: Scene, move: Move) -> str:
    you = view.you or 0
    match move:
        case Swap(a, b):
            words = {"a": _on(view, you, a), "b": _on(view, you, b)}
            return _("%(a)s and %(b)s swap places.") % words
        case Trade(mine, seat, theirs):
            words = {
                "mine": _on(view, you, mine),
                "theirs": _on(view, seat, theirs),
                "name": scene.names[seat],
            }
            return _("You give %(name)s %(mine)s and get %(theirs)s.") % words
        case Shift(chip, row):
            return _("%(chip)s moves to %(to)s.") % {"chip": _on(view, you, chip), "to": _to(view, row)}
        case Ring(seat, chip, row):
            words = {"chip": _on(view, seat, chip), "name": scene.names[seat], "to": _to(view, row)}
            return _("You take %(chip)s from %(name)s and put it in %(to)s.") % words
        case Fish():
            return _fish_told(view, move)
        case _:
            return ""


def _fish_told(view: View, move: Fish) -> str:
    lying = view.ocean[ocean.index_of(move.place)].lying
    words = {
        "chip": chip_name(lying.chip) if lying and lying.chip else "",
        "mine": _on(view, view.you or 0, move.mine), "place": spot_name(move.place),
    }  # fmt: skip
    return _("You put %(mine)s at %(place)s and get %(chip)s.") % words


def _on(view: View, seat: int, square: tuple[int, int]) -> str:
    return _("%(chip)s (%(square)s)") % {
        "chip": chip_name(chip_on(view, seat, square)),
        "square": square_name(square),
    }


def _to(view: View, row: int) -> str:
    return square_name(landing(view, row))


def button_label(move: Move) -> str:
    """The label of the button that makes the chosen move."""
    match move:
        case Commit():
            return _("Play card")
        case Steer() | Globe():
            return _("Steer there")
        case Swap():
            return _("Swap chips")
        case Trade():
            return _("Trade chips")
        case Renumber():
            return _("Set order")
        case _:
            return _("Take chip") if isinstance(move, Ring | Fish) else _("Move chip")


# The effects of moves that change scoreboards on the reader's own board


def chip_on(view: View, seat: Seat, square: Square) -> ChipId:
    """The chip on a square that has one."""
    return board_of(view, seat)[index_of(square)] or ""


def landing(view: View, row: int) -> Square:
    """The square of the reader's row where a chip would go; the row has room."""
    index = free_square(board_of(view, view.you or 0), row)
    return boards.square_of(index or 0)


def change_told(view: View, move: Move) -> str:
    """The points of the current row and the columns after the move, and now."""
    board = board_of(view, view.you or 0)
    before, after = (_points(one, view.round) for one in (board, _after(view, board, move)))
    words = {"before": signed(before), "after": signed(after)}
    if before == after:
        return _("Your row and columns would still score %(after)s.") % words
    return _("Your row and columns would score %(after)s instead of %(before)s.") % words


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
