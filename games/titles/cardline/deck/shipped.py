"""The deck that ships with the project, and the demands of CL-2 beyond those on every deck.

Games that began with an earlier edition continue with it, so no edition may be lost. Before you change
`heroes-and-villains.csv`, copy it to `decks/earlier/<its number in EDITIONS, from 1>.csv`; then add the new digest at
the end of EDITIONS. The check of the deck fails until you do. The slug of the deck means one edition in each rules
version, `Ruleset.bundled`: a new edition needs a new rules version, and the current ruleset goes into `OLDER`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from games.titles.cardline.deck.character import SIDES, TRAITS, Character, Deck, Digest, digest_of
from games.titles.cardline.deck.parsing import parse_deck

__all__ = ["BUNDLED", "EDITIONS", "bundled", "bundled_file", "demands", "editions", "id_of_name"]

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
    """Make the id of a name: no accents or apostrophes, and a hyphen for everything else except letters and digits."""
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
