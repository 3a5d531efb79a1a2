"""Decks of characters: cards, the reader of uploaded CSV files, and the deck that ships (CL-1 to CL-3).

    parse_deck(text)    the cards of a CSV, or DeckError with every bad row
    write_deck(cards)   the CSV of these cards
    check_deck(cards)   the cards of a deck given as data, or DeckError
    bundled()           the project's deck, cached
    editions()          the current and all earlier editions of that deck, by digest
    demands(deck)       the demands of CL-2 that the deck does not meet

`python -m games.titles.cardline.deck` checks the deck that ships.
"""

from games.titles.cardline.deck.parsing import (
    COLUMNS,
    LARGEST,
    MOST_BYTES,
    REASONS,
    SIDES,
    SMALLEST,
    TRAITS,
    Character,
    Deck,
    DeckError,
    Digest,
    Fault,
    Side,
    Trait,
    check_deck,
    digest_of,
    parse_deck,
    write_deck,
)
from games.titles.cardline.deck.registry import (
    BUNDLED,
    EDITIONS,
    bundled,
    bundled_file,
    demands,
    editions,
    id_of_name,
)

__all__ = [
    "BUNDLED", "COLUMNS", "EDITIONS", "LARGEST", "MOST_BYTES", "REASONS", "SIDES", "SMALLEST", "TRAITS",
    "Character", "Deck", "DeckError", "Digest", "Fault", "Side", "Trait", "bundled", "bundled_file",
    "check_deck", "demands", "digest_of", "editions", "id_of_name", "parse_deck", "write_deck",
]  # fmt: skip
