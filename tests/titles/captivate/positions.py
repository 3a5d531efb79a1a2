"""Positions of Captivate, written as text, and moves in their public form.

Cards are written short: `E2` is earth-2. A grid has one row a line: `E2` is face up, `(E2)` face down, `E2*` was
laid this turn, `.` is an empty cell. Rows of seats are separated by `|`: `E1 E2 | W3` are the hands of seats 0 and 1.
"""

from typing import Any

import msgspec
import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Event, Illegal, Seat, Step
from games.titles.captivate import GAME
from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.grid import Cell, Laid
from games.titles.captivate.observe import View
from games.titles.captivate.state import Capture, Play, State

SEED = bytes(range(32))
END = {"type": "end"}
_PILES = {"tied": ("E9", "W9", "L9", "D9"), "behind": ("E7", "W6", "L5", "D4")}
_ELEMENTS = {"E": "earth", "W": "water", "L": "light", "D": "dark"}


def card(short: str) -> CardId:
    return f"{_ELEMENTS[short[0]]}-{int(short[1:])}"


def cards(text: str) -> tuple[CardId, ...]:
    return tuple(card(short) for short in text.split())


def rows(text: str) -> tuple[tuple[CardId, ...], ...]:
    """Return one row of cards per seat."""
    return tuple(cards(part) for part in text.split("|"))


def field(grid: str, corner: Cell = (0, 0)) -> tuple[Laid, ...]:
    """Return the cards of a grid; `corner` is the cell of its first token."""
    x0, y0 = corner
    return tuple(
        _laid((x0 + x, y0 + y), token)
        for y, line in enumerate(grid.strip().splitlines())
        for x, token in enumerate(line.split())
        if token != "."
    )


def _laid(cell: Cell, token: str) -> Laid:
    return Laid(cell, card(token.strip("()*")), up="(" not in token, fresh="*" in token)


def position(grid: str, hands: str, *, corner: Cell = (0, 0), deck: str | None = None, **facts: Any) -> State:
    """Return a state with `seat` (0) on turn; cards are text; without `deck`, all cards not named are in it."""
    held, on_field = rows(hands), field(grid, corner)
    texts = {name: facts.pop(name, "|" * (len(held) - 1)) for name in ("piles", "gone")}
    named = {name: rows(text) for name, text in texts.items()}
    aside = cards(facts.pop("set_aside", ""))
    known = {laid.card for laid in on_field} | {
        c for row in (*held, *named["piles"], *named["gone"], aside) for c in row
    }
    rest = tuple(other for other in CARDS if other not in known) if deck is None else cards(deck)
    beginning = {"memory": "assisted", "seat": 0, "turn": 8, "laid": sum(laid.fresh for laid in on_field)}
    return State(field=on_field, hands=held, deck=rest, set_aside=aside, **{**beginning, **named, **facts})


def throwing(seats: int, tied: set[Seat], memory: str = "assisted") -> State:
    """Return the state after the last turn of seat 0, with these seats tied for first and the others behind them."""
    piles = "|".join(_PILES["tied" if seat in tied else "behind"][seat] for seat in range(seats))
    hands = "|" * (seats - 1)
    return do(position("E1 D1*", hands, deck="", awaited=(), piles=piles, memory=memory), 0, END).state


def lay(short: str, *cell: int) -> dict[str, Any]:
    return {"type": "play", "card": card(short), "cell": list(cell)}


def take(short: str, *cell: int) -> dict[str, Any]:
    return {"type": "capture", "card": card(short), "cell": list(cell)}


def throw(hand: str) -> dict[str, Any]:
    return {"type": "throw", "hand": hand}


def do(state: State, seat: Seat, form: dict[str, Any], ply: int = 0) -> Step[State]:
    """Return the step of a move in JSON form, through the codec and the guarded entry."""
    move = load_move(GAME, msgspec.json.encode(form))
    return engine.play(GAME, state, seat, move, Chance(SEED, ply))


def done(state: State, *moves: tuple[Seat, dict[str, Any]]) -> State:
    """Return the state after several moves of (seat, JSON form)."""
    for ply, (seat, form) in enumerate(moves):
        state = do(state, seat, form, ply).state
    return state


def one_turn(state: State) -> State:
    """Return the state after the seat on turn has laid the first possible card and ended its turn."""
    move = next(move for move in GAME.legal_moves(state, state.seat) if isinstance(move, Play | Capture))
    step = engine.play(GAME, state, state.seat, move, Chance(SEED, 0))
    return do(step.state, step.state.seat, END).state


def refuse(state: State, seat: Seat, form: dict[str, Any]) -> None:
    """Check that the move is well formed, but illegal now."""
    move = load_move(GAME, msgspec.json.encode(form))
    assert move not in GAME.legal_moves(state, seat)
    with pytest.raises(Illegal):
        engine.play(GAME, state, seat, move, Chance(SEED, 0))


def leave(state: State, *seats: Seat, ply: int = 0) -> State:
    """Return the state after the seats have left, one after the other."""
    for place, seat in enumerate(seats):
        state = engine.leave(GAME, state, seat, Chance(SEED, ply + place)).state
    return state


def see(state: State, seat: Seat | None) -> View:
    view = GAME.observe(state, seat)
    assert isinstance(view, View)
    return view


def down(state: State) -> set[Cell]:
    """Return the cells of face-down cards."""
    return {laid.cell for laid in state.field if not laid.up}


def event(step: Step[State], type_: str) -> Event:
    """Return the only event of the type."""
    (found,) = [event for event in step.events if event.type == type_]
    return found
