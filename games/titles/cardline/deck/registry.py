"""The registry of decks: it finds an edition by its digest.

The words of a deck are not part of a state: they take 25 kilobytes and more, and a state is written with every move.
The state contains the digest of its edition. A digest is made of the content, so the lookup is a pure function with a
large table: no later change to a deck changes its result. Editions come from three sources:

- the deck that ships, and every earlier edition of its file (`shipped`);
- decks given as data, `{"name", "cards"}`, in this process; another process could not find them, so a game with such a
  deck also carries it in its state (`state`);
- the store of decks that a program has connected: the site has one of all decks ever uploaded.

Only `observe` and the presenter use it: a game can be played to its end without the words.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from games.engine.contract import Illegal
from games.titles.cardline.deck.character import Character, Deck, Digest, digest_of
from games.titles.cardline.deck.parsing import DeckError, check_deck
from games.titles.cardline.deck.shipped import BUNDLED, editions

__all__ = ["DeckStore", "by_id", "characters", "connect", "deck_of", "find", "offered", "register"]

_LONGEST_NAME = 60  # characters
_DIGEST = re.compile(r"[0-9a-f]{32}")


class DeckStore(Protocol):
    """A store of decks, for `connect`."""

    def find(self, digest: Digest) -> Deck | None:
        """The edition with this digest, whether or not it is still offered."""

    def offered(self) -> Mapping[Digest, str]:
        """The names of the decks that a new game may choose."""


_given: dict[Digest, Deck] = {}
_stores: list[DeckStore] = []  # at most one


def connect(store: DeckStore) -> None:
    """Look for editions in `store` too."""
    _stores[:] = [store]


def register(given: Deck) -> Digest:
    """Register a deck given as data and return its digest; raises Illegal for a deck that breaks CL-3."""
    if not given.name.strip() or len(given.name) > _LONGEST_NAME or not given.name.isprintable():
        raise Illegal(f"A deck needs a name of at most {_LONGEST_NAME} characters, but got {given.name!r}")
    try:
        deck = Deck(given.name, check_deck(given.cards))
    except DeckError as error:
        line, reason = error.rows[0]
        raise Illegal(f"Not a deck: in line {line} of its file, {reason}") from None
    digest = digest_of(deck)
    _given[digest] = deck
    return digest


def deck_of(digest: Digest) -> Deck:
    """The edition with this digest; raises Illegal if there is none.

    The slug of the bundled deck is not a digest: each rules version says which edition it means (`Ruleset.bundled`).
    """
    try:
        return find(digest)
    except LookupError as error:
        raise Illegal(str(error.args[0])) from None


def find(digest: Digest) -> Deck:
    """The edition with this digest; raises LookupError if there is none."""
    deck = editions().get(digest) or _given.get(digest)
    if deck is None and not _DIGEST.fullmatch(digest):
        raise LookupError(f"Expected {BUNDLED!r} or the digest of a deck, but got {digest!r}")
    return deck or _stored(digest)


@lru_cache(maxsize=64)
def characters(digest: Digest) -> Mapping[str, Character]:
    """The cards of an edition by id; raises LookupError."""
    return by_id(find(digest))


def by_id(deck: Deck) -> Mapping[str, Character]:
    """The cards of a deck by id."""
    return MappingProxyType({card.id: card for card in deck.cards})


def offered() -> Mapping[Digest, str]:
    """The names of all decks besides the bundled one that a new game may choose."""
    return {digest: name for store in _stores for digest, name in store.offered().items()}


@lru_cache(maxsize=64)  # exceptions are not cached: the deck may be stored later
def _stored(digest: Digest) -> Deck:
    for store in _stores:
        if (deck := store.find(digest)) is not None:
            return deck
    raise LookupError(f"There is no deck with the digest {digest}")
