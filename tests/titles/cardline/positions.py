"""Positions of Cardline, written as text, and moves in their public form.

A card is written as its value of the trait in play, Fighting: `20`, and `20b` for a second one of the same
value. Its id is `v20` or `v20b`. Rows of seats are separated by `|`: `15 40 | 25` are the cards of seats 0 and 1.
"""

from typing import Any

import msgspec
import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Event, Illegal, Seat, Step
from games.titles.cardline import GAME
from games.titles.cardline.deck import Character, Deck, registry
from games.titles.cardline.observe import View
from games.titles.cardline.state import Card, State

SEED = bytes(range(32))


def character(token: str) -> Character:
    number = int(token.rstrip("b"))
    return Character(
        id=f"v{token}", name=f"Name {token}", epithet=f"Epithet {token}", side="hero" if number % 2 else "villain",
        strength_kg=1000 + number, iq=100 + number, fighting=number, origin=f"Origin {token}", note=f"Note {token}",
    )  # fmt: skip


NUMBERS = Deck("Numbers", tuple(character(f"{n}{b}") for n in range(1, 101) for b in ("", "b")))
EDITION = registry.register(NUMBERS)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(f"v{token}", int(token.rstrip("b"))) for token in text.split())


def tokens(row: Any) -> str:
    """Return cards, or faces of cards, as text."""
    return " ".join(card.id.removeprefix("v") for card in row)


def position(line: str, hands: str, *, deck: str = "", box: str = "", **facts: Any) -> State:
    """Return a state with `seat` (0) on turn, in round 3, and nobody out."""
    held = tuple(cards(row) for row in hands.split("|"))
    beginning = {"out": (None,) * len(held), "last": (None,) * len(held), "turn": 10, "round": 3}
    return State(
        edition=EDITION, trait="fighting", line=cards(line), deck=cards(deck), box=cards(box), hands=held,
        **{**beginning, **facts},
    )  # fmt: skip


def place(token: str, slot: int) -> dict[str, Any]:
    return {"type": "place", "card": f"v{token}", "slot": slot}


def do(state: State, seat: Seat, token: str, slot: int, ply: int = 0) -> Step[State]:
    """Return the step of a move in JSON form, through the codec and the guarded entry."""
    move = load_move(GAME, msgspec.json.encode(place(token, slot)))
    return engine.play(GAME, state, seat, move, Chance(SEED, ply))


def done(state: State, *moves: tuple[Seat, str, int]) -> State:
    """Return the state after several moves of (seat, card, slot)."""
    for ply, (seat, token, slot) in enumerate(moves):
        state = do(state, seat, token, slot, ply).state
    return state


def right(state: State, seat: Seat, ply: int = 0) -> State:
    """Return the state after the seat has placed its first card correctly."""
    card = state.hands[seat][0]
    slot = sum(other.value < card.value for other in state.line)
    return do(state, seat, card.id.removeprefix("v"), slot, ply).state


def wrong(state: State, seat: Seat, ply: int = 0) -> State:
    """Return the state after the seat has placed its first card at the wrong end."""
    card = state.hands[seat][0]
    slot = 0 if card.value > state.line[0].value else len(state.line)
    assert slot == 0 or card.value < state.line[-1].value
    return do(state, seat, card.id.removeprefix("v"), slot, ply).state


def turns(state: State, how: str) -> State:
    """Return the state after each seat on turn has placed its first card right (`+`) or wrong (`-`), in turn order."""
    for ply, sign in enumerate(how):
        state = (right if sign == "+" else wrong)(state, state.seat, ply)
    return state


def refuse(state: State, seat: Seat, token: str, slot: int) -> None:
    """Check that the move is well formed, but illegal now."""
    move = load_move(GAME, msgspec.json.encode(place(token, slot)))
    assert move not in GAME.legal_moves(state, seat)
    with pytest.raises(Illegal):
        engine.play(GAME, state, seat, move, Chance(SEED, 0))


def leave(state: State, *seats: Seat, ply: int = 0) -> State:
    """Return the state after the seats have left, one after the other."""
    for number, seat in enumerate(seats):
        state = engine.leave(GAME, state, seat, Chance(SEED, ply + number)).state
    return state


def end(state: State) -> tuple[str, tuple[int, ...]]:
    """Return reason and ranks of a finished game."""
    assert GAME.to_act(state) == frozenset()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores is None
    return outcome.reason, outcome.ranks


def see(state: State, seat: Seat | None = None) -> View:
    view = GAME.observe(state, seat)
    assert isinstance(view, View)
    return view


def event(step: Step[State], type_: str) -> Event:
    """Return the only event of the type."""
    (found,) = [event for event in step.events if event.type == type_]
    return found
