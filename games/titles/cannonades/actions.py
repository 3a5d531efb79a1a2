"""The actions of the seat on turn (CN-8)."""

from collections.abc import Iterator

from games.engine.contract import Seat
from games.titles.cannonades.cards import CANNONADES, SHIPS
from games.titles.cannonades.state import (
    BERTHS,
    Add,
    Board,
    Draw,
    End,
    Move,
    Shoot,
    State,
    has_ship,
    is_first_turn,
)

__all__ = ["is_legal_action", "is_publicly_idle", "legal_actions"]

_END = End()


def legal_actions(state: State) -> tuple[Move, ...]:
    """Adds, shots, boardings, draws, then `end`."""
    moves: list[Move] = []
    row = state.ships[state.seat]
    faces = dict.fromkeys(state.hands[state.seat])
    if None in row:
        moves += [Add(face) for face in faces if face in SHIPS]
    if not is_first_turn(state):
        targets = _targets(state)
        moves += [Shoot(face, *at) for face in CANNONADES if face in faces for at in targets]
        moves += [
            Board(berth, *at)
            for berth, ship in enumerate(row)
            if ship is not None and ship.up
            for at in targets
        ]
    if state.starter is None:
        moves += [Draw(face) for face in faces]
    if _may_end(state):
        moves.append(_END)
    return tuple(moves)


def _targets(state: State) -> list[tuple[Seat, int]]:
    """The ships of other seats."""
    return [
        (seat, berth)
        for seat, row in enumerate(state.ships)
        if seat != state.seat
        for berth, ship in enumerate(row)
        if ship is not None
    ]


def _may_end(state: State) -> bool:
    """Whether the seat has a ship on the table, or none in hand; without actions left, its actions end anyway."""
    return has_ship(state, state.seat) or not any(face in SHIPS for face in state.hands[state.seat])


def is_legal_action(state: State, move: Move) -> bool:
    """Whether `move` is among the legal actions."""
    hand = state.hands[state.seat]
    match move:
        case Add(face):
            return face in hand and face in SHIPS and None in state.ships[state.seat]
        case Shoot(face, seat, berth):
            return face in hand and face in CANNONADES and _is_target(state, seat, berth)
        case Board(own, seat, berth):
            return _is_boarder(state, own) and _is_target(state, seat, berth)
        case Draw(face):
            return face in hand and state.starter is None
        case End():
            return _may_end(state)
        case _:
            return False


def _is_target(state: State, seat: Seat, berth: int) -> bool:
    if (
        seat == state.seat
        or not 0 <= seat < len(state.ships)
        or not 0 <= berth < BERTHS
        or is_first_turn(state)
    ):
        return False
    return state.ships[seat][berth] is not None


def _is_boarder(state: State, berth: int) -> bool:
    ship = state.ships[state.seat][berth] if 0 <= berth < BERTHS else None
    return ship is not None and ship.up


def is_publicly_idle(state: State) -> bool:
    """Whether everybody can see that only `end` is possible, whatever is in the hand."""
    return next(_public_choices(state), None) is None


def _public_choices(state: State) -> Iterator[str]:
    """The actions that may be possible for the seat on turn, as far as others know."""
    row, hand = state.ships[state.seat], state.hands[state.seat]
    if hand and (None in row or state.starter is None):
        yield "add or draw"
    if not is_first_turn(state) and _targets(state):
        if hand:
            yield "shoot"
        if any(ship is not None and ship.up for ship in row):
            yield "board"
