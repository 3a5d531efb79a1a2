"""Positions of Go Fish, written as text. Cards are short: `7h` is 7-hearts, `Ks` king-spades."""

from typing import Any

from tests.example_title.go_fish.cards import CARDS, RANKS, SUITS, Card, rank_of
from tests.example_title.go_fish.state import State

_RANKS = {rank if rank.isdecimal() else rank[0].upper(): rank for rank in RANKS}
_SUITS = {suit[0]: suit for suit in SUITS}


def card(short: str) -> Card:
    return f"{_RANKS[short[:-1]]}-{_SUITS[short[-1]]}"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def position(hands: str, stock: str = "", books: str = "", *, last: bool = False, **facts: Any) -> State:
    """Return a state with hands such as "7h Ks | 7c", and books by rank.

    All other cards are in the stock below the named ones, or left out if `last` is true.
    """
    held, top = tuple(map(cards, hands.split("|"))), cards(stock)
    laid = tuple(tuple(part.split()) for part in books.split("|")) if books else ((),) * len(held)
    known = {*top, *(card for hand in held for card in hand)}
    ranks = {rank for row in laid for rank in row}
    rest = tuple(card for card in CARDS if not last and card not in known and rank_of(card) not in ranks)
    return State(**{"seat": 0, "stock": (*top, *rest), "hands": held, "books": laid, **facts})
