"""What a seat or a spectator may know in a game of Go Fish (GF-8)."""

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Outcome, Seat
from tests.example_title.go_fish.cards import Card, Rank, in_order, rank_of
from tests.example_title.go_fish.state import BOOK, State


class View(msgspec.Struct, frozen=True):
    """The observation of one seat, or of a spectator."""

    you: Seat | None
    seat: Seat  # whose turn it is
    hand: tuple[Card, ...] | None  # the seat's own
    hands: tuple[tuple[Card, ...], ...] | None  # all, once the game is over
    counts: tuple[int, ...]  # cards in hand, one per seat
    stock: int
    stock_cards: tuple[Card, ...] | None  # once the game is over
    books: tuple[tuple[Rank, ...], ...]
    gone: tuple[Rank, ...]
    left: tuple[Seat, ...]
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """Return only what a rule allows the seat to see."""
    is_over = state.outcome is not None
    return View(
        you=seat, seat=state.seat,
        hand=state.hands[seat] if seat is not None and not is_over else None,
        hands=state.hands if is_over else None,
        counts=tuple(map(len, state.hands)),
        stock=len(state.stock),
        stock_cards=state.stock if is_over else None,
        books=state.books, gone=state.gone, left=state.left, outcome=state.outcome,
    )  # fmt: skip


def recall(state: State, seat: Seat | None, event: Event) -> Facts:
    """Return what the log shows: to each seat what it could read then, and everything once the game is over."""
    return event.all_facts() if state.outcome is not None else event.facts_for(seat)


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Deal again the hands of others and the stock; no hand has a book, which would have been laid down (GF-6)."""
    if state.outcome is not None:
        return state
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = sorted([*state.stock, *(card for other in others for card in state.hands[other])])
    while True:
        pool, hands = list(chance.shuffled(hidden)), list(state.hands)
        for other in others:
            hands[other] = in_order(tuple(pool.pop() for _card in state.hands[other]))
        if not any(_has_book(hand) for hand in hands):
            return replace(state, hands=tuple(hands), stock=tuple(pool))


def _has_book(hand: tuple[Card, ...]) -> bool:
    held = list(map(rank_of, hand))
    return any(held.count(rank) == BOOK for rank in held)
