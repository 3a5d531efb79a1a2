"""The end of a game of Cardline, and the ranks (CL-12)."""

from msgspec.structs import replace

from games.engine.contract import Event, Outcome, Seat, Step
from games.engine.ranking import ranks
from games.titles.cardline.state import State

__all__ = ["finish"]


def finish(state: State, reason: str, winner: Seat | None = None) -> Step[State]:
    """The game is over; without a winner the seats still in are ranked by their cards (CL-13)."""
    ended = Outcome(reason, ranks([_rank_key(state, seat, winner) for seat in range(len(state.out))]))
    event = Event("game-over", {"turn": state.turn, "reason": reason, "ranks": list(ended.ranks)})
    return Step(replace(state, outcome=ended), (event,))


def _rank_key(state: State, seat: Seat, winner: Seat | None) -> tuple[int, ...]:
    """Greater is better: the winner, later rounds of going out, fewer cards; then leavers, the latest first."""
    if seat == winner:
        return (2,)
    if seat in state.left:
        return (0, state.left.index(seat))
    out = state.out[seat]
    return (1, state.round if out is None else out, -len(state.hands[seat]))
