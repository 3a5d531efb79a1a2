"""Help for Captivate, made from the observation: notes for beginners, and hints in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import choose
from games.engine.presenter import Note, Notes, Scene, Suggestion, Text
from games.titles.captivate.observe import Shown, View
from games.titles.captivate.presenter.board import Laying, flips_of, flips_text, way_of
from games.titles.captivate.presenter.words import HAND_NAMES, card_name, place_name
from games.titles.captivate.state import Capture, End, Move, Play, Throw


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision."""
    if view.throwing is not None:
        told = _(
            "Rock beats scissors, scissors beat paper, paper beats rock. Throws stay secret until "
            "everybody has thrown."
        )
        return Notes(told)
    layings = [move for move in scene.legal if isinstance(move, Play | Capture)]
    card = choose(scene.choice, [(way_of(move), move) for move in layings]).word("card")
    if card:
        told = _("You can lay the card on marked cells. A number shows how many cards it would flip there.")
        return Notes(told, _does(view, scene), _unavailable_notes(view, scene), _whys(view, scene, card))
    told = _("A laid card flips every neighbour that has a lower value, or fewer dots where the two touch.")
    return Notes(told, _does(view, scene), _unavailable_notes(view, scene))


def _does(view: View, scene: Scene) -> tuple[Note, ...]:
    kinds = {type(move) for move in scene.legal}
    told = (
        (
            Play,
            Note(
                _("Lay a card"), _("Into an empty cell beside another card. You may lay several."), "laying"
            ),
        ),
        (
            Capture,
            Note(_("Capture"), _("Lay a card on a face-down card to win that card."), "capturing"),
        ),
        (End, Note(_("End your turn"), _ending(view), "drawing")),
    )
    return tuple(note for kind, note in told if kind in kinds)


def _ending(view: View) -> str:
    """The effect of ending the turn; an empty deck means the last round (CV-11, CV-12)."""
    if view.deck.count == 0:
        return _(
            "Your captures go to your pile. The deck is empty: you draw nothing, and this is your last turn."
        )
    return _(
        "Your captures go to your pile, you draw up to %(num)s cards while the deck lasts, and the next player "
        "begins."
    ) % {"num": view.ruleset.hand}


def _unavailable_notes(view: View, scene: Scene) -> tuple[Note, ...]:
    kinds, found = {type(move) for move in scene.legal}, []
    if Capture not in kinds:
        why = (
            _("No card is face down.")
            if all(laid.up for laid in view.field)
            else _("You have no card in hand.")
        )
        found.append(Note(_("Capture"), why, "capturing"))
    if End not in kinds:
        found.append(Note(_("End your turn"), _("Lay at least one card first."), "drawing"))
    return tuple(found)


def _whys(view: View, scene: Scene, card: str) -> dict[str, Text]:
    """Why the chosen card cannot go on a card on the field."""
    open_to = {move.cell for move in scene.legal if isinstance(move, Play | Capture) and move.card == card}
    return {
        f"cell-{laid.cell[0]}-{laid.cell[1]}": _why(laid) for laid in view.field if laid.cell not in open_to
    }


def _why(laid: Shown) -> str:
    words = {"card": card_name(laid.card) if laid.card else _("This card")}
    if laid.fresh:
        return _("%(card)s was laid in this turn: it is safe until the turn ends.") % words
    return _("%(card)s is face up: you can only capture face-down cards.") % words


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The card, where it goes, and the cards that it flips."""
    match move:
        case Play() | Capture():
            return Suggestion(_laying(view, move), way_of(move), _reason(view, move))
        case Throw(hand):
            return Suggestion(_("Throw %(hand)s.") % {"hand": HAND_NAMES[hand]}, {"throw": hand})
        case _:
            return Suggestion(_("End your turn."))


def _reason(view: View, move: Laying) -> str:
    """The value of the captured card, if it is known, or the risk of the cards that it flips."""
    if isinstance(move, Capture):
        captured = next(laid.card for laid in view.field if laid.cell == move.cell)
        value = view.ruleset.cards[captured].value if captured else 0
        return (
            ngettext("It wins %(value)d point.", "It wins %(value)d points.", value) % {"value": value}
            if value
            else ""
        )
    if not flips_of(view, move):
        return ""
    if view.hands[view.you or 0].count > 1:
        return _("Then another of your cards can capture what it flips.")
    return _("The next player can capture what it flips.")


def _laying(view: View, move: Laying) -> str:
    words = {"card": card_name(move.card), "place": place_name(move.cell), "flips": flips_text(view, move)}
    if isinstance(move, Play):
        # Translators: `flips` is "flips A and B" or "flips nothing".
        return _("Play %(card)s at %(place)s: it %(flips)s.") % words
    captured = next(laid.card for laid in view.field if laid.cell == move.cell)
    words["captured"] = card_name(captured) if captured else _("the face-down card")
    return _("Capture %(captured)s at %(place)s with %(card)s: it %(flips)s.") % words
