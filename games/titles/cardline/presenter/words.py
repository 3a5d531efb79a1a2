"""Names of Cardline's traits, cards, decks and slots, its card index, words in its log, and faults of a deck."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.engine.kit import hyphened
from games.engine.presenter import CardEntry, CardIndex, Text
from games.titles.cardline.deck import (
    BUNDLED,
    REASONS,
    Character,
    Fault,
    Side,
    Trait,
    bundled,
    editions,
    registry,
)
from games.titles.cardline.emblem import Emblem, emblem_of
from games.titles.cardline.observe import Face, View

_THIN = "\N{NARROW NO-BREAK SPACE}"  # between groups of digits, and before a unit
_KILOGRAMS = 1000  # per tonne

BUNDLED_NAME = gettext_lazy("Heroes and villains")
TRAIT_NAMES: dict[Trait, Any] = {
    "strength": gettext_lazy("Strength"),
    "iq": gettext_lazy("IQ"),
    "fighting": gettext_lazy("Fighting"),
}
SIDE_NAMES: dict[Side, Any] = {"hero": gettext_lazy("Hero"), "villain": gettext_lazy("Villain")}


def value_words(trait: Trait, value: int) -> str:
    """A value in words; loads are in kilograms or, from 1000 kilograms, in tonnes, without rounding."""
    if trait != "strength":
        return str(value)
    if value < _KILOGRAMS:
        return str(value) + _THIN + _("kg")
    tonnes, rest = divmod(value, _KILOGRAMS)
    whole = f"{tonnes:,}".replace(",", _THIN)
    part = pgettext("decimal separator", ".") + f"{rest:03}".rstrip("0") if rest else ""
    # Translators: the unit of a thousand kilograms.
    return whole + part + _THIN + _("t")


def called(text: str) -> str:
    """A word of a card in the reader's language; the words of uploaded decks have no translation."""
    return pgettext("Cardline", text)


def with_value(name: str, trait: Trait, value: int) -> str:
    """A card, by its translated name, with its value: "Achilles (500 kg)"."""
    # Translators: a card, and its value of the trait in play.
    return _("%(card)s (%(value)s)") % {"card": name, "value": value_words(trait, value)}


def card_at(view: View, at: int) -> str | None:
    """A card of the line with its value; None past the ends of the line."""
    if not 0 <= at < len(view.line):
        return None
    return with_value(called(view.line[at].name), view.trait, view.line[at].value or 0)


def place_words(left: str | None, right: str | None) -> str:
    """A slot of the line by its neighbours; at an end there is only one."""
    if left is None:
        return _("before %(card)s") % {"card": right}
    if right is None:
        return _("after %(card)s") % {"card": left}
    return _("between %(left)s and %(right)s") % {"left": left, "right": right}


def edition_name(digest: str) -> Any:
    """The name of a game's deck."""
    return BUNDLED_NAME if digest in editions() else registry.find(digest).name


def deck_name(chosen: Any) -> Any:
    """The name of a value of the option `deck`: a slug, a digest, or the deck itself as data."""
    if isinstance(chosen, dict):
        return chosen["name"]
    return BUNDLED_NAME if chosen == BUNDLED else edition_name(chosen)


@dataclass(frozen=True)
class Portrait:
    """A card with its words; the words of its back are empty while they are hidden."""

    id: str
    name: str
    epithet: str
    origin: str
    side: Text
    emblem: Emblem
    value: str  # of the trait in play
    spoken: str  # the name, with the value if it is known
    strength: str
    iq: str
    fighting: str
    note: str

    @property
    def shown(self) -> str:
        """The name as displayed: long words may break at a hyphen."""
        return hyphened(self.name)

    @property
    def letters(self) -> int:
        """The number of letters of the name that must fit on one line."""
        parts = self.shown.replace("\N{SOFT HYPHEN}", "-").replace("-", "- ").split()
        return max(map(len, parts), default=0)


def portrait(face: Face, trait: Trait) -> Portrait:
    """A card from an observation, with everything visible on it."""
    name = called(face.name)
    return Portrait(
        id=face.id, name=name, epithet=called(face.epithet), origin=called(face.origin), side=SIDE_NAMES[face.side],
        emblem=emblem_of(face.id, face.side, face.origin),
        value="" if face.value is None else value_words(trait, face.value),
        spoken=name if face.value is None else with_value(name, trait, face.value),
        strength="" if face.strength_kg is None else value_words("strength", face.strength_kg),
        iq="" if face.iq is None else value_words("iq", face.iq),
        fighting="" if face.fighting is None else value_words("fighting", face.fighting),
        note=called(face.note) if face.note else "",
    )  # fmt: skip


def fault_words(fault: Fault) -> str:
    """The fault as a sentence without its full stop, in the reader's language."""
    return _(REASONS[fault.code]) % fault.values


def _entries() -> list[CardEntry]:
    return [_entry(card) for card in bundled()]


def _entry(card: Character) -> CardEntry:
    """The front only: the back has to be guessed in a game (CL-9)."""
    front = portrait(Face(card.id, card.name, card.epithet, card.side, card.origin), "iq")
    about = f"{front.epithet}. {front.origin}."
    return CardEntry(card.id, front.name, about, ((front.side,), (front.origin,)), front)


CARD_INDEX = CardIndex((gettext_lazy("Side"), gettext_lazy("Origin")), _entries)

# Translators: words from the sentences of the log, separated by |. Each links to its rule.
LINKS: dict[str, Text] = {
    "right": pgettext_lazy("words of the log", "Right:"),
    "wrong": pgettext_lazy("words of the log", "Wrong:|takes"),
    "box": pgettext_lazy("words of the log", "shuffled|becomes the deck"),
    "knock-out": pgettext_lazy("words of the log", "Knock-out round"),
    "end": pgettext_lazy("words of the log", "The game is over"),
    "leaving": pgettext_lazy("words of the log", "leaves"),
}
