"""A deck as it is played: its name and its cards, known by a digest of both."""

from hashlib import sha256
from typing import TypeAlias

import msgspec

from games.titles.cardline.deck.character import Character

__all__ = ["Deck", "Digest", "digest_of"]

Digest: TypeAlias = str  # 32 hexadecimal digits


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of one edition."""

    name: str
    cards: tuple[Character, ...]


def digest_of(deck: Deck) -> Digest:
    """What an edition is known by: 128 bits of SHA-256 over its JSON form."""
    return sha256(msgspec.json.encode(deck)).hexdigest()[:32]
