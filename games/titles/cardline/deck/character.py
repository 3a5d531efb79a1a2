"""One card of a deck, the traits on its back (CL-1), and a deck."""

from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

import msgspec

__all__ = ["SIDES", "TRAITS", "Character", "Deck", "Digest", "Side", "Span", "Trait", "digest_of"]

Side: TypeAlias = Literal["hero", "villain"]
Trait: TypeAlias = Literal["strength", "iq", "fighting"]
Digest: TypeAlias = str  # 32 hexadecimal digits

SIDES: tuple[Side, ...] = ("hero", "villain")


class Span(NamedTuple):
    """The column of a trait in a deck, and its least and greatest value (CL-2)."""

    column: str
    least: int
    greatest: int


TRAITS: dict[Trait, Span] = {
    "strength": Span("strength_kg", 5, 100_000_000),
    "iq": Span("iq", 40, 250),
    "fighting": Span("fighting", 1, 100),
}


class Character(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card: its front, its three traits, and a note that explains them."""

    id: str  # lower case ASCII letters and digits, joined by hyphens
    name: str
    epithet: str
    side: Side
    strength_kg: int  # the greatest load that it can lift, in kilograms
    iq: int
    fighting: int  # all powers and skills together
    origin: str
    note: str

    def value(self, trait: Trait) -> int:
        """The value of the card in this trait."""
        worth: int = getattr(self, TRAITS[trait].column)
        return worth


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of one edition."""

    name: str
    cards: tuple[Character, ...]


def digest_of(deck: Deck) -> Digest:
    """The digest that identifies an edition: 128 bits of SHA-256 over its JSON form."""
    return sha256(msgspec.json.encode(deck)).hexdigest()[:32]
