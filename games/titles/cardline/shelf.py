"""Where a deck is found by what is in it: editions by their digest.

The words of a deck are not part of a state, which would then be 25 kilobytes and more with every move. The state
holds the digest of the edition that is played, and since a digest is made of the content, looking it up is a pure
function whose table is only too large to carry along. It cannot be changed by whatever happens to a deck later.
Three places are looked at:

- the deck that ships, and every earlier edition of its file (`deck.shipped`);
- decks that were given as data, `{"name", "cards"}`, in this process; no other one could find them, so that a game
  of such a deck carries it in its state all the same (`state`);
- the stock of decks that a program has connected: the site has one of all that were ever uploaded.

Nobody but `observe` and the presenter ask: without its words a game can still be played to its end.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from games.engine.errors import Illegal
from games.titles.cardline.deck import (
    BUNDLED,
    Character,
    Deck,
    DeckError,
    Digest,
    check_deck,
    digest_of,
    editions,
)

__all__ = ["Stock", "by_id", "characters", "connect", "deck_of", "find", "keep", "offered"]

_LONGEST_NAME = 60  # characters
_DIGEST = re.compile(r"[0-9a-f]{32}")


class Stock(Protocol):
    """A store of decks, for `connect`."""

    def find(self, digest: Digest) -> Deck | None:
        """The edition of that digest, whether it is still offered or not."""

    def offered(self) -> Mapping[Digest, str]:
        """The names of the decks that a new game may choose."""


_given: dict[Digest, Deck] = {}
_stocks: list[Stock] = []  # at most one


def connect(stock: Stock) -> None:
    """Look for editions in `stock` too."""
    _stocks[:] = [stock]


def keep(given: Deck) -> Digest:
    """Let a deck that was given as data be found, and return its digest; raises Illegal for one that breaks CL-3."""
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


def deck_of(reference: str) -> tuple[Digest, Deck]:
    """A deck by its slug, which means the latest edition, or by digest; raises Illegal."""
    digest = list(editions())[-1] if reference == BUNDLED else reference
    try:
        return digest, find(digest)
    except LookupError as error:
        raise Illegal(str(error.args[0])) from None


def find(digest: Digest) -> Deck:
    """The edition of that digest; raises LookupError where no place has it."""
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
    """The names of all decks beside the bundled one that a new game may choose."""
    return {digest: name for stock in _stocks for digest, name in stock.offered().items()}


@lru_cache(maxsize=64)  # an exception is not remembered: the deck may be stored later
def _stored(digest: Digest) -> Deck:
    for stock in _stocks:
        if (deck := stock.find(digest)) is not None:
            return deck
    raise LookupError(f"There is no deck with the digest {digest}")
