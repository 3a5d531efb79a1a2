"""Elimination, the winner, and the ranks of the others (CN-12 to CN-14, CN-17, CN-18, CN-20)."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Outcome, Seat
from games.engine.rules import ranks, with_row
from games.titles.cannonades.cards import COLOURS, SHIPS, Face, in_order, with_card
from games.titles.cannonades.state import BERTHS, Ship, State, count_in, is_in

NO_SHIPS = (None,) * BERTHS

_REWARDS_FROM = 3  # the fewest seats in a game that rewards an elimination (CN-12)


class StandOffScore(msgspec.Struct, frozen=True, order=True):
    """The values that the stand-off compares, in this order; more is better (CN-17)."""

    ships: int
    colours: int  # different ones
    facing: int  # ships facing the same way, whichever way that is
    hand: int  # cards


def stand_off_score(state: State, seat: Seat) -> StandOffScore:
    """The seat's values for the comparison."""
    colours = [SHIPS[ship.face] for ship in state.ships[seat] if ship]
    left = sum(COLOURS[colour].facing == "left" for colour in colours)
    return StandOffScore(
        len(colours), len(set(colours)), max(left, len(colours) - left), len(state.hands[seat])
    )


def stand_off_scores(state: State) -> dict[Seat, StandOffScore]:
    """The scores of all seats still in."""
    return {seat: stand_off_score(state, seat) for seat in range(len(state.hands)) if is_in(state, seat)}


def compare(state: State, events: list[Event]) -> State:
    """CN-17: end the stand-off. Turn up all ships; the best fleet wins, or the starter."""
    shown = replace(
        state, ships=tuple(tuple(ship and Ship(ship.face, up=True) for ship in row) for row in state.ships)
    )
    found = stand_off_scores(shown)
    best = max(found.values())
    tied = [seat for seat, fleet in found.items() if fleet == best]
    rows = [{"seat": seat, **msgspec.to_builtins(fleet)} for seat, fleet in found.items()]
    events.append(Event("compared", {"turn": state.turn, "fleets": rows, "tied": tied}))
    starter = state.starter if len(tied) > 1 and state.starter in found else None  # even if not tied itself
    return _finish(shown, "stand-off", starter, events)


def _finish(state: State, reason: str, favoured: Seat | None, events: list[Event]) -> State:
    keys = [_rank_key(state, seat, favoured) for seat in range(len(state.hands))]
    ended = Outcome(reason, ranks(keys, state.left))
    events.append(Event("game-over", {"turn": state.turn, "ranks": list(ended.ranks), "reason": reason}))
    return replace(state, phase="over", queue=(), owed=False, redraws=None, awaited=(), outcome=ended)


def _rank_key(state: State, seat: Seat, favoured: Seat | None) -> tuple[int, bool, int | StandOffScore]:
    """CN-18; greater is better: `favoured` first, then the others still in by their fleets, then eliminated seats."""
    if seat in state.out:
        return (0, False, state.out.index(seat))
    return (1, seat == favoured, stand_off_score(state, seat))


def sink_last(state: State, seat: Seat, chance: Chance, events: list[Event]) -> State:
    """CN-12: the last ship of `seat` was sunk; the current seat may take one of its cards."""
    after = replace(state, out=(*state.out, seat))
    hand = state.hands[seat]
    if len(state.hands) < _REWARDS_FROM or count_in(after) == 1 or not hand:
        return _record_elimination(after, seat, state.seat, events)
    place = chance.below(len(hand))
    taken, rest = hand[place], hand[:place] + hand[place + 1 :]
    hands = with_row(with_row(state.hands, seat, rest), state.seat, with_card(state.hands[state.seat], taken))
    facts = {"turn": state.turn, "seat": state.seat, "from": seat}
    events.append(Event("card-taken", facts, {state.seat: {"card": taken}, seat: {"card": taken}}))
    return _record_elimination(replace(after, hands=hands), seat, state.seat, events)


def eliminate(state: State, seat: Seat, events: list[Event]) -> State:
    """CN-13: eliminate `seat`, which has no ship at the end of its turn; nobody gets a reward."""
    return _record_elimination(replace(state, out=(*state.out, seat)), seat, None, events)


def _record_elimination(state: State, seat: Seat, by: Seat | None, events: list[Event]) -> State:
    hand = state.hands[seat]
    facts = {"turn": state.turn, "seat": seat, "by": by, "discarded": list(hand)}
    events.append(Event("eliminated", facts))
    return _end_if_one_is_left(_discard_all(state, seat, hand), "last-captain", events)


def withdraw(state: State, seat: Seat, events: list[Event]) -> State:
    """CN-20: remove a seat that leaves; its ships and its hand are discarded."""
    ships = [ship.face for ship in state.ships[seat] if ship]
    hand = state.hands[seat]
    facts = {"turn": state.turn, "seat": seat, "ships": ships, "discarded": list(hand)}
    events.append(Event("left", facts))
    gone = replace(state, left=(*state.left, seat), ships=with_row(state.ships, seat, NO_SHIPS))
    return _end_if_one_is_left(_discard_all(gone, seat, (*ships, *hand)), "left", events)


def _discard_all(state: State, seat: Seat, cards: Iterable[Face]) -> State:
    return replace(state, hands=with_row(state.hands, seat, ()), discards=in_order((*state.discards, *cards)))


def _end_if_one_is_left(state: State, reason: str, events: list[Event]) -> State:
    """CN-14: the last seat still in wins, whatever it has on the table."""
    return _finish(state, reason, None, events) if count_in(state) == 1 else state
