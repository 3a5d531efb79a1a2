"""Cardline's moves as JSON for lessons, and conditions for a move of the reader."""

from bisect import bisect_left
from collections.abc import Callable

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Deed, Setting
from games.titles.cardline.deck import Trait, registry
from games.titles.cardline.state import Card, CardId, Place, State


def place(card: CardId, slot: int) -> str:
    """The move that places a card in the line."""
    return dump_move(Place("place", card, slot))


class Script:
    """Writes the plies before a lesson: which seat placed which card, right or wrong.

    `cards` are the reader's four, the Bosun's four, the first card in the line, and then the deck.
    """

    def __init__(self, cards: str, trait: Trait = "strength") -> None:
        deck = registry.deck_of(State.ruleset.bundled)
        self._values = {card.id: card.value(trait) for card in deck.cards}
        self._trait = trait
        self._stack = tuple(Card(each, self._values[each]) for each in cards.split())
        self._line = [self._stack[8].value]
        self._moves: list[tuple[Seat, str]] = []

    def right(self, seat: Seat, card: CardId) -> "Script":
        """The seat places the card where it belongs."""
        self._moves.append((seat, self.reply(card)))
        self._line.sort()
        return self

    def wrong(self, seat: Seat, card: CardId) -> "Script":
        """The seat places the card at the wrong end of the line."""
        self._moves.append((seat, self.mistake(card)))
        return self

    def reply(self, card: CardId) -> str:
        """The move that places the card right in the line at that time; later moves take it into account."""
        value = self._values[card]
        slot = bisect_left(self._line, value)
        self._line.insert(slot, value)
        return place(card, slot)

    def mistake(self, card: CardId) -> str:
        """The move that places the card at the wrong end of the line."""
        value = self._values[card]
        return place(card, 0 if value > self._line[0] else len(self._line))

    def setting(self) -> Setting:
        """The setting with the plies written so far."""
        options = {"trait": self._trait, "hand": 4}
        return Setting(self._stack, tuple(self._moves), options=options)


def places(card: CardId) -> Callable[[Deed], bool]:
    """Whether this card was placed, right or wrong."""
    return lambda deed: bool(deed.move.card == card)


def places_right(deed: Deed) -> bool:
    """Whether a card was placed right."""
    return bool((deed.facts("placed") or {}).get("right"))


def places_wrong(deed: Deed) -> bool:
    """Whether a card was placed wrong."""
    return not places_right(deed)
