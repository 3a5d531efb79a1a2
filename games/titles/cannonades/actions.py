"""The current seat's actions (CN-8), and attacks with the answers they cause (CN-8, CN-10, CN-11)."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Seat
from games.engine.rules import with_row
from games.titles.cannonades.cards import CANNONADES, GRINS, HITS, SHIPS, Face, with_card
from games.titles.cannonades.ending import sink_last
from games.titles.cannonades.state import (
    Add,
    Answer,
    Board,
    Discard,
    Draw,
    End,
    Grin,
    Move,
    Ship,
    Shoot,
    State,
    has_ship,
    is_first_turn,
    is_in,
)
from games.titles.cannonades.turns import discard, draw, end_actions

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
    """Whether the seat may choose `end`: it has a ship on the table, or none in hand."""
    return has_ship(state, state.seat) or not any(face in SHIPS for face in state.hands[state.seat])


def is_publicly_idle(state: State) -> bool:
    """Whether everybody can see that only `end` is possible, whatever cards are in the hand."""
    return next(_public_choices(state), None) is None


def _public_choices(state: State) -> Iterator[str]:
    """The actions that may be possible for the current seat, as far as others know."""
    row, hand = state.ships[state.seat], state.hands[state.seat]
    if hand and (None in row or state.starter is None):
        yield "add or draw"
    if not is_first_turn(state) and _targets(state):
        if hand:
            yield "shoot"
        if any(ship is not None and ship.up for ship in row):
            yield "board"


_DRAW, _DISCARD, _PASS = Grin("draw"), Grin("discard"), Grin("pass")
_REVEALS = tuple(Grin("reveal", berth) for berth in range(4))


def ship_at(state: State, seat: Seat, berth: int) -> Ship:
    """The ship in a berth; raises ValueError if the berth is free."""
    ship = state.ships[seat][berth]
    if ship is None:
        raise ValueError(f"No ship in berth {berth} of seat {seat}")
    return ship


class Strike(NamedTuple):
    """A shot or a boarding: the attacking card, and its target."""

    card: Face
    target: Seat
    berth: int


def apply_shoot(state: State, move: Shoot, chance: Chance, events: list[Event]) -> State:
    """Discard a cannonade, strike, and let the grins answer."""
    strike = Strike(move.card, move.seat, move.berth)
    events.append(Event("shot", _strike_facts(state, strike)))
    ready = replace(discard(state, state.seat, move.card), actions=state.actions - 1)
    after = _apply_strike(ready, strike, chance, events)
    return after if after.outcome is not None else settle(after, events)


def apply_board(state: State, move: Board, chance: Chance, events: list[Event]) -> State:
    """Discard the boarding ship, strike, and let the grins answer, the boarding ship's last (CN-11)."""
    seat, face = state.seat, ship_at(state, state.seat, move.berth).face
    strike = Strike(face, move.seat, move.target)
    events.append(Event("boarded", {**_strike_facts(state, strike), "own_berth": move.berth}))
    ready = replace(_remove_ship(state, seat, move.berth), actions=state.actions - 1)
    after = _apply_strike(ready, strike, chance, events)
    if after.outcome is not None:
        return after
    if GRINS[face] and is_in(after, move.seat):
        after = replace(after, queue=(*after.queue, Answer(seat, move.seat, face, "boarding")))
    return settle(after, events)


def _strike_facts(state: State, strike: Strike) -> Facts:
    ship = ship_at(state, strike.target, strike.berth)
    return {
        "turn": state.turn, "seat": state.seat, "card": strike.card, "target": strike.target, "berth": strike.berth,
        "ship": ship.face, "turned_up": not ship.up, "sunk": (strike.card, ship.face) in HITS,
    }  # fmt: skip


