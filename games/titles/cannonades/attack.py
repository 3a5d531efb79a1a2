"""Shooting and boarding (CN-8, CN-10 to CN-12)."""

from typing import NamedTuple

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Seat
from games.engine.rows import with_row
from games.titles.cannonades.answers import settle
from games.titles.cannonades.cards import GRINS, HITS, Face, added
from games.titles.cannonades.ending import sink_last
from games.titles.cannonades.state import Answer, Board, Ship, Shoot, State, has_ship, is_in
from games.titles.cannonades.turns import discard

__all__ = ["apply_board", "apply_shoot", "ship_at"]


def ship_at(state: State, seat: Seat, berth: int) -> Ship:
    """The ship in a berth; raises ValueError if the berth is free."""
    ship = state.ships[seat][berth]
    if ship is None:
        raise ValueError(f"No ship in berth {berth} of seat {seat}")
    return ship


class Strike(NamedTuple):
    """A shot or a boarding: what hits, and where."""

    card: Face
    target: Seat
    berth: int


def apply_shoot(state: State, move: Shoot, chance: Chance, told: list[Event]) -> State:
    """Discard a cannonade, strike, and let the grins answer."""
    strike = Strike(move.card, move.seat, move.berth)
    told.append(Event("shot", _strike_facts(state, strike)))
    ready = replace(discard(state, state.seat, move.card), actions=state.actions - 1)
    after = _struck(ready, strike, chance, told)
    return after if after.outcome is not None else settle(after, told)


def apply_board(state: State, move: Board, chance: Chance, told: list[Event]) -> State:
    """Discard one's own ship, strike, and let the grins answer, one's own last (CN-11)."""
    seat, face = state.seat, ship_at(state, state.seat, move.berth).face
    strike = Strike(face, move.seat, move.target)
    told.append(Event("boarded", {**_strike_facts(state, strike), "own_berth": move.berth}))
    ready = replace(_removed(state, seat, move.berth), actions=state.actions - 1)
    after = _struck(ready, strike, chance, told)
    if after.outcome is not None:
        return after
    if GRINS[face] and is_in(after, move.seat):
        after = replace(after, queue=(*after.queue, Answer(seat, move.seat, face, "boarding")))
    return settle(after, told)


def _strike_facts(state: State, strike: Strike) -> Facts:
    ship = ship_at(state, strike.target, strike.berth)
    return {
        "turn": state.turn, "seat": state.seat, "card": strike.card, "target": strike.target, "berth": strike.berth,
        "ship": ship.face, "turned_up": not ship.up, "sunk": (strike.card, ship.face) in HITS,
    }  # fmt: skip


def _struck(state: State, strike: Strike, chance: Chance, told: list[Event]) -> State:
    """Turn the ship up and sink it if the colour fits; the queue, empty till now, takes its owner's answers."""
    target, ship = strike.target, ship_at(state, strike.target, strike.berth)
    turned_up = not ship.up and GRINS[ship.face] == 2
    answers = (Answer(target, state.seat, ship.face, "turned-up"),) if turned_up else ()
    if (strike.card, ship.face) not in HITS:
        row = with_row(state.ships[target], strike.berth, Ship(ship.face, up=True))
        return replace(state, ships=with_row(state.ships, target, row), queue=answers)
    after = _removed(state, target, strike.berth)
    if not has_ship(after, target):  # CN-11: no answer, not even for being turned up
        return sink_last(after, target, chance, told)
    sunk = (Answer(target, state.seat, ship.face, "sunk"),) if GRINS[ship.face] else ()
    return replace(after, queue=(*answers, *sunk))


def _removed(state: State, seat: Seat, berth: int) -> State:
    """A ship goes from the table to the discard pile."""
    face = ship_at(state, seat, berth).face
    ships = with_row(state.ships, seat, with_row(state.ships[seat], berth, None))
    return replace(state, ships=ships, discards=added(state.discards, face))
