"""Moves made for a seat: by standing orders, and the safe moves after a time-out.

A standing order is for answers out of turn; in its own turn a seat is always asked. An order's move depends only on
what its seat sees. Whether an order applies depends on nothing hidden: a seat that usually answers at once, but asks
its player when it lacks a card, would reveal that it lacks it. The rule sheet lists the values.

The former values "discard", "reveal", "cannonade" and "ship" asked in cases where these make another choice. They are
read as "ask", so that no order gives up a card against its player's intention.
"""

from games.engine.contract import Order, Orders, Seat
from games.titles.cannonades.actions import possible_grins
from games.titles.cannonades.cards import GRINS, ORDER, SHIPS, Face
from games.titles.cannonades.state import (
    Add,
    Discard,
    Draw,
    End,
    Grin,
    Keep,
    Move,
    Redraw,
    Salvage,
    State,
    asked_seat,
    decision,
    has_ship,
)
from games.titles.cannonades.turns import salvageable

_OR = "-or-"
_RANKED = ("draw", "discard-or-draw", "reveal-or-draw")  # effects of a grin
ORDERS = (
    Order("grin", ("ask", *(ranked + end for ranked in _RANKED for end in ("", f"{_OR}ask")))),
    Order("discard", ("ask", "cannonades-first", "ships-first")),
    Order("redraw", ("ask", "redraw", "keep")),
)

Hand = tuple[Face, ...]


def ordered_move(state: State, seat: Seat, orders: Orders) -> Move | None:
    """The move by the standing orders of `seat` for its current decision; None to ask the player."""
    if state.redraws is not None:
        return _ordered_choice(state, seat, orders.get("redraw", "ask"))
    if state.outcome is not None or seat == state.seat or seat != asked_seat(state):
        return None
    match decision(state):
        case "answering":
            return _ordered_grin(state, orders.get("grin", "ask"))
        case "forced-discard":
            return _ordered_discard(state.hands[seat], orders.get("discard", "ask"))
        case _:
            return None


def _ordered_discard(hand: Hand, choice: str) -> Discard | None:
    match choice:
        case "cannonades-first":
            return Discard(_spare_cannonade(hand) if _cannonades(hand) else _spare_ship(hand))
        case "ships-first":
            return Discard(_spare_ship(hand) if _ships(hand) else _spare_cannonade(hand))
        case _:
            return None


def _ordered_choice(state: State, seat: Seat, choice: str) -> Move | None:
    redraws = state.redraws
    if redraws is None or seat not in redraws.asked or seat in redraws.chosen:
        return None
    if choice == "redraw":
        return Redraw()
    return Keep() if choice == "keep" else None


def _ordered_grin(state: State, ranked: str) -> Grin | None:
    """The first of the wanted effects that is possible; None, to ask, for values that are no longer offered."""
    if ranked not in ORDERS[0].values:
        return None
    possible = possible_grins(state, state.queue[0])
    for wanted in ranked.split(_OR):
        if wanted == "ask":
            return None
        if found := [move for move in possible if move.effect == wanted]:
            return found[0]  # the lowest berth comes first
    return Grin("pass")


def default_move(state: State, seat: Seat) -> Move:
    """After a time-out: exchange only a hand without ships; keep a ship on the table, end the turn; pass; discard."""
    hand = state.hands[seat]
    match decision(state):
        case "set-up":
            return Keep() if _ships(hand) else Redraw()
        case "actions":
            return _default_action(state, seat)
        case "answering":
            return Grin("pass")
        case "salvaging":
            return Salvage(salvageable(state)[0])
        case _:
            return Discard(_to_spare(hand))


def _default_action(state: State, seat: Seat) -> Move:
    """End the turn, but not without a ship (CN-13): first add one, or try to draw one."""
    hand = state.hands[seat]
    if has_ship(state, seat):
        return End()
    if ships := _ships(hand):
        return Add(min(ships, key=lambda face: GRINS[face]))
    return Draw(_spare_cannonade(hand)) if hand and state.starter is None else End()


def _ships(hand: Hand) -> Hand:
    return tuple(face for face in hand if face in SHIPS)


def _cannonades(hand: Hand) -> Hand:
    return tuple(face for face in hand if face not in SHIPS)


def _spare_cannonade(hand: Hand) -> Face:
    return max(_cannonades(hand), key=lambda face: (hand.count(face), ORDER[face]))


def _spare_ship(hand: Hand) -> Face:
    return min(_ships(hand), key=lambda face: (GRINS[face], -hand.count(face), ORDER[face]))


def _to_spare(hand: Hand) -> Face:
    """The card to spare: a cannonade or a ship, whichever the hand has more of; a cannonade if it has equally many."""
    return _spare_ship(hand) if 2 * len(_ships(hand)) > len(hand) else _spare_cannonade(hand)
