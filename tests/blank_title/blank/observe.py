"""What a seat or a spectator may know in a game of Blank (BL-6)."""

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Outcome, Seat
from tests.blank_title.blank.cards import Card
from tests.blank_title.blank.state import State


class View(msgspec.Struct, frozen=True):
    """The observation of one seat, or of a spectator."""

    you: Seat | None
    seat: Seat  # whose turn it is
    hand: tuple[Card, ...] | None  # the seat's own
    hands: tuple[tuple[Card, ...], ...] | None  # all, once the game is over
    counts: tuple[int, ...]  # cards in hand, one per seat
    laid: tuple[Card | None, ...]
    deck: tuple[Card, ...] | None  # once the game is over
    left: tuple[Seat, ...]
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """Return only what a rule allows the seat to see."""
    is_over = state.outcome is not None
    return View(
        you=seat, seat=state.seat,
        hand=state.hands[seat] if seat is not None else None,
        hands=state.hands if is_over else None,
        counts=tuple(map(len, state.hands)),
        laid=state.laid,
        deck=state.deck if is_over else None,
        left=state.left, outcome=state.outcome,
    )  # fmt: skip


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Deal again all cards that `seat` can't see: the hands of others, and the deck."""
    if state.outcome is not None:
        return state
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    pool = list(chance.shuffled(sorted([*hidden, *state.deck])))
    hands = tuple(
        hand if other == seat else tuple(sorted(pool.pop() for _card in hand))
        for other, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(pool))
