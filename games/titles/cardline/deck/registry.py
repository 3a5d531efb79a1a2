"""The deck that ships, the demands of CL-2 on it, and the registry that finds any edition of a deck by its digest.

Games that began with an earlier edition continue with it, so no edition may be lost. Before you change
`heroes-and-villains.csv`, copy it to `decks/earlier/<its number in EDITIONS, from 1>.csv`; then add the new digest at
the end of EDITIONS. The deck's check fails until you do. The slug of the deck means one edition in each rules
version, `Ruleset.bundled`: a new edition needs a new rules version, and the current ruleset goes into `OLDER`.

A deck's words are not part of a state: they take 25 kilobytes or more, and every move writes the state. The state
contains its edition's digest. A digest is computed from the content, so the lookup is a pure function with a large
table: no later change to a deck changes its result. Editions come from three sources:

- the deck that ships, and every earlier edition of its file;
- decks given as data, `{"name", "cards"}`, in this process; another process could not find them, so a game with such a
  deck also carries it in its state (`state`);
- the store of decks that a program has connected: the site has one of all decks ever uploaded.

Only `observe` and the presenter use it: a game can be played to its end without the words.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from games.engine.contract import Illegal
from games.titles.cardline.deck.parsing import (
    SIDES,
    TRAITS,
    Character,
    Deck,
    DeckError,
    Digest,
    check_deck,
    digest_of,
    parse_deck,
)

BUNDLED = "heroes-and-villains"  # its slug, and the name of its editions; people see a translated name
EDITIONS: tuple[Digest, ...] = ("6f6531eed046abf216a9f214c25b4e6e",)  # all that ever shipped, the latest last

_CARDS, _OF_A_SIDE, _SHARING, _VALUES = 110, 40, 12, 40


@cache
def bundled() -> tuple[Character, ...]:
    """Return the deck of the project, in the order of its file."""
    return parse_deck(bundled_file())


def bundled_file() -> bytes:
    """Return the CSV file of the deck, as a template for new decks."""
    return (_folder() / f"{BUNDLED}.csv").read_bytes()


@cache
def editions() -> dict[Digest, Deck]:
    """Return every edition of the project's deck, the latest last."""
    earlier = sorted((_folder() / "earlier").glob("*.csv"), key=lambda file: int(file.stem))
    all_cards = [*(parse_deck(file.read_bytes()) for file in earlier), bundled()]
    return {digest_of(deck): deck for cards in all_cards for deck in [Deck(BUNDLED, cards)]}


def _folder() -> Path:
    return Path(__file__).parents[1] / "decks"


def id_of_name(name: str) -> str:
    """The id for a name: without accents and apostrophes, and with a hyphen for whatever isn't a letter or digit."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


def demands(deck: Sequence[Character]) -> list[str]:
    """The demands of CL-2 that this deck does not meet, one sentence each."""
    return [*_counts(deck), *_values(deck), *_order(deck), *_words(deck)]


def _counts(deck: Sequence[Character]) -> Iterator[str]:
    if len(deck) != _CARDS:
        yield f"expected {_CARDS} cards, but got {len(deck)}"
    for side in SIDES:
        if (count := sum(card.side == side for card in deck)) < _OF_A_SIDE:
            yield f"expected at least {_OF_A_SIDE} of side {side}, but got {count}"


def _values(deck: Sequence[Character]) -> Iterator[str]:
    for trait in TRAITS:
        counts = Counter(card.value(trait) for card in deck)
        if len(counts) < _VALUES:
            yield f"expected at least {_VALUES} values of {trait}, but got {len(counts)}"
        for value, count in counts.items():
            if count > _SHARING:
                yield f"at most {_SHARING} cards may share one {trait}, but {count} have {value}"


def _order(deck: Sequence[Character]) -> Iterator[str]:
    for before, after in pairwise(deck):
        if before.name.casefold() > after.name.casefold():
            yield f"the order must follow the names, but {after.name} stands after {before.name}"


def _words(deck: Sequence[Character]) -> Iterator[str]:
    for card in deck:
        if card.id != id_of_name(card.name):
            yield f"the id of {card.name} must be {id_of_name(card.name)}, not {card.id}"
        for column in ("epithet", "origin", "note"):
            if not getattr(card, column):
                yield f"{card.name} has no {column}"
        for trait, named in (("strength", "(strength)"), ("iq", "(IQ)"), ("fighting", "(fighting)")):
            if named not in card.note:
                yield f"the note of {card.name} does not argue its {trait}"


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
    return deck or _find_stored(digest)


@lru_cache(maxsize=64)
def characters(digest: Digest) -> Mapping[str, Character]:
    """The cards of an edition by id; raises LookupError."""
    return by_id(find(digest))


def by_id(deck: Deck) -> Mapping[str, Character]:
    """The cards of a deck by id."""
    return MappingProxyType({card.id: card for card in deck.cards})


def offered() -> Mapping[Digest, str]:
    """The names of all decks that a new game may choose, besides the bundled one."""
    return {digest: name for store in _stores for digest, name in store.offered().items()}


@lru_cache(maxsize=64)  # exceptions are not cached: the deck may be stored later
def _find_stored(digest: Digest) -> Deck:
    for store in _stores:
        if (deck := store.find(digest)) is not None:
            return deck
    raise LookupError(f"There is no deck with the digest {digest}")
