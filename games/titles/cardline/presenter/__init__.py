"""Cardline's presenter: its words, notes for beginners, hints, and the data for its board."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.presenter import Note, Notes, OptionWords, Presenter, Scene, Suggestion, Tally, Text
from games.titles.cardline.deck import BUNDLED, registry
from games.titles.cardline.observe import View
from games.titles.cardline.presenter.board import board, place_of, way_of
from games.titles.cardline.presenter.ending import FIGURES, counted, ending
from games.titles.cardline.presenter.miniature import hand, miniature
from games.titles.cardline.presenter.reasons import why
from games.titles.cardline.presenter.sentences import sentence, word
from games.titles.cardline.presenter.words import (
    BUNDLED_NAME,
    CARD_INDEX,
    LINKS,
    TRAIT_NAMES,
    called,
    deck_name,
)
from games.titles.cardline.state import Place


def prompt(view: View, seat: Seat) -> Text:
    """The question to a seat that must act."""
    words = {"trait": TRAIT_NAMES[view.trait], "number": view.knockout}
    if view.knockout:
        card = view.hands[seat][0]
        return _("Knock-out round %(number)d: where does %(card)s belong?") % {
            **words,
            "card": called(card.name),
        }
    if len(view.hands[seat]) == 1:
        card = view.hands[seat][0]
        return _("Your last card: where does %(card)s belong?") % {"card": called(card.name)}
    return _("Your turn: place a card by %(trait)s.") % words


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """The number of cards, and whether the seat is out."""
    help_ = _("The only player without cards at the end of a round wins.")
    shown = (Tally(_("Cards"), len(view.hands[seat]), help_, "end", sign="cards"),)
    out = view.out[seat]
    if out is None or seat in view.left:
        return shown
    return (*shown, Tally(_("Out"), _("round %(number)d") % {"number": out + 1}))


def notes(view: View, scene: Scene) -> Notes | None:
    """The notes for the reader's current decision."""
    told = _("The line rises by %(trait)s. Guess: nobody knows a card's value until you place it.")
    does = (
        Note(
            _("Place it"),
            _(
                "The card is turned over. If it's right, it stays, and you have one card fewer. If it's "
                "wrong, it goes to the box, and you take a new one."
            ),
            "placing",
        ),
    )
    return Notes(told % {"trait": TRAIT_NAMES[view.trait]}, does, _unavailable_notes(view, scene))


def _unavailable_notes(view: View, scene: Scene) -> tuple[Note, ...]:
    """Why a move can't be taken back, and why there is no second card to choose; any card may go anywhere."""
    found = [Note(_("Taking it back"), _("Everybody has seen its value."), "placing")]
    if view.knockout:
        found.append(Note(_("Another card"), _("In a knock-out round everybody has just one."), "knock-out"))
    return tuple(found)


def suggestion(view: View, scene: Scene, move: Place) -> Suggestion:
    """The card, and the two cards between which it goes."""
    hand = view.hands[scene.you or 0]
    name = next(called(face.name) for face in hand if face.id == move.card)
    # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
    told = _("Place %(card)s %(place)s.") % {"card": name, "place": place_of(view, move.slot)}
    return Suggestion(told, way_of(move, len(hand) == 1))


PRESENTER = Presenter(
    name=gettext_lazy("Cardline: heroes and villains"),
    tagline=gettext_lazy(
        "Put characters of myth and legend into a line by how strong, clever or fierce they are."
    ),
    credits=gettext_lazy("After the Cardline series by Frédéric Henry, published by Bombyx and Asmodee."),
    pitch=gettext_lazy(
        "Is Baba Yaga stronger than Sherlock Holmes, or cleverer? "
        "Put your characters into the line where you believe they belong, and be the first without cards."
    ),
    options={
        "trait": OptionWords(
            gettext_lazy("Trait"),
            {
                "strength": gettext_lazy("Strength: the greatest load that a character can lift"),
                "iq": gettext_lazy("IQ"),
                "fighting": gettext_lazy("Fighting: all powers and skills together, from 1 to 100"),
            },
            gettext_lazy("The line is sorted by this trait."),
        ),
        "hand": OptionWords(
            gettext_lazy("Cards each"),
            {count: str(count) for count in range(4, 9)},
            gettext_lazy("More cards make a longer game."),
        ),
        "deck": OptionWords(
            gettext_lazy("Deck"),
            {BUNDLED: BUNDLED_NAME},
            gettext_lazy("It needs at least eight cards more than all hands together."),
            more=registry.offered,
            name_of=deck_name,
        ),
    },
    reasons={
        "first-out": gettext_lazy("Only one player had no cards left at the end of a round."),
        "knock-out": gettext_lazy("Only one player was right in a knock-out round."),
        "stalled": gettext_lazy("Nobody won outright, so fewer cards in hand rank higher."),
        "no-cards": gettext_lazy("There were not enough cards for another knock-out round."),
        "left": gettext_lazy("All others left the game."),
    },
    board=board,
    prompt=prompt,
    sentence=sentence,
    word=word,
    suggestion=suggestion,
    why=why,
    ending=ending,
    tallies=tallies,
    miniature=miniature,
    hand=hand,
    cards=CARD_INDEX,
    links=LINKS,
    notes=notes,
    figures=FIGURES,
    counted=counted,
)
