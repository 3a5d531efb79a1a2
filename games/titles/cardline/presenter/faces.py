"""Cards of Cardline as they are drawn."""

from dataclasses import dataclass

from games.engine.presenter import Text
from games.titles.cardline.deck import Trait
from games.titles.cardline.emblem import Emblem, emblem_of
from games.titles.cardline.observe import Face
from games.titles.cardline.presenter.words import SIDE_NAMES, value_words, with_value

__all__ = ["Portrait", "portrait"]


@dataclass(frozen=True)
class Portrait:
    """A card with its words; those of its back are empty while they are hidden."""

    id: str
    name: str
    epithet: str
    origin: str
    side: Text
    emblem: Emblem
    value: str  # of the trait that is played
    spoken: str  # the name, with the value if it is known
    strength: str
    iq: str
    fighting: str
    note: str

    @property
    def longest_word(self) -> int:
        """How many letters must fit beside each other."""
        return max(map(len, self.name.replace("-", " ").split()), default=0)


def portrait(face: Face, trait: Trait) -> Portrait:
    """The card of an observation, with as much as that shows."""
    return Portrait(
        id=face.id, name=face.name, epithet=face.epithet, origin=face.origin, side=SIDE_NAMES[face.side],
        emblem=emblem_of(face.id, face.side, face.origin),
        value="" if face.value is None else value_words(trait, face.value),
        spoken=face.name if face.value is None else with_value(face.name, trait, face.value),
        strength="" if face.strength_kg is None else value_words("strength", face.strength_kg),
        iq="" if face.iq is None else value_words("iq", face.iq),
        fighting="" if face.fighting is None else value_words("fighting", face.fighting),
        note=face.note or "",
    )  # fmt: skip