def _apply_strike(state: State, strike: Strike, chance: Chance, events: list[Event]) -> State:
    """Turn the ship up, and sink it if the colour matches; then put its owner's answers into the empty queue."""
    target, ship = strike.target, ship_at(state, strike.target, strike.berth)
    turned_up = not ship.up and GRINS[ship.face] == 2
    answers = (Answer(target, state.seat, ship.face, "turned-up"),) if turned_up else ()
    if (strike.card, ship.face) not in HITS:
        row = with_row(state.ships[target], strike.berth, Ship(ship.face, up=True))
        return replace(state, ships=with_row(state.ships, target, row), queue=answers)
    after = _remove_ship(state, target, strike.berth)
    if not has_ship(after, target):  # CN-11: no answer, not even for being turned up
        return sink_last(after, target, chance, events)
    sunk = (Answer(target, state.seat, ship.face, "sunk"),) if GRINS[ship.face] else ()
    return replace(after, queue=(*answers, *sunk))


def _remove_ship(state: State, seat: Seat, berth: int) -> State:
    """Move a ship from the table to the discard pile."""
    face = ship_at(state, seat, berth).face
    ships = with_row(state.ships, seat, with_row(state.ships[seat], berth, None))
    return replace(state, ships=ships, discards=with_card(state.discards, face))


# Grins and their effects: the queue of answers (CN-10, CN-11)


def possible_grins(state: State, answer: Answer) -> tuple[Grin, ...]:
    """CN-10: the effects that are possible now, `pass` last."""
    row = state.ships[answer.against]
    return (
        *((_DRAW,) if state.starter is None else ()),  # CN-16: no card from the deck in the stand-off
        *((_DISCARD,) if state.hands[answer.against] else ()),
        *(_REVEALS[berth] for berth, ship in enumerate(row) if ship is not None and not ship.up),
        _PASS,
    )


def settle(state: State, events: list[Event]) -> State:
    """Continue with the next answer that has an effect; if there is none, the turn continues or its actions end."""
    while state.queue and possible_grins(state, state.queue[0]) == (_PASS,):
        events.append(Event("answer-skipped", _facts(state, state.queue[0])))
        state = replace(state, queue=state.queue[1:])
    if state.queue or state.actions:
        return state
    return end_actions(state, events)


def _facts(state: State, answer: Answer) -> Facts:
    return {
        "turn": state.turn, "seat": answer.seat, "against": answer.against, "ship": answer.ship, "cause": answer.cause,
    }  # fmt: skip


def apply_grin(state: State, move: Grin, events: list[Event]) -> State:
    """Give one answer; it stays in the queue until it is complete."""
    answer = state.queue[0]
    facts = {**_facts(state, answer), "effect": move.effect}
    if move.effect == "discard":
        events.append(Event("answered", facts))
        return replace(state, owed=True)
    after = replace(state, queue=state.queue[1:])
    if move.effect == "draw":
        after = draw(after, answer.seat, 1, Event("answered", facts), events)
        return after if after.starter is not None else settle(after, events)
    if isinstance(move.berth, int):
        after = _reveal(after, answer, move.berth, facts, events)
    else:
        events.append(Event("answered", facts))
    return settle(after, events)


def _reveal(state: State, answer: Answer, berth: int, facts: Facts, events: list[Event]) -> State:
    """Turn up one of the attacker's ships, without sinking it; its own grin may answer in turn."""
    row = state.ships[answer.against]
    ship = row[berth]
    if ship is None:
        raise ValueError(f"No ship in berth {berth} of seat {answer.against}")
    events.append(Event("answered", {**facts, "berth": berth, "card": ship.face}))
    ships = with_row(state.ships, answer.against, with_row(row, berth, Ship(ship.face, up=True)))
    caused = (Answer(answer.against, answer.seat, ship.face, "turned-up"),) if GRINS[ship.face] == 2 else ()
    return replace(state, ships=ships, queue=(*state.queue, *caused))


def apply_forced_discard(state: State, move: Discard, events: list[Event]) -> State:
    """Discard a card of the attacker's choice, which completes the answer."""
    answer = state.queue[0]
    events.append(discard_event(state, answer.against, move.card, answer.seat))
    after = discard(state, answer.against, move.card)
    return settle(replace(after, queue=state.queue[1:], owed=False), events)


def discard_event(state: State, seat: int, card: Face, asked_by: int | None) -> Event:
    """The fact that a seat discarded a card: for a seat that answered, or because of the hand limit."""
    return Event("discarded", {"turn": state.turn, "seat": seat, "card": card, "asked_by": asked_by})
