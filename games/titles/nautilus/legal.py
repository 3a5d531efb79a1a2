"""The seats that must act, and their legal moves; these depend only on face-up chips and cards (NA-8 to NA-15)."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any

from games.engine.contract import Seat
from games.engine.rules import cache_latest
from games.titles.nautilus import ocean
from games.titles.nautilus.arrival import sailing_of
from games.titles.nautilus.cards import ALL_AXES, AXES, CARDS, CHIPS, SPECIALS, THERMOSTAT, Axis
from games.titles.nautilus.ocean import DOTS, Place, Submarine
from games.titles.nautilus.scoring import Square, free_square, squares_taken
from games.titles.nautilus.state import (
    Anchor,
    Commit,
    Fish,
    Globe,
    Move,
    Renumber,
    Ring,
    Shift,
    Skip,
    SkipSpecial,
    State,
    Steer,
    Swap,
    Trade,
    pending_special,
)

_COMMITS = {(card, special): Commit(card, special) for card in CARDS for special in (None, *SPECIALS)}
_SKIP = (Skip(),)
_SKIP_SPECIAL = (SkipSpecial(),)
_TO_BOARD, _TO_CARD = Anchor("board"), Anchor("card")


@cache_latest
def to_act(state: State) -> frozenset[Seat]:
    """The sailing seat; before that, the next seat to commit or, if sealed, all that have yet to commit (NA-8)."""
    if state.outcome is not None:
        return frozenset()
    if state.sailing is not None:
        return frozenset(state.queue[:1])
    waiting = [seat for seat in state.order if seat not in state.commits]
    return frozenset(waiting if state.commit == "sealed" else waiting[:1])


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` is among the legal moves of `seat`."""
    return move in legal_moves(state, seat)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Commits, or answers, or the moves that the hand card and the special card still have."""
    if seat not in to_act(state):
        return ()
    if state.sailing is not None:
        return _legal_sailing(state)
    return tuple([_COMMITS[pair] for pair in product(state.hands[seat], (None, *state.specials[seat]))])


@cache_latest  # a move is checked soon after the moves were listed
def _legal_sailing(state: State) -> tuple[Move, ...]:
    seat, sailing = state.queue[0], sailing_of(state)
    match sailing.asked:
        case "anchor":
            has_room = free_square(state.boards[seat], state.round) is not None
            return (_TO_BOARD, _TO_CARD) if has_room else (_TO_CARD,)
        case "arrow":
            return _steps(Steer, state.submarine, state.stars, ALL_AXES)
        case _:
            hand = _legal_hand(state, seat) if sailing.hand else ()
            return (*hand, *_legal_special(state, seat)) if sailing.special else hand


def can_carry_out(state: State, seat: Seat) -> bool:
    """Whether the sailing seat's hand card has a move (NA-10); a sailor or a helmet always has `skip`."""
    axes = AXES[CARDS[state.commits[seat].card].kind]
    return not axes or bool(ocean.open_ways(state.submarine, state.stars, axes))


def _legal_hand(state: State, seat: Seat) -> tuple[Move, ...]:
    """NA-11; with a special thermostat the card may be played as any hand card (NA-15)."""
    kind = CARDS[state.commits[seat].card].kind
    if pending_special(state, seat) == THERMOSTAT:
        steers = _steps(Steer, state.submarine, state.stars, ALL_AXES)
        return (*steers, *_swaps(squares_taken(state.boards[seat])), *_legal_trades(state, seat), *_SKIP)
    match kind:
        case "sailor":
            return (*_swaps(squares_taken(state.boards[seat])), *_SKIP)
        case "helmet":
            return (*_legal_trades(state, seat), *_SKIP)
        case _:
            return _steps(Steer, state.submarine, state.stars, AXES[kind])


def _legal_trades(state: State, seat: Seat) -> Iterator[Move]:
    mine = squares_taken(state.boards[seat])
    for other in _others(state, seat):
        yield from _all_combinations(Trade, mine, (other,), squares_taken(state.boards[other]))


def _legal_special(state: State, seat: Seat) -> tuple[Move, ...]:
    """NA-15; a thermostat's moves are the hand card's."""
    mine = squares_taken(state.boards[seat])
    match pending_special(state, seat):
        case "special-sailor":
            return (*_all_combinations(Shift, mine, _rows_with_room(state, seat)), *_SKIP_SPECIAL)
        case "special-helmet":
            return (*_all_combinations(Fish, mine, _white_places(state)), *_SKIP_SPECIAL)
        case "special-bell":
            return (*_legal_rings(state, seat), *_SKIP_SPECIAL)
        case "special-globe":
            return (*_steps(Globe, state.submarine, state.stars, ALL_AXES), *_SKIP_SPECIAL)
        case "special-numbers":
            return (*_renumberings(tuple(sorted(state.order))), *_SKIP_SPECIAL)
        case _:
            return _SKIP_SPECIAL


def _legal_rings(state: State, seat: Seat) -> Iterator[Move]:
    rows = _rows_with_room(state, seat)
    for other in _others(state, seat):
        yield from _all_combinations(Ring, (other,), squares_taken(state.boards[other]), rows)


def _others(state: State, seat: Seat) -> list[Seat]:
    return sorted(other for other in state.order if other != seat)


def _rows_with_room(state: State, seat: Seat) -> tuple[int, ...]:
    """The rows up to the current round that have a free square."""
    board = state.boards[seat]
    return tuple([row for row in range(1, state.round + 1) if free_square(board, row) is not None])


def _white_places(state: State) -> tuple[Place, ...]:
    lying = zip(DOTS, state.ocean, strict=True)
    return tuple([dot.place for dot, chip in lying if chip and CHIPS[chip.chip].colour == "white"])


# Lists of moves are cached: building a long list costs more than choosing from it.


@lru_cache(maxsize=4096)
def _steps(
    kind: type[Steer | Globe], submarine: Submarine, stars: tuple[int, ...], axes: tuple[Axis, ...]
) -> tuple[Move, ...]:
    return tuple(kind(way.axis, way.step) for way in ocean.open_ways(submarine, stars, axes))


@lru_cache(maxsize=1024)
def _swaps(mine: tuple[Square, ...]) -> tuple[Move, ...]:
    return tuple(Swap(a, b) for a, b in combinations(mine, 2))


@lru_cache(maxsize=2048)
def _all_combinations(kind: Callable[..., Move], *fields: tuple[Any, ...]) -> tuple[Move, ...]:
    """The moves of a kind with every combination of values for its fields."""
    return tuple(kind(*values) for values in product(*fields))


@lru_cache(maxsize=64)
def _renumberings(seats: tuple[Seat, ...]) -> tuple[Move, ...]:
    return tuple(Renumber(order) for order in permutations(seats))
