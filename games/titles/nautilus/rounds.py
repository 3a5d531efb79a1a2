"""The ends of a turn, a round and the game (NA-14, NA-16 to NA-21)."""

import msgspec
from msgspec.structs import replace

from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import ranks
from games.titles.nautilus import scoring
from games.titles.nautilus.arrival import Log
from games.titles.nautilus.cards import CARDS, CHIPS, CardId
from games.titles.nautilus.ocean import DOTS, Fill, Ocean, fill
from games.titles.nautilus.state import State


def end_turn(state: State, log: Log) -> State:
    """After all seats have sailed: put the cards aside, and go on to the next turn or round, or end the game."""
    hands = tuple(_hand_after(state, seat) for seat in range(len(state.hands)))
    taken_up = [seat for seat, hand in enumerate(hands) if len(hand) > len(state.hands[seat])]
    log.append(Event("turn-ended", {"turn": state.turn, "taken_up": taken_up}))
    over = replace(state, hands=hands, sailing=None, queue=(), commits={})
    why = _round_end(over)
    if not why:
        return replace(over, turn=state.turn + 1, round_turn=state.round_turn + 1)
    counted = _count_round(over, why, log)
    return finish(counted, "final-count", log) if state.round == state.rounds else _new_round(counted, log)


def _hand_after(state: State, seat: Seat) -> tuple[CardId, ...]:
    """NA-14: the hand without the played card; once all 12 are played, the seat takes them all up again."""
    if seat not in state.commits:
        return state.hands[seat]
    played = state.commits[seat].card
    return tuple([card for card in state.hands[seat] if card != played]) or tuple(CARDS)


def _round_end(state: State) -> str:
    """NA-16: the reason why the round ends after this turn; empty if it does not."""
    if state.closing:
        return "row-full"
    if state.round_turn >= state.ruleset.turns:
        return "last-turn"
    return "ocean-empty" if _is_fished_out(state.ocean) else ""


def _is_fished_out(ocean: Ocean) -> bool:
    return all(lying is None or (lying.up and CHIPS[lying.chip].kind in ("star", "arrow")) for lying in ocean)


def _count_round(state: State, why: str, log: Log) -> State:
    """NA-17, NA-18, NA-20: count for every seat still in."""
    numbers = {seat: number for number, seat in enumerate(state.order, 1)}
    seats = tuple(
        scoring.count_seat(board, state.round, numbers[seat]) if seat in numbers else None
        for seat, board in enumerate(state.boards)
    )
    count = scoring.RoundCount(state.round, seats)
    log.append(Event("round-counted", {"turn": state.turn, "why": why, **_as_facts(count)}))
    return replace(state, counts=(*state.counts, count))


def _as_facts(count: scoring.RoundCount) -> Facts:
    """The count as JSON values, with lists like those read from a log."""
    facts: Facts = msgspec.json.decode(msgspec.json.encode(count))
    return facts


def _new_round(state: State, log: Log) -> State:
    """NA-19: begin the next round; only the ocean changes."""
    filled = fill(state.ocean, state.piles)
    after = replace(
        state, ocean=filled.ocean, piles=filled.piles, closing=False,
        round=state.round + 1, turn=state.turn + 1, round_turn=1,
    )  # fmt: skip
    log.append(
        Event("round-began", {"turn": after.turn, "round": after.round, "filled": filled_facts(filled)})
    )
    return after


def filled_facts(filled: Fill) -> list[Facts]:
    """The places just filled, with the chip if it is face up."""
    return [_lying_facts(filled.ocean, place) for place in filled.places]


def _lying_facts(ocean: Ocean, place: int) -> Facts:
    dot, lying = DOTS[place], ocean[place]
    facts: Facts = {"place": list(dot.place), "colour": dot.colour, "number": dot.number}
    return {**facts, "chip": lying.chip} if lying is not None and lying.up else facts


def scores_of(state: State) -> tuple[int, ...]:
    """The points counted so far; 0 for seats that left (NA-23)."""
    seats = range(len(state.boards))
    return tuple(0 if seat in state.left else scoring.round_points(state.counts, seat) for seat in seats)


def finish(state: State, reason: str, log: Log) -> State:
    """NA-21: rank by points, then by number chip; then the seats that left, the latest first."""
    scores = scores_of(state)
    keys = [_rank_key(state, seat, score) for seat, score in enumerate(scores)]
    ended = Outcome(reason, ranks(keys), scores)
    facts = {"reason": reason, "ranks": list(ended.ranks), "scores": list(scores), "turn": state.turn}
    log.append(Event("game-over", facts))
    return replace(state, outcome=ended, sailing=None, queue=(), commits={})


def _rank_key(state: State, seat: Seat, score: int) -> tuple[int, int, int]:
    """The seat's key for ranking; greater is better."""
    if seat in state.left:
        return (0, state.left.index(seat), 0)
    return (1, score, -state.order.index(seat))
