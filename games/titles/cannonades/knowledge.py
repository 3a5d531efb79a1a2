"""What bots know about Cannonades: the worth of ships and cards, and which shots are worth a card."""

import math
from collections.abc import Sequence
from typing import Any

from games.engine.contract import Game, Seat
from games.engine.search.knowledge import Knowledge, Payoffs, Strength, payoffs
from games.titles.cannonades.cards import CANNONADES, GRINS, HITS, SHIPS, Face
from games.titles.cannonades.state import (
    BERTHS,
    Add,
    Board,
    Discard,
    Draw,
    End,
    Grin,
    Keep,
    Move,
    Redraw,
    Salvage,
    Ship,
    Shoot,
    State,
    hand_limit,
    is_in,
)

_AFLOAT = (0.0, 2.2, 3.6, 4.7, 5.5)  # by the number of ships on the table: the last ones matter most
_TURNED_UP = 0.35  # the part of its worth that a face-up ship loses, because everybody can aim at it
_GRIN = 0.2  # for each time that a ship may still answer
_SHIP_HELD, _CANNONADE_HELD = 0.55, 0.4  # in hand
_BEYOND = 0.25  # how much of their worth cards beyond the limit keep
_ACTION = 0.12  # an action still left
_SHARP = 0.9  # how strongly a seat's worth raises its chance of winning
_LATE = 12  # with fewer cards in the deck, ships count more and more

# Roughly how often a card from the deck hits a ship of that colour, and so is a good shot at an unknown ship.
_REACH: dict[Face, float] = {
    face: sum((face, ship) in HITS for ship in SHIPS) / len(SHIPS) for face in (*CANNONADES, *SHIPS)
}


# How good other moves look before they are tried.
_PROMISES: dict[Move, float] = {
    Redraw(): 1.0, Keep(): 0.0, End(): 0.6, Grin("draw"): 1.0, Grin("discard"): 1.1,
}  # fmt: skip


def evaluate(state: State) -> Payoffs:
    """Each seat's chance of being the last captain, estimated from its fleet and its hand."""
    if state.outcome is not None:
        return payoffs(state.outcome)
    late = max(0.0, 1 - len(state.deck) / _LATE)
    worths = [_worth(state, seat, late) if is_in(state, seat) else None for seat in range(len(state.hands))]
    weights = [0.0 if worth is None else math.exp(_SHARP * worth) for worth in worths]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)


def _worth(state: State, seat: Seat, late: float) -> float:
    ships = [ship for ship in state.ships[seat] if ship is not None]
    worth = _AFLOAT[len(ships)] * (1 + late) - sum(_exposure_loss(state, seat, ship) for ship in ships)
    worth += (1 - late) * _GRIN * sum(GRINS[ship.face] for ship in ships)
    worth += (1 - 0.7 * late) * _hand_worth(state, seat, len(ships))
    return worth + (_ACTION * state.actions if seat == state.seat else 0.0)


def _exposure_loss(state: State, seat: Seat, ship: Ship) -> float:
    """How much worth a face-up ship loses: more if a rival has a card that sinks it."""
    if not ship.up:
        return 0.0
    aimed = any(
        (face, ship.face) in HITS for other, hand in enumerate(state.hands) if other != seat for face in hand
    )
    return _TURNED_UP * (2 if aimed else 1)


def _hand_worth(state: State, seat: Seat, afloat: int) -> float:
    worths = []
    berths = BERTHS - afloat
    for face in state.hands[seat]:
        if face in SHIPS and berths:
            berths -= 1
            worths.append(_SHIP_HELD + 0.1 * GRINS[face] + (0.8 if not afloat else 0.0))
        else:
            worths.append(_CANNONADE_HELD * (0.6 + _REACH[face]))
    worths.sort(reverse=True)
    limit = hand_limit(state)
    return sum(worths[:limit]) + _BEYOND * sum(worths[limit:])


def reduce(state: State, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
    """All moves except sure misses, duplicates among face-down ships, and passing if more is possible."""
    seen: set[Any] = set()
    chosen: list[tuple[float, Move]] = []
    for move in moves:
        kind = _kind(state, seat, move)
        if kind is not None and kind not in seen:
            seen.add(kind)
            chosen.append((_promise(state, seat, move), move))
    chosen.sort(key=lambda pair: -pair[0])
    return [move for _, move in chosen] or moves


def _kind(state: State, seat: Seat, move: Move) -> Any:
    """The key of equivalent moves; None for a move without effect."""
    match move:
        case Shoot(card, other, berth):
            return _aim(state, card, other, berth)
        case Board(own, other, berth):
            ship = state.ships[seat][own]
            aim = None if ship is None else _aim(state, ship.face, other, berth)
            return None if aim is None else ("board", aim)
        case Grin(effect):
            return move if effect != "pass" else None
        case _:
            return move


def _aim(state: State, card: Face, seat: Seat, berth: int) -> Any:
    ship = state.ships[seat][berth]
    if ship is None or (ship.up and (card, ship.face) not in HITS):
        return None
    return (card, seat, ship.face if ship.up else None)


def _promise(state: State, seat: Seat, move: Move) -> float:
    """How good a move looks before it is tried."""
    match move:
        case Shoot(card, other, berth):
            return _shot(state, card, other, berth)
        case Board(own, other, berth):
            ship = state.ships[seat][own]
            return 0.0 if ship is None else _shot(state, ship.face, other, berth) - 1.2
        case Add(card):
            return 3.5 - sum(ship is not None for ship in state.ships[seat]) + 0.1 * GRINS[card]
        case Draw(card):
            return 0.9 + 0.4 * GRINS[card] - _card_worth(card)
        case Discard(card) | Salvage(card):
            return _card_worth(card) if isinstance(move, Salvage) else -_card_worth(card)
        case _:
            return _PROMISES.get(move, 0.5)


def _shot(state: State, card: Face, seat: Seat, berth: int) -> float:
    ship = state.ships[seat][berth]
    if ship is None:
        return 0.0
    afloat = sum(other is not None for other in state.ships[seat])
    if ship.up:
        return 3.0 + (2.0 if afloat == 1 else 0.0)
    return 2.6 * _REACH[card] + (0.8 if afloat == 1 else 0.0) + 0.3


def _card_worth(card: Face) -> float:
    return _SHIP_HELD + 0.1 * GRINS[card] if card in SHIPS else _CANNONADE_HELD * (0.6 + _REACH[card])


def is_settled(state: State) -> bool:
    """Whether a turn is about to begin. In the middle of a turn, its actions have yet to pay off."""
    return state.phase == "actions" and state.actions == state.ruleset.actions and not state.queue


def is_pass(move: Move) -> bool:
    """Whether the move ends a turn or passes an answer."""
    return isinstance(move, End) or move == Grin("pass")


def knowledge_of(game: Game[State, Move]) -> Knowledge[State, Move]:
    """What bots know about a rules version. Without a search, they play the most promising move."""
    return Knowledge(
        evaluate=evaluate,
        rollout_move=lambda state, seat, chance: reduce(state, seat, game.legal_moves(state, seat))[0],
        reduce=reduce,
        horizon=12,
        is_settled=is_settled,
        is_pass=is_pass,
        curiosity=0.25,
        strengths={
            "deckhand": Strength(worlds=1, slack=0.12),
            "mate": Strength(worlds=2, iterations=25),
            "captain": Strength(worlds=6, iterations=900),
            "greedy": Strength(worlds=6, is_thorough=True),
        },
    )
