"""The reader's choices: a card in hand or on the grid, its action, and the resulting grid."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.engine.kit import Button, Choice, choose, press, query
from games.engine.presenter import Scene
from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.explain import flip_loses, gives_up_last_copy
from games.titles.captn_eli.grid import Cell, ahead, parted
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.words import card_name
from games.titles.captn_eli.state import Challenge, Flip, Move, Mystic, Place, Reveal, Sacrifice, Shift, Wedge


def choice_of(scene: Scene) -> Choice[Move]:
    """The choices in the address, as far as they are legal now."""
    return choose(scene.choice, [(way_of(move), move) for move in scene.legal])


def way_of(move: Move) -> dict[str, str]:
    """The fields that choose a move; the first one is the card that makes it."""
    match move:
        case Place(card, cell):
            return {"card": card, "cell": cell_word(cell)}
        case Wedge(card, cell):
            return {"card": card, "gap": cell_word(cell)}
        case Flip(at):
            return {"at": cell_word(at), "do": "flip"}
        case Shift(at, other) | Challenge(at, other):
            return {"at": cell_word(at), "to": cell_word(other)}
        case Mystic(at) | Reveal(at) | Sacrifice((_, _) as at):
            return {"at": cell_word(at)}
        case _:
            return {"do": "decline"}


def cell_word(cell: Cell) -> str:
    """A cell in the form used in addresses."""
    return f"{cell[0]},{cell[1]}"


def cell_of(choice: Choice[Move]) -> Cell | None:
    """The cell of the chosen card on the grid."""
    x, _comma, y = choice.word("at").partition(",")
    return (int(x), int(y)) if x else None


def name_at(view: View, cell: Cell | None) -> str:
    """The name of the card at a cell, as far as the reader knows it."""
    card = next((shown.card for shown in view.grid if shown.cell == cell), None)
    return card_name(card) if card else _("the face-down card")


# The button


def button(view: View, scene: Scene, choice: Choice[Move]) -> Button | None:
    """The button to press now: for the chosen move, or for the only move that needs no further choice."""
    if choice.move is not None:
        is_danger = flip_loses(view, choice.move) or gives_up_last_copy(view, choice.move)
        return press("confirm", label_of_move(view, choice.move), choice.move, is_danger=is_danger)
    if choice.chosen:
        return next((_flip(view, move) for move in choice.moves if isinstance(move, Flip)), None)
    if Sacrifice(None) in scene.legal:
        return Button("confirm", label_of_move(view, Sacrifice(None)), href=query(way_of(Sacrifice(None))))
    return None


def _flip(view: View, move: Move) -> Button:
    """The button of a flip; it asks first if the flip loses the game by CE-18 (c)."""
    if flip_loses(view, move):
        return Button("confirm", label_of_move(view, move), href=query(way_of(move)), is_danger=True)
    return press("confirm", label_of_move(view, move), move)


def label_of_move(view: View, move: Move) -> str:
    """The label of a button that makes the move."""
    match move:
        case Place(card, _cell):
            return _("Lay %(card)s here") % {"card": card_name(card)}
        case Wedge(card, _cell):
            return _("Wedge %(card)s in") % {"card": card_name(card)}
        case Flip(at) | Reveal(at):
            return _("Turn %(card)s up") % {"card": name_at(view, at)}
        case Shift(at, _to):
            return _("Move %(card)s") % {"card": name_at(view, at)}
        case Challenge(_at, target):
            return _("Challenge %(card)s") % {"card": name_at(view, target)}
        case _:
            return _answer_label(view, move)


def _answer_label(view: View, move: Move) -> str:
    match move:
        case Mystic(target):
            return _("Turn %(card)s down") % {"card": name_at(view, target)}
        case Sacrifice((_x, _y) as at):
            return _("Give up %(card)s") % {"card": name_at(view, at)}
        case _:
            target = view.challenge.target if view.challenge else (0, 0)
            return _("Let %(card)s go") % {"card": name_at(view, target)}


# The grid after the chosen move (CE-8)


@dataclass(frozen=True)
class Preview:
    """Cards in their places after the move, and the card that would arrive."""

    grid: tuple[Shown, ...]
    ghost: Cell | None = None  # where a card would arrive
    card: CardId | None = None  # that card; None if the reader may not know it
    is_moved: bool = False  # rows were parted for it


def preview_of(view: View, move: Move | None) -> Preview:
    """The grid after the chosen move; the current grid for moves that turn or remove something."""
    match move:
        case Place(card, cell):
            return Preview(view.grid, cell, card)
        case Wedge(card, ahead_of):
            return _wedged(view, card, ahead_of)
        case Shift(at, to):
            moved = next(shown for shown in view.grid if shown.cell == at)
            return Preview(view.grid, to, moved.card)
        case _:
            return Preview(view.grid)


def _wedged(view: View, card: CardId, ahead_of: Cell) -> Preview:
    x, y = ahead_of
    step = ahead(next(shown.owner for shown in view.grid if shown.cell == ahead_of))
    gap = (x, y + step)
    grid = tuple(replace(shown, cell=parted(shown.cell, gap, step)) for shown in view.grid)
    return Preview(grid, gap, card, is_moved=True)
