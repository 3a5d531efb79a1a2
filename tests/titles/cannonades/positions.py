"""Positions of Cannonades, written as text, and moves in their public form.

Cards are written short: `B2` is the ship blue-2, `BG` the cannonade blue-green. A table has one line per seat: the
berths, a bar, the hand. `B2` is face up, `(B2)` face down, `.` is a free berth; free berths at the end may be omitted.
"""

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Event, Facts, Illegal, Seat, Step
from games.titles.cannonades import GAME
from games.titles.cannonades.cards import DECK, Face, in_order
from games.titles.cannonades.observe import View
from games.titles.cannonades.state import BERTHS, Redraws, Row, Ship, State

SEED = bytes(range(32))
END = {"type": "end"}
REDRAW = {"type": "redraw"}
KEEP = {"type": "keep"}
GONE = {"rest": "discards"}  # all cards not named are in the discard pile
_COLOURS = {"B": "blue", "G": "green", "P": "purple", "O": "orange", "R": "red", "Y": "yellow"}


def card(short: str) -> Face:
    return "-".join(_COLOURS.get(letter, letter) for letter in short)


def cards(text: str) -> tuple[Face, ...]:
    return tuple(card(short) for short in text.split())


def row(text: str) -> Row:
    ships = [
        None if short == "." else Ship(card(short.strip("()")), up="(" not in short) for short in text.split()
    ]
    return (*ships, *[None] * (BERTHS - len(ships)))


def position(table: str, *, deck: str = "", rest: str = "deck", **facts: Any) -> State:
    """Seat 0 in a later turn with all its actions; `deck` is on top, and `rest` says where the other cards are."""
    lines = [line.split("|") for line in table.strip().splitlines()]
    ships = tuple(row(fleet) for fleet, _ in lines)
    hands = tuple(in_order(cards(hand)) for _, hand in lines)
    others = Counter(DECK)
    for group in (*hands, cards(deck), *([ship.face for ship in fleet if ship] for fleet in ships)):
        others.subtract(group)
    assert min(others.values()) >= 0, "a card more than there is"
    remaining = tuple(others.elements())
    drawn, discards = (remaining, ()) if rest == "deck" else ((), remaining)
    beginning = {"phase": "actions", "seat": 0, "turn": 20, "actions": 4, "begun": (3,) * len(lines)}
    return State(
        **{
            **beginning,
            "deck": cards(deck) + drawn,
            "discards": discards,
            "hands": hands,
            "ships": ships,
            **facts,
        }
    )


def late(table: str, **facts: Any) -> State:
    """Return a position in the stand-off, seat 0 on turn; by default seat 1 is the starter and comes last."""
    return position(table, **{**GONE, "starter": 1, "awaited": (1,), **facts})


def opening(hands: str, asked: tuple[Seat, ...], **facts: Any) -> State:
    """Return a set-up in which the seats of `asked` choose about their hands."""
    table = "\n".join(f"|{hand}" for hand in hands.strip().splitlines())
    setting = {"phase": "set-up", "turn": 0, "actions": 0, "redraws": Redraws(asked)}
    return position(table, **{**setting, "begun": (0,) * len(hands.strip().splitlines()), **facts})


def add(short: str) -> Facts:
    return {"type": "add", "card": card(short)}


def shoot(short: str, seat: Seat, berth: int) -> Facts:
    return {"type": "shoot", "card": card(short), "seat": seat, "berth": berth}


def board(own: int, seat: Seat, target: int) -> Facts:
    return {"type": "board", "berth": own, "seat": seat, "target": target}


def draw(short: str) -> Facts:
    return {"type": "draw", "card": card(short)}


def discard(short: str) -> Facts:
    return {"type": "discard", "card": card(short)}


def salvage(short: str) -> Facts:
    return {"type": "salvage", "card": card(short)}


def grin(effect: str, *berth: int) -> Facts:
    return {"type": "grin", "effect": effect, **({"berth": berth[0]} if berth else {})}


def do(state: State, seat: Seat, form: Facts, ply: int = 0) -> Step[State]:
    """Return the step of a move in JSON form, through the codec and the guarded entry."""
    move = load_move(GAME, msgspec.json.encode(form))
    return engine.play(GAME, state, seat, move, Chance(SEED, ply))


def done(state: State, *moves: tuple[Seat, Facts]) -> State:
    """Return the state after several moves of (seat, JSON form)."""
    for ply, (seat, form) in enumerate(moves):
        state = do(state, seat, form, ply).state
    return state


def refuse(state: State, seat: Seat, form: Facts) -> None:
    """Check that the move is well formed, but illegal now."""
    move = load_move(GAME, msgspec.json.encode(form))
    assert move not in GAME.legal_moves(state, seat)
    with pytest.raises(Illegal):
        engine.play(GAME, state, seat, move, Chance(SEED, 0))


def leaving(state: State, seat: Seat) -> Step[State]:
    return engine.leave(GAME, state, seat, Chance(SEED, 99))


def leave(state: State, *seats: Seat) -> State:
    """Return the state after the seats have left, one after the other."""
    for seat in seats:
        state = leaving(state, seat).state
    return state


def legal(state: State, seat: Seat) -> list[Facts]:
    """Return the legal moves in their public form."""
    return [msgspec.to_builtins(move) for move in GAME.legal_moves(state, seat)]


def types(state: State, seat: Seat) -> set[str]:
    """Return the types of the legal moves."""
    return {form["type"] for form in legal(state, seat)}


def asked(state: State) -> set[Seat]:
    return set(GAME.to_act(state))


def see(state: State, seat: Seat | None) -> View:
    view = GAME.observe(state, seat)
    assert isinstance(view, View)
    return view


def event(step: Step[State], type_: str) -> Event:
    """Return the only event of the type."""
    (found,) = [event for event in step.events if event.type == type_]
    return found


def told(step: Step[State]) -> list[str]:
    """Return the types of the events, in order."""
    return [event.type for event in step.events]
