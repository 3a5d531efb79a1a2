"""A hint for Capt'n Eli: a move, with the names of its cards and places."""

from django.utils.translation import gettext as _

from games.engine.kit import listed
from games.engine.presenter import Scene, Suggestion
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.choices import label_of_move, name_at, way_of
from games.titles.captn_eli.presenter.sums import sum_of, verdict
from games.titles.captn_eli.presenter.words import card_name, place_name
from games.titles.captn_eli.state import Challenge, Flip, Move, Place, Reveal, Shift, Squad, Wedge


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The card, its destination or its target, and the sum of a challenge."""
    if isinstance(move, Squad):
        return Suggestion(_squad(move), {"squad": ",".join(original_of(card) for card in move.cards)})
    return Suggestion(_told(view, move), way_of(move))


def _squad(move: Squad) -> str:
    character, *supports = move.cards
    words = {"character": card_name(character), "supports": listed(map(card_name, supports))}
    return _("Choose %(character)s with %(supports)s.") % words


def _told(view: View, move: Move) -> str:
    match move:
        case Place(card, cell):
            return _("Lay %(card)s at %(place)s, face down.") % {
                "card": card_name(card),
                "place": place_name(cell),
            }
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
            return _("%(what)s.") % {"what": label_of_move(view, move)}


def _challenge(view: View, move: Challenge) -> str:
    words = {
        "card": name_at(view, move.at), "target": name_at(view, move.target), "place": place_name(move.target),
    }  # fmt: skip
    told = _("Challenge %(target)s at %(place)s with %(card)s.") % words
    total = sum_of(view, move.at, move.target)
    return f"{told} {verdict(view, total)}" if total else told
