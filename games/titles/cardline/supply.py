"""Where new cards come from: the deck, and the box when it is empty (CL-7, CL-8)."""

from typing import TypeVar

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Seat, Step
from games.engine.rows import with_row
from games.titles.cardline.state import State

__all__ = ["stock", "take"]

T = TypeVar("T")


def stock(state: State) -> int:
    """How many cards could be taken before none is left."""
    return len(state.deck) + len(state.box)


def take(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """The top card of the deck, front up, in front of `seat`; there must be one in the deck or in the box."""
    filled = state if state.deck else _box_shuffled(state, chance)
    card, deck = filled.deck[0], filled.deck[1:]
    hands = with_row(filled.hands, seat, (*filled.hands[seat], card))
    taken = Event("taken", {"seat": seat, "turn": state.turn, "card": card.id})
    if filled is state:
        return Step(replace(state, hands=hands, deck=deck), (taken,))
    facts = {"turn": state.turn, "count": len(filled.deck), "times": filled.shuffles}
    return Step(replace(filled, hands=hands, deck=deck), (Event("box-shuffled", facts), taken))


def _box_shuffled(state: State, chance: Chance) -> State:
    """CL-8: the box becomes the deck, so a card that was just wrong may come back."""
    deck = chance.shuffled(state.box)
    fresh = [card.id for card in state.box if card.id not in state.told]
    return replace(state, deck=deck, box=(), told=(*state.told, *fresh), shuffles=state.shuffles + 1)
