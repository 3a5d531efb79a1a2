"""Check the deck that ships: print the demands that it does not meet, and exit with 1 if there are any."""

import sys

from games.titles.cardline.deck.parsing import DeckError
from games.titles.cardline.deck.registry import EDITIONS, bundled, demands, editions


def main() -> int:
    """Check the deck, print the result, and return the exit code."""
    try:
        deck = bundled()
    except DeckError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    unmet = demands(deck)
    if tuple(editions()) != EDITIONS:
        unmet.append(
            f"EDITIONS in registry.py must be {tuple(editions())}, every earlier one kept in decks/earlier"
        )
    sys.stderr.writelines(f"{reason}\n" for reason in unmet)
    if not unmet:
        sys.stdout.write(f"{len(deck)} cards, every demand of CL-2 met\n")
    return 1 if unmet else 0


if __name__ == "__main__":
    sys.exit(main())
