"""Rounds, the source of new cards, and the end of the game (CL-7, CL-8, CL-10 to CL-13)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Outcome, Seat, Step
from games.engine.rules import ranks, with_row
from games.titles.cardline.state import State, seats_in

__all__ = ["finish", "pass_on", "stock", "take"]


def pass_on(state: State, chance: Chance) -> Step[State]:
    """Pass the turn to the next seat that has one in this round; after the last one, end the round."""
    for seat in range(state.seat + 1, len(state.out)):
        if state.out[seat] is None:
            return Step(replace(state, seat=seat, turn=state.turn + 1), ())
    return _end_round(state, chance)


def _end_round(state: State, chance: Chance) -> Step[State]:
    """CL-10, CL-11: a single seat without cards wins; several such seats stay in; with none, all stay in."""
    seats = seats_in(state)
    bare = [seat for seat in seats if not state.hands[seat]]
    if len(bare) == 1:
        return finish(state, "knock-out" if state.knockout else "first-out", bare[0])
    gone = [seat for seat in seats if seat not in bare] if bare else []
    out = tuple(state.round if seat in gone else out for seat, out in enumerate(state.out))
    after = replace(state, out=out, barren=_barren(state, out))
    if after.shuffles >= state.ruleset.last_shuffle or after.barren == state.ruleset.barren_rounds:
        return finish(after, "stalled")
    if stock(after) < len(bare):
        return finish(after, "no-cards")
    return _begin_round(after, bare, gone, chance)


def _barren(state: State, out: tuple[int | None, ...]) -> int:
    """The number of knock-out rounds in a row, including this one, in which no seat was beaten or left."""
    return state.barren + 1 if state.knockout and state.round not in out else 0


def _begin_round(state: State, bare: list[Seat], gone: list[Seat], chance: Chance) -> Step[State]:
    """Begin the next round; seats without a card take one, which belongs to the knock-out round (CL-13)."""
    seats = seats_in(state)
    knockout = state.knockout + (1 if state.knockout or bare else 0)
    after = replace(state, seat=seats[0], turn=state.turn + 1, round=state.round + 1, knockout=knockout)
    if not after.knockout:
        return Step(after, ())
    facts = {"turn": after.turn, "number": after.knockout, "stay": seats, "out": gone, "barren": after.barren}
    events = [Event("knock-out", facts)]
    for seat in bare:
        step = take(after, seat, chance)
        after = step.state
        events += step.events
    return Step(after, tuple(events))


# The source of new cards


def stock(state: State) -> int:
    """The number of cards that can still be taken."""
    return len(state.deck) + len(state.box)


def take(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """Put the top card of the deck, front up, in front of `seat`; the deck or the box must have a card."""
    filled = state if state.deck else _box_shuffled(state, chance)
    card, deck = filled.deck[0], filled.deck[1:]
    hands = with_row(filled.hands, seat, (*filled.hands[seat], card))
    taken = Event("taken", {"seat": seat, "turn": state.turn, "card": card.id})
    if filled is state:
        return Step(replace(state, hands=hands, deck=deck), (taken,))
    is_last = filled.shuffles >= state.ruleset.last_shuffle
    facts = {"turn": state.turn, "count": len(filled.deck), "times": filled.shuffles, "last": is_last}
    return Step(replace(filled, hands=hands, deck=deck), (Event("box-shuffled", facts), taken))


def _box_shuffled(state: State, chance: Chance) -> State:
    """CL-8: the box becomes the deck, so a card that was placed wrong in this turn may come back."""
    deck = chance.shuffled(state.box)
    fresh = [card.id for card in state.box if card.id not in state.told]
    return replace(state, deck=deck, box=(), told=(*state.told, *fresh), shuffles=state.shuffles + 1)


# The end


def finish(state: State, reason: str, winner: Seat | None = None) -> Step[State]:
    """End the game; without a winner the seats still in are ranked by their cards (CL-13)."""
    ended = Outcome(reason, ranks([_rank_key(state, seat, winner) for seat in range(len(state.out))]))
    event = Event("game-over", {"turn": state.turn, "reason": reason, "ranks": list(ended.ranks)})
    return Step(replace(state, outcome=ended), (event,))


def _rank_key(state: State, seat: Seat, winner: Seat | None) -> tuple[int, ...]:
    """Greater is better: the winner, later rounds of going out, fewer cards; then seats that left, the latest first."""
    if seat == winner:
        return (2,)
    if seat in state.left:
        return (0, state.left.index(seat))
    out = state.out[seat]
    return (1, state.round if out is None else out, -len(state.hands[seat]))
