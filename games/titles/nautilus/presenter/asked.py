"""The question to a seat that must act, the next decision in a move, and the move's effect."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.kit import labelled, listed
from games.engine.presenter import Scene, Tally, Text
from games.engine.rules import with_row
from games.titles.nautilus import ocean, scoring
from games.titles.nautilus.cards import AXES, CARDS, THERMOSTAT, ChipId
from games.titles.nautilus.explain import board_of, committed_by
from games.titles.nautilus.observe import View
from games.titles.nautilus.presenter import words
from games.titles.nautilus.presenter.choices import Picked
from games.titles.nautilus.presenter.ocean import step_to, steps_on
from games.titles.nautilus.presenter.turn import commit_text, final_because
from games.titles.nautilus.presenter.words import SPECIAL_NAMES, card_name, chip_name, signed, square_name
from games.titles.nautilus.scoring import COLUMNS, Board, Square, free_square, index_of
from games.titles.nautilus.state import Commit, Fish, Globe, Move, Renumber, Ring, Shift, Steer, Swap, Trade


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
            return _sail(view, seat, hand=view.sailing.hand, special=view.sailing.special)


def _commit_asked(view: View, seat: Seat) -> str:
    if view.specials[seat]:
        return _("Choose a card to play; you may add a special one.")
    return _("Choose a card to play face down.") if view.commit == "sealed" else _("Choose a card to play.")


def _anchor_asked(view: View, seat: Seat) -> str:
    told = {"special": SPECIAL_NAMES[view.special_top or ""]}
    if free_square(board_of(view, seat), view.round) is None:
        return _("An anchor! Your row is full, so you can only trade the anchor for %(special)s.") % told
    return _("An anchor! Keep it as a chip, or trade it for %(special)s.") % told


def _sail(view: View, seat: Seat, *, hand: bool, special: bool) -> str:
    mine = committed_by(view, seat)
    if mine is None or mine.card is None:
        return ""
    axes = AXES[CARDS[mine.card].kind]
    told = {"card": card_name(mine.card), "special": SPECIAL_NAMES.get(mine.special or "", "")}
    if not special:
        return labelled(told["card"], words.HAND_EFFECTS[CARDS[mine.card].kind])
    if not hand:
        return _("Now use %(special)s, or give it up.") % told
    if mine.special == THERMOSTAT:
        return _("%(special)s lets you use %(card)s as any hand card.") % told
    if axes and not steps_on(view, axes):
        return _("Every step of %(card)s is blocked: use %(special)s first, or give it up.") % told
    return _("Use %(card)s and %(special)s, in either order.") % told


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Points scored so far, the number chip, and special cards if there are any."""
    if seat in view.left:
        return ()
    number = _("The place in the turn order. It changes every turn, and scores points at the end of a round.")
    special = _("Traded for anchors. You can add one when you play a card.")
    shown = (
        Tally(_("Points"), view.points[seat], sign="points"),
        Tally(_("Number chip"), view.order.index(seat) + 1, number, "committing", sign="number"),
        Tally(_("Special cards"), len(view.specials[seat]), special, anchor="special"),
    )
    return shown if view.specials[seat] else shown[:2]


# The current choice


def asked(view: View, scene: Scene, picked: Picked) -> str:
    """A sentence for the current choice; empty if nothing is chosen."""
    if not picked.kind or not picked.is_begun:
        return ""
    if (move := picked.choice.move) is None:
        return _question(view, picked)
    return f"{told_of(view, scene, move)} {final_because(view, scene, move)}".strip()


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
    seat, row, column = (int(part) for part in picked.picks[0].removeprefix("b").split("-"))
    return str(_SECOND[picked.kind]) % {"chip": chip_name(chip_on(view, seat, (row, column)))}


def told_of(view: View, scene: Scene, move: Move) -> str:
    """What a move that is chosen step by step will do."""
    match move:
        case Commit():
            return commit_text(view, view.you or 0, move)
        case Steer(axis, step) | Globe(axis, step):
            found = step_to(view, axis, step)
            told = {"step": found.name, "place": found.spot, "finds": found.finds}
            return _("%(step)s to %(place)s: %(finds)s.") % told
        case Renumber(order):
            return _("New turn order: %(order)s.") % {"order": listed(scene.names[seat] for seat in order)}
        case _:
            return f"{_chips_text(view, scene, move)} {_change_text(view, move)}"


def _chips_text(view: View, scene: Scene, move: Move) -> str:
    you = view.you or 0
    match move:
        case Swap(a, b):
            return _("%(a)s and %(b)s swap places.") % {"a": _on(view, you, a), "b": _on(view, you, b)}
        case Trade(mine, seat, theirs):
            told = {
                "mine": _on(view, you, mine),
                "theirs": _on(view, seat, theirs),
                "name": scene.names[seat],
            }
            return _("You give %(name)s %(mine)s and get %(theirs)s.") % told
        case Shift(chip, row):
            told = {"chip": _on(view, you, chip), "to": square_name(landing(view, row))}
            return _("%(chip)s moves to %(to)s.") % told
        case Ring(seat, chip, row):
            told = {
                "chip": _on(view, seat, chip),
                "name": scene.names[seat],
                "to": square_name(landing(view, row)),
            }
            return _("You take %(chip)s from %(name)s and put it in %(to)s.") % told
        case Fish(mine, place):
            told = {"mine": _on(view, you, mine), "place": words.spot_name(place)}
            told["chip"] = chip_name(_fished(view, move) or "")
            return _("You put %(mine)s at %(place)s and get %(chip)s.") % told
        case _:
            return ""


def _on(view: View, seat: int, square: Square) -> str:
    told = {"chip": chip_name(chip_on(view, seat, square)), "square": square_name(square)}
    return _("%(chip)s (%(square)s)") % told


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


# How moves that change scoreboards affect the reader's own board


def chip_on(view: View, seat: Seat, square: Square) -> ChipId:
    """The chip on a square that has one."""
    return board_of(view, seat)[index_of(square)] or ""


def landing(view: View, row: int) -> Square:
    """The square in the reader's row where a chip would go; the row must have room."""
    return scoring.square_of(free_square(board_of(view, view.you or 0), row) or 0)


def _fished(view: View, move: Fish) -> ChipId | None:
    lying = view.ocean[ocean.index_of(move.place)].lying
    return lying.chip if lying else None


def _change_text(view: View, move: Move) -> str:
    """The points of the current row and the columns after the move, and now."""
    board = board_of(view, view.you or 0)
    before, after = (_points(one, view.round) for one in (board, _after(view, board, move)))
    told = {"before": signed(before), "after": signed(after)}
    if before == after:
        return _("Your row and columns would still score %(after)s.") % told
    return _("Your row and columns would score %(after)s instead of %(before)s.") % told


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
        case Fish(mine):
            return with_row(board, index_of(mine), _fished(view, move))
        case _:
            return board
