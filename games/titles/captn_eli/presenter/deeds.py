"""What is left to decide, and the buttons that make a move: for what the reader has chosen so far."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.engine.codec import dump_move
from games.engine.presenter import Scene
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.choice import Choice, address, query
from games.titles.captn_eli.presenter.sums import Sum, sum_of
from games.titles.captn_eli.presenter.verdicts import verdict
from games.titles.captn_eli.presenter.warnings import leaves_no_character, loses_by
from games.titles.captn_eli.presenter.words import card_name, joined, place_name
from games.titles.captn_eli.state import (
    Challenge,
    Flip,
    Move,
    Mystic,
    Place,
    Reveal,
    Sacrifice,
    Shift,
    Wedge,
)

__all__ = ["Button", "asked", "button", "turned_down"]


@dataclass(frozen=True)
class Button:
    """A move to make, or with `href` a link to a question that comes before it."""

    label: str
    json: str = ""
    href: str = ""
    is_danger: bool = False


def button(view: View, scene: Scene, choice: Choice) -> Button | None:
    """What can be pressed now: the chosen move, or the only one that needs no further choice."""
    if choice.move is not None:
        is_danger = loses_by(view, choice.move) or _gives_up(view, choice.move)
        return Button(_label(view, choice.move), dump_move(choice.move), is_danger=is_danger)
    if choice.is_made:
        return next((_flip(view, move) for move in choice.moves if isinstance(move, Flip)), None)
    if Sacrifice(None) in scene.legal:
        return Button(_label(view, Sacrifice(None)), href=query(address(Sacrifice(None))))
    return None


def _flip(view: View, move: Move) -> Button:
    """CE-18 (c) asks first."""
    if loses_by(view, move):
        return Button(_label(view, move), href=query(address(move)), is_danger=True)
    return Button(_label(view, move), dump_move(move))


def _gives_up(view: View, move: Move) -> bool:
    return (
        move == Sacrifice(None)
        and view.challenge is not None
        and leaves_no_character(view, view.challenge.target)
    )


def _name(view: View, cell: Cell) -> str:
    card = next((shown.card for shown in view.grid if shown.cell == cell), None)
    return card_name(card) if card else _("the face-down card")


def _label(view: View, move: Move) -> str:
    match move:
        case Place(card, _cell):
            return _("Lay %(card)s here") % {"card": card_name(card)}
        case Wedge(card, _cell):
            return _("Wedge %(card)s in") % {"card": card_name(card)}
        case Flip(at) | Reveal(at):
            return _("Turn %(card)s up") % {"card": _name(view, at)}
        case Shift(at, _to):
            return _("Move %(card)s") % {"card": _name(view, at)}
        case Challenge(_at, target):
            return _("Challenge %(card)s") % {"card": _name(view, target)}
        case _:
            return _answer_label(view, move)


def _answer_label(view: View, move: Move) -> str:
    match move:
        case Mystic(target):
            return _("Turn %(card)s down") % {"card": _name(view, target)}
        case Sacrifice((_x, _y) as at):
            return _("Give up %(card)s") % {"card": _name(view, at)}
        case _:
            target = view.challenge.target if view.challenge else (0, 0)
            return _("Let %(card)s go") % {"card": _name(view, target)}


def asked(view: View, scene: Scene, choice: Choice, total: Sum | None) -> str:
    """What is left to decide; empty while nothing is chosen."""
    if choice.move is not None:
        return _told(view, choice.move, total)
    if choice.card is not None:
        return _from_hand(choice)
    return _from_grid(view, choice) if choice.at is not None else ""


def _from_hand(choice: Choice) -> str:
    words = {"card": card_name(choice.card or "")}
    if any(isinstance(move, Wedge) for move in choice.moves):
        return _("%(card)s: choose a cell, or a gap where the rows part.") % words
    return _("%(card)s: choose a cell to lay it in.") % words


def _from_grid(view: View, choice: Choice) -> str:
    kinds = {type(move) for move in choice.moves}
    things = [(Flip, _("be turned up")), (Shift, _("move")), (Challenge, _("challenge"))]
    words = {
        "card": _name(view, choice.at or (0, 0)),
        "things": joined(word for kind, word in things if kind in kinds),
    }
    return _("%(card)s may: %(things)s.") % words


def _told(view: View, move: Move, total: Sum | None) -> str:
    """What the chosen move does."""
    match move:
        case Place(card, cell):
            words = {"card": card_name(card), "place": place_name(cell)}
            return _("%(card)s comes to %(place)s, face down.") % words
        case Wedge(card, _cell):
            return _("The rows part, and %(card)s comes between them, face down.") % {"card": card_name(card)}
        case Shift(at, to):
            return _("%(card)s moves to %(place)s.") % {"card": _name(view, at), "place": place_name(to)}
        case Challenge():
            return verdict(total) if total else ""
        case Flip():
            return _loss_told(view)
        case _:
            return _answer_told(view, move)


def _loss_told(view: View) -> str:
    squad = view.squads[view.you or 0] or ("",)
    return _("All your cards would lie face up while %(card)s is still in your hand: you lose. Really?") % {
        "card": card_name(squad[0])
    }


def _answer_told(view: View, move: Move) -> str:
    match move:
        case Mystic(target):
            return _mystic_told(view, target)
        case Sacrifice((_x, _y) as at):
            return _("%(card)s leaves the game instead.") % {"card": _name(view, at)}
        case Reveal(at):
            return _("%(card)s takes the place of the one removed.") % {"card": _name(view, at)}
        case _:
            name = {"card": _label(view, move)}
            return (
                _("%(card)s? You lose the game.") % name if _gives_up(view, move) else _("%(card)s?") % name
            )


def _mystic_told(view: View, target: Cell) -> str:
    """What turning a card down does to the challenge under way."""
    running, words = view.challenge, {"card": _name(view, target)}
    if running is None:
        return _("%(card)s is turned face down.") % words
    if target == running.at or target in running.through:
        return _("%(card)s is turned face down, and the challenge is over.") % words
    after = sum_of(turned_down(view, target), running.at, running.target)
    told = _("%(card)s is turned face down, and the challenge goes on.") % words
    return " ".join([told, *([verdict(after)] if after else [])])


def turned_down(view: View, cell: Cell) -> View:
    """The grid as it would be for the comparison."""
    grid = tuple(replace(shown, up=False) if shown.cell == cell else shown for shown in view.grid)
    return replace(view, grid=grid)
