"""The question to a seat that must act, the next decision of the current choice, and hints, in sentences."""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit import Choice, listed
from games.engine.presenter import Scene, Suggestion
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.explain import flip_loses, gives_up_last_copy, leaves_no_character, turned_down
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.choices import cell_of, label_of_move, name_at, way_of
from games.titles.captn_eli.presenter.sums import Sum, sum_of, verdict
from games.titles.captn_eli.presenter.words import card_name, place_name
from games.titles.captn_eli.state import (
    Challenge,
    Flip,
    Move,
    Mystic,
    Place,
    Reveal,
    Sacrifice,
    Shift,
    Squad,
    Wedge,
)


def prompt(view: View, seat: Seat) -> str:
    """The question to a seat that must act, for every phase."""
    match view.phase:
        case "squads":
            return _("Choose your squad: one character and three supports.")
        case "reveal":
            return _("Your character was removed. Turn up the copy that replaces it.")
        case "mystic":
            return _mystic_asked(view)
        case "sacrifice":
            return _sacrifice_asked(view)
        case _:
            return _turn(view, seat)


def _turn(view: View, seat: Seat) -> str:
    if not view.grid:
        return _("Your turn: lay the first card.")
    if not view.hands[seat].count:
        return _("Your turn: choose a card on the grid.")
    return _("Your turn: choose a card in your hand or on the grid.")


def _mystic_asked(view: View) -> str:
    words = {"card": name_at(view, view.mystic)}
    if view.challenge is None:
        return _("Your %(card)s is Mystic: choose one of your opponent's cards to turn face down.") % words
    words["challenger"] = name_at(view, view.challenge.at)
    told = _("%(challenger)s challenges your %(card)s. Mystic: choose a face-up card to turn face down.")
    return told % words + " " + _("This may end the challenge.")


def _sacrifice_asked(view: View) -> str:
    running = view.challenge
    if running is None:
        return ""
    words = {"card": name_at(view, running.target), "attack": running.attack, "defence": running.defence}
    told = (
        _("Your %(card)s is defeated, %(attack)d to %(defence)d. Give up a card beside it instead?") % words
    )
    if leaves_no_character(view, running.target):
        return told + " " + _("If not, you lose.")
    return told


# The current choice


def asked(view: View, choice: Choice[Move], total: Sum | None) -> str:
    """What remains to be decided; empty if nothing is chosen."""
    if choice.move is not None:
        return _told(view, choice.move, total)
    if choice.word("card"):
        return _from_hand(choice)
    return _from_grid(view, choice) if choice.word("at") else ""


def _from_hand(choice: Choice[Move]) -> str:
    words = {"card": card_name(choice.word("card"))}
    if any(isinstance(move, Wedge) for move in choice.moves):
        return _("%(card)s: choose a cell, or a gap between rows.") % words
    return _("%(card)s: choose a cell.") % words


def _from_grid(view: View, choice: Choice[Move]) -> str:
    kinds = {type(move) for move in choice.moves}
    things = [(Flip, _("turn it up")), (Shift, _("move it")), (Challenge, _("challenge with it"))]
    told = listed((word for kind, word in things if kind in kinds), "or")
    words = {"card": name_at(view, cell_of(choice)), "things": told}
    # Translators: `things` is a list such as "turn it up or move it"; `it` is the card.
    return _("%(card)s: you can %(things)s.") % words


def _told(view: View, move: Move, total: Sum | None) -> str:
    """The effect of the chosen move."""
    match move:
        case Place(card, cell):
            words = {"card": card_name(card), "place": place_name(cell)}
            return _("Lay %(card)s face down at %(place)s?") % words
        case Wedge(card, _cell):
            return _("Part the rows and lay %(card)s face down between them?") % {"card": card_name(card)}
        case Shift(at, to):
            return _("Move %(card)s to %(place)s?") % {"card": name_at(view, at), "place": place_name(to)}
        case Challenge():
            return verdict(view, total) if total else ""
        case Flip(at):
            told = _("Turn up %(card)s?") % {"card": name_at(view, at)}
            return _loss_text(view) if flip_loses(view, move) else told
        case _:
            return _answer_text(view, move)


def _loss_text(view: View) -> str:
    squad = view.squads[view.you or 0] or ("",)
    told = _("You'd lose: all your cards would be face up with %(card)s still in your hand. Do it anyway?")
    return told % {"card": card_name(squad[0])}


def _answer_text(view: View, move: Move) -> str:
    match move:
        case Mystic(target):
            return _mystic_text(view, target)
        case Sacrifice((_x, _y) as at):
            return _("Remove %(card)s from the game instead?") % {"card": name_at(view, at)}
        case Reveal(at):
            return _("Replace the removed card with %(card)s?") % {"card": name_at(view, at)}
        case _:
            name = {"card": label_of_move(view, move)}
            return (
                _("%(card)s? You lose the game.") % name
                if gives_up_last_copy(view, move)
                else _("%(card)s?") % name
            )


def _mystic_text(view: View, target: Cell) -> str:
    """How turning a card face down affects the challenge under way."""
    running, words = view.challenge, {"card": name_at(view, target)}
    if running is None:
        return _("Turn %(card)s face down?") % words
    if target == running.at or target in running.through:
        return _("Turn %(card)s face down? This ends the challenge.") % words
    after = sum_of(turned_down(view, target), running.at, running.target)
    told = _("Turn %(card)s face down? The challenge continues.") % words
    return " ".join([told, *([verdict(view, after)] if after else [])])


# Hints


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The card, its destination or its target, and the sum of a challenge."""
    if isinstance(move, Squad):
        return Suggestion(_squad(move), {"squad": ",".join(original_of(card) for card in move.cards)})
    is_saving = isinstance(move, Sacrifice) and move != Sacrifice(None)
    saves = is_saving and gives_up_last_copy(view, Sacrifice(None))
    return Suggestion(_suggested(view, move), way_of(move), _("Otherwise you lose.") if saves else "")


def _squad(move: Squad) -> str:
    character, *supports = move.cards
    words = {"character": card_name(character), "supports": listed(map(card_name, supports))}
    return _("Choose %(character)s with %(supports)s.") % words


def _suggested(view: View, move: Move) -> str:
    match move:
        case Place(card, cell):
            words = {"card": card_name(card), "place": place_name(cell)}
            return _("Lay %(card)s at %(place)s, face down.") % words
        case Wedge(card, cell):
            words = {"card": card_name(card), "other": name_at(view, cell), "place": place_name(cell)}
            return _("Wedge %(card)s in, in front of %(other)s at %(place)s.") % words
        case Flip(at) | Reveal(at):
            return _("Turn up %(card)s at %(place)s.") % {"card": name_at(view, at), "place": place_name(at)}
        case Shift(at, to):
            words = {"card": name_at(view, at), "at": place_name(at), "to": place_name(to)}
            return _("Move %(card)s from %(at)s to %(to)s.") % words
        case Challenge():
            return _challenge(view, move)
        case _:
            return f"{label_of_move(view, move)}."


def _challenge(view: View, move: Challenge) -> str:
    words = {
        "card": name_at(view, move.at), "target": name_at(view, move.target), "place": place_name(move.target),
    }  # fmt: skip
    told = _("Challenge %(target)s at %(place)s with %(card)s.") % words
    total = sum_of(view, move.at, move.target)
    return f"{told} {verdict(view, total)}" if total else told
