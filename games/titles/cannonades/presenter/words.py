"""Names and pictures of Cannonades' cards, its card index, and words in the log that link to rules."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine.kit import listed
from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.cannonades.cards import CANNONADES, CARDS, COLOURS, SHIPS, Card, Colour
from games.titles.cannonades.cards import Face as FaceId
from games.titles.cannonades.state import Ruleset

COLOUR_NAMES: dict[Colour, Text] = {
    "blue": gettext_lazy("Blue"),
    "green": gettext_lazy("Green"),
    "purple": gettext_lazy("Purple"),
    "orange": gettext_lazy("Orange"),
    "red": gettext_lazy("Red"),
    "yellow": gettext_lazy("Yellow"),
}
# Translators: the letter of a colour on its cards. Those of the six colours differ.
LETTERS: dict[Colour, Text] = {
    "blue": pgettext_lazy("letter of a colour", "B"),
    "green": pgettext_lazy("letter of a colour", "G"),
    "purple": pgettext_lazy("letter of a colour", "P"),
    "orange": pgettext_lazy("letter of a colour", "O"),
    "red": pgettext_lazy("letter of a colour", "R"),
    "yellow": pgettext_lazy("letter of a colour", "Y"),
}
# Translators: the names of cannonades, their two colours.
CANNONADE_NAMES: dict[FaceId, Text] = {
    "blue-green": gettext_lazy("Blue-Green"),
    "purple-yellow": gettext_lazy("Purple-Yellow"),
    "orange-red": gettext_lazy("Orange-Red"),
}


def card_name(face: FaceId) -> str:
    """A ship by colour and grin, "Blue 1", a cannonade by its colours, "Blue-Green"."""
    card = CARDS[face]
    if face not in SHIPS:
        return str(CANNONADE_NAMES[face])
    # Translators: the name of a ship, colour and grin: "Blue 1".
    return _("%(colour)s %(grin)d") % {"colour": COLOUR_NAMES[card.colours[0]], "grin": card.grin}


def spoken(face: FaceId) -> str:
    """A card with everything its picture shows, for screen readers."""
    card = CARDS[face]
    if face not in SHIPS:
        return _("%(name)s cannonade") % {"name": card_name(face)}
    words = {"colour": COLOUR_NAMES[card.colours[0]], "grins": _grins(card.grin)}
    if COLOURS[card.colours[0]].facing == "left":
        return _("%(colour)s ship, %(grins)s, faces left") % words
    return _("%(colour)s ship, %(grins)s, faces right") % words


def _grins(grin: int) -> str:
    if not grin:
        return _("no grin")
    return ngettext("%(count)d grin", "%(count)d grins", grin) % {"count": grin}


def card_names(faces: Iterable[FaceId]) -> str:
    """Several cards as a list in a sentence."""
    return listed(counted(faces))


def counted(faces: Iterable[FaceId]) -> list[str]:
    """The names of several cards, with a count for equal cards."""
    return [
        card_name(face)
        if count == 1
        else _("%(count)d × %(card)s") % {"count": count, "card": card_name(face)}
        for face, count in Counter(faces).items()
    ]


def either(colours: Iterable[Colour]) -> str:
    """The colours as alternatives: "Blue or Green"."""
    return listed((COLOUR_NAMES[colour] for colour in colours), "or")


@dataclass(frozen=True)
class Sign:
    """A colour with its three signs (CN-4)."""

    colour: Colour
    name: Text
    shape: str
    letter: Text


@dataclass(frozen=True)
class Face:
    """How a card looks."""

    id: FaceId
    name: Text
    label: str  # everything the picture shows, for screen readers
    signs: tuple[Sign, ...]
    grin: int
    facing: str
    is_ship: bool


@dataclass(frozen=True)
class Pile:
    """All cards of one face in one place."""

    face: Face
    count: int
    total: int  # in the whole game


def _sign(colour: Colour) -> Sign:
    return Sign(colour, COLOUR_NAMES[colour], COLOURS[colour].shape, LETTERS[colour])


SIGNS: dict[Colour, Sign] = {colour: _sign(colour) for colour in COLOURS}


def face(card: FaceId) -> Face:
    """The card with its words."""
    data = CARDS[card]
    return Face(
        id=card, name=card_name(card), label=spoken(card), signs=tuple(SIGNS[colour] for colour in data.colours),
        grin=data.grin, facing=COLOURS[data.colours[0]].facing, is_ship=card in SHIPS,
    )  # fmt: skip


def piled(ruleset: Ruleset, cards: Iterable[FaceId]) -> list[Pile]:
    """The cards by face, ordered by first appearance."""
    return [Pile(face(card), count, ruleset.deck.count(card)) for card, count in Counter(cards).items()]


@dataclass(frozen=True)
class Seen:
    """The number of cards that everybody has seen, and their number in the game."""

    count: int
    total: int


@dataclass(frozen=True)
class Counts:
    """All cards, as a table: ships by colour and grin, cannonades by their colours."""

    ships: list[tuple[Sign, list[Seen]]]
    guns: list[tuple[tuple[Sign, ...], Seen]]
    seen: int


def counts_of(ruleset: Ruleset, seen: Mapping[FaceId, int]) -> Counts:
    """How many cards of each face have been seen so far."""

    def seen_of(card: FaceId) -> Seen:
        return Seen(seen.get(card, 0), ruleset.deck.count(card))

    ships = [(SIGNS[colour], [seen_of(f"{colour}-{grin}") for grin in (0, 1, 2)]) for colour in COLOURS]
    return Counts(ships, [(face(card).signs, seen_of(card)) for card in CANNONADES], sum(seen.values()))


def _entries() -> list[CardEntry]:
    return [_entry(card) for card in CARDS.values()]


def _entry(card: Card) -> CardEntry:
    drawn, colours = face(card.face), tuple(COLOUR_NAMES[colour] for colour in card.colours)
    kind = _("Ship") if card.face in SHIPS else _("Cannonade")
    told = f"{drawn.label}." if card.face in SHIPS else _("Hits %(ships)s.") % {"ships": either(card.colours)}
    return CardEntry(
        card.face, drawn.name, told, ((kind,), colours, (_grins(card.grin),)), drawn, card.copies
    )


CARD_INDEX = CardIndex((gettext_lazy("Kind"), gettext_lazy("Colour"), gettext_lazy("Grins")), _entries)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "setup": pgettext_lazy("words of the log", "exchange the hand|exchange their hands|keeps the hand"),
    "adding": pgettext_lazy("words of the log", "adds"),
    "shooting": pgettext_lazy("words of the log", "shoots"),
    "boarding": pgettext_lazy("words of the log", "boards"),
    "drawing": pgettext_lazy("words of the log", "draws|draw"),
    "grins": pgettext_lazy("words of the log", "answers|grins|grin"),
    "discarding": pgettext_lazy("words of the log", "discards"),
    "out": pgettext_lazy("words of the log", "is out|takes a card at random"),
    "stand-off": pgettext_lazy("words of the log", "stand-off|from the discard pile|compared"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}
