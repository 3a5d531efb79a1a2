"""Scores, ranks and the end of a game of Captivate (CV-13 to CV-15, CV-19)."""

from msgspec.structs import replace

from games.engine.contract import Event, Outcome, Seat, Step
from games.engine.ranking import ranks
from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.state import State, Throwing

__all__ = ["end_by_leaving", "end_play", "finish", "scores_of", "value_of"]


def value_of(cards: tuple[CardId, ...]) -> int:
    """The sum of the cards' values."""
    return sum(CARDS[card].value for card in cards)


def scores_of(state: State) -> tuple[int, ...]:
    """CV-14: the values in one's pile less those in one's hand; 0 for who left."""
    return tuple(
        0 if seat in state.left else value_of(pile) - value_of(hand)
        for seat, (pile, hand) in enumerate(zip(state.piles, state.hands, strict=True))
    )


def end_play(state: State, reason: str) -> Step[State]:
    """Count the scores; if several seats are tied for first, they are to throw (CV-15)."""
    scores = scores_of(state)
    best = max(score for seat, score in enumerate(scores) if seat not in state.left)
    tied = tuple(seat for seat, score in enumerate(scores) if score == best and seat not in state.left)
    after = replace(state, scores=scores, reason=reason)
    event = Event("play-ended", {"reason": reason, "scores": list(scores), "tied": list(tied)})
    if len(tied) == 1:
        return finish(after, tied[0]).after(event)
    return Step(replace(after, throwing=Throwing(tied, tied)), (event,))


def end_by_leaving(state: State) -> Step[State]:
    """The last seat still in wins, whatever the scores."""
    winner = next(seat for seat in range(len(state.hands)) if seat not in state.left)
    scored = replace(state, scores=scores_of(state), reason="left")
    return finish(scored, winner)


def finish(state: State, winner: Seat) -> Step[State]:
    """The game is over and `winner` ranks first among those who stayed."""
    scores = state.scores or ()
    ended = Outcome(
        state.reason, ranks([_rank_key(state, seat, winner) for seat in range(len(scores))]), scores
    )
    event = Event("game-over", {"ranks": list(ended.ranks), "reason": ended.reason})
    return Step(replace(state, outcome=ended), (event,))


def _rank_key(state: State, seat: Seat, winner: Seat) -> tuple[int, int, bool]:
    """Greater is better: stayers by score, the winner before who was tied with it; then leavers, the latest first."""
    if seat in state.left:
        return (0, state.left.index(seat), False)
    return (1, (state.scores or ())[seat], seat == winner)
