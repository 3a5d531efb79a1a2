"""Scores, ranks, the end, and the throws between seats tied for first (CV-13 to CV-15, CV-19)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Outcome, Seat, Step
from games.engine.rules import ranks
from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.state import State, Throwing

HANDS = ("rock", "paper", "scissors")  # each is beaten by the next, the last by the first


def value_of(cards: tuple[CardId, ...]) -> int:
    """The sum of the cards' values."""
    return sum(CARDS[card].value for card in cards)


def scores_of(state: State) -> tuple[int, ...]:
    """CV-14: the values in a seat's pile minus those in its hand; 0 for seats that left."""
    return tuple(
        0 if seat in state.left else value_of(pile) - value_of(hand)
        for seat, (pile, hand) in enumerate(zip(state.piles, state.hands, strict=True))
    )


def end_play(state: State, reason: str) -> Step[State]:
    """Count the scores; if several seats are tied for first, they must throw (CV-15)."""
    scores = scores_of(state)
    best = max(score for seat, score in enumerate(scores) if seat not in state.left)
    tied = tuple(seat for seat, score in enumerate(scores) if score == best and seat not in state.left)
    after = replace(state, scores=scores, reason=reason)
    event = Event("play-ended", {"reason": reason, "scores": list(scores), "tied": list(tied)})
    if len(tied) == 1:
        return finish(after, tied[0]).after(event)
    return Step(replace(after, throwing=Throwing(tied, tied)), (event,))


def end_by_leaving(state: State) -> Step[State]:
    """End the game: the last seat still in wins, whatever the scores."""
    winner = next(seat for seat in range(len(state.hands)) if seat not in state.left)
    scored = replace(state, scores=scores_of(state), reason="left")
    return finish(scored, winner)


def finish(state: State, winner: Seat) -> Step[State]:
    """End the game with `winner` first among the seats that stayed."""
    scores = state.scores or ()
    keys = [
        (score, seat == winner) for seat, score in enumerate(scores)
    ]  # the winner before those tied with it
    ended = Outcome(state.reason, ranks(keys, state.left), scores)
    event = Event("game-over", {"ranks": list(ended.ranks), "reason": ended.reason})
    return Step(replace(state, outcome=ended), (event,))


# Throws between seats tied for first (CV-15)


def apply_throw(state: State, seat: Seat, hand: str, chance: Chance) -> Step[State]:
    """Throw in secret; the last throw of a round shows them all."""
    throwing = _throwing(state)
    thrown = replace(throwing, hands={**throwing.hands, seat: hand})
    event = Event("thrown", {"seat": seat}, {seat: {"hand": hand}})
    return _show_throws_if_complete(replace(state, throwing=thrown), chance).after(event)


def leave_throwing(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """CV-19: a seat that leaves drops out; its throw is void, and the others need not wait for it."""
    throwing = _throwing(state)
    if seat not in throwing.still_in:
        return Step(state, ())
    still_in = tuple(other for other in throwing.still_in if other != seat)
    hands = {other: hand for other, hand in throwing.hands.items() if other != seat}
    after = replace(state, throwing=replace(throwing, still_in=still_in, hands=hands))
    if len(still_in) == 1:
        return finish(after, still_in[0])
    return _show_throws_if_complete(after, chance)


def _throwing(state: State) -> Throwing:
    if state.throwing is None:
        raise ValueError("Nobody is throwing")
    return state.throwing


def _show_throws_if_complete(state: State, chance: Chance) -> Step[State]:
    throwing = _throwing(state)
    if len(throwing.hands) < len(throwing.still_in):
        return Step(state, ())
    winning = _winning_hand(set(throwing.hands.values()))
    still_in = tuple(seat for seat in throwing.still_in if winning in (None, throwing.hands[seat]))
    dropped = [seat for seat in throwing.still_in if seat not in still_in]
    shown = Event("throws-shown", {"hands": _by_seat(throwing), "dropped": dropped})
    barren = 0 if dropped else throwing.barren + 1
    after = replace(state, throwing=replace(throwing, still_in=still_in, hands={}, barren=barren))
    return _after_round(after, still_in, barren, chance).after(shown)


def _by_seat(throwing: Throwing) -> list[dict[str, object]]:
    return [{"seat": seat, "hand": throwing.hands[seat]} for seat in throwing.still_in]


def _winning_hand(hands: set[str]) -> str | None:
    """The better of exactly two different hands; None if one or all three were thrown."""
    if len(hands) != 2:
        return None
    return next(hand for hand in hands if HANDS[HANDS.index(hand) - 1] in hands)


def _after_round(state: State, still_in: tuple[Seat, ...], barren: int, chance: Chance) -> Step[State]:
    if len(still_in) == 1:
        return finish(state, still_in[0])
    if barren < state.ruleset.barren_rounds:
        return Step(state, ())
    winner = chance.pick(still_in)
    return finish(state, winner).after(Event("drawn-at-random", {"seat": winner}))
