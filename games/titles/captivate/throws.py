"""Rock-paper-scissors between the seats tied for first (CV-15)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Seat, Step
from games.titles.captivate.ending import finish
from games.titles.captivate.state import State, Throwing

__all__ = ["BARREN_ROUNDS", "HANDS", "apply_throw", "leave_throwing"]

HANDS = ("rock", "paper", "scissors")  # each is beaten by the next, the last by the first
BARREN_ROUNDS = 5  # rounds in a row that dropped nobody, after which the winner is drawn


def apply_throw(state: State, seat: Seat, hand: str, chance: Chance) -> Step[State]:
    """Throw in secret; the last throw of a round shows them all."""
    throwing = _throwing(state)
    thrown = replace(throwing, hands={**throwing.hands, seat: hand})
    event = Event("thrown", {"seat": seat}, {seat: {"hand": hand}})
    return _shown_if_complete(replace(state, throwing=thrown), chance).after(event)


def leave_throwing(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """CV-19: who left drops out, its throw is void, and the others need not wait for it."""
    throwing = _throwing(state)
    if seat not in throwing.still_in:
        return Step(state, ())
    still_in = tuple(other for other in throwing.still_in if other != seat)
    hands = {other: hand for other, hand in throwing.hands.items() if other != seat}
    after = replace(state, throwing=replace(throwing, still_in=still_in, hands=hands))
    if len(still_in) == 1:
        return finish(after, still_in[0])
    return _shown_if_complete(after, chance)


def _throwing(state: State) -> Throwing:
    if state.throwing is None:
        raise ValueError("Nobody is throwing")
    return state.throwing


def _shown_if_complete(state: State, chance: Chance) -> Step[State]:
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
    if barren < BARREN_ROUNDS:
        return Step(state, ())
    winner = chance.pick(still_in)
    return finish(state, winner).after(Event("drawn-at-random", {"seat": winner}))
