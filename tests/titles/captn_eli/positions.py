"""Positions of Capt'n Eli, written as text, and moves in their public form.

A grid has one row a line, cells separated by blanks: `.` is an empty cell, `0:dolphin` a face-down card of seat 0,
`1:hydron^` a face-up card of seat 1. Further signs after the id: `~` face down, but known to both; `!` marked;
`m` MYSTIC used; `s` SACRIFICE used (after a `^` or `~`). Hands and removed cards of the seats are separated by `|`.
"""

import re
from typing import Any

import msgspec
import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Event, Facts, Illegal, Seat, Step
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import RULESET, CardId, original_of
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.squads import as_hand
from games.titles.captn_eli.state import Lying, State

SEED = bytes(range(32))
EVERYTHING = tuple(RULESET.by_id)
_TOKEN = re.compile(r"([01]):([a-z0-9#-]+)(\^|~)?([!ms]*)")


def rows(text: str) -> tuple[tuple[CardId, ...], ...]:
    """Return one row of cards for each seat; an empty text gives two empty rows."""
    return tuple(tuple(part.split()) for part in (text or "|").split("|"))


def lying(cell: Cell, token: str) -> Lying:
    owner, card, face, signs = _TOKEN.fullmatch(token).groups()
    assert card in RULESET.by_id, card
    return Lying(
        cell, int(owner), card, up=face == "^", seen=face is not None,
        marked="!" in signs, mystic_used="m" in signs, sacrifice_used="s" in signs,
    )  # fmt: skip


def grid_of(text: str, corner: Cell = (0, 0)) -> tuple[Lying, ...]:
    """Return the cards of a grid, as if laid in reading order; `corner` is the cell of its first token."""
    x0, y0 = corner
    return tuple(
        lying((x0 + x, y0 + y), token)
        for y, line in enumerate(text.strip().splitlines())
        for x, token in enumerate(line.split())
        if token != "."
    )


def position(
    grid: str, hands: str = "|", *, corner: Cell = (0, 0), removed: str = "|", **facts: Any
) -> State:
    """Return a state with `seat` (0) on turn; squads are the cards on the grid, in hand and removed."""
    on_grid, held, gone = grid_of(grid, corner), rows(hands), rows(removed)
    own = [[card.card for card in on_grid if card.owner == seat] for seat in (0, 1)]
    squads = tuple(as_hand(RULESET, [*own[seat], *held[seat], *gone[seat]]) for seat in (0, 1))
    seen = [[card.card for card in on_grid if card.owner == seat and card.seen] for seat in (0, 1)]
    shown = tuple(
        tuple(c for c in (*seen[s], *gone[s]) if len(RULESET.copies.get(original_of(c), ())) > 1)
        for s in (0, 1)
    )
    seat = facts.pop("seat", 0)
    beginning = {
        "cards": "all", "phase": "turn", "seat": seat, "asked": seat, "turn": 9, "pools": (EVERYTHING, EVERYTHING),
        "squads": squads, "hands": tuple(as_hand(RULESET, cards) for cards in held), "grid": on_grid,
        "removed": gone, "shown": shown,
    }  # fmt: skip
    return State(**{**beginning, **facts})


def stuck_seat_1():
    """Return a state where seat 1's two cards are face up in a corner of a full box, and can beat nothing."""
    return position(
        """
        1:ice-shelf^ 1:sable-envoy^ 0:dolphin^
        0:sea-sled   0:captn-eli^    .
        .            .               .
        0:eagle-rock .               .
        """,
        removed="| sonar grapple",
    )


def begun(first: str, second: str) -> State:
    """Return the state after both squads were chosen; ids are separated by blanks, the character first."""
    state = opening()
    return done(state, (0, squad(first)), (1, squad(second)))


def opening(cards: str = "all", seed: bytes = SEED) -> State:
    """Return the first state of a game."""
    return engine.setup(GAME, 2, {"cards": cards}, seed).state


def squad(text: str) -> Facts:
    return {"type": "squad", "cards": text.split()}


def place(card: CardId, *cell: int) -> Facts:
    return {"type": "place", "card": card, "cell": list(cell)}


def wedge(card: CardId, *cell: int) -> Facts:
    return {"type": "wedge", "card": card, "ahead_of": list(cell)}


def flip(*cell: int) -> Facts:
    return {"type": "flip", "at": list(cell)}


def reveal(*cell: int) -> Facts:
    return {"type": "reveal", "at": list(cell)}


def move(at: Cell, to: Cell) -> Facts:
    return {"type": "move", "at": list(at), "to": list(to)}


def challenge(at: Cell, target: Cell) -> Facts:
    return {"type": "challenge", "at": list(at), "target": list(target)}


def mystic(*cell: int) -> Facts:
    return {"type": "mystic", "target": list(cell)}


def sacrifice(*cell: int) -> Facts:
    """Return a sacrifice of the card at `cell`; without a cell it declines."""
    return {"type": "sacrifice", "at": list(cell) or None}


def do(state: State, seat: Seat, form: Facts, ply: int = 0) -> Step[State]:
    """Return the step of a move in JSON form, through the codec and the guarded entry."""
    loaded = load_move(GAME, msgspec.json.encode(form))
    return engine.play(GAME, state, seat, loaded, Chance(SEED, ply))


def done(state: State, *moves: tuple[Seat, Facts]) -> State:
    """Return the state after several moves of (seat, JSON form)."""
    for ply, (seat, form) in enumerate(moves):
        state = do(state, seat, form, ply).state
    return state


def refuse(state: State, seat: Seat, form: Facts) -> None:
    """Check that the move is well formed, but illegal now."""
    loaded = load_move(GAME, msgspec.json.encode(form))
    assert loaded not in GAME.legal_moves(state, seat)
    with pytest.raises(Illegal):
        engine.play(GAME, state, seat, loaded, Chance(SEED, 0))


def leave(state: State, seat: Seat) -> State:
    return engine.leave(GAME, state, seat, Chance(SEED, 0)).state


def options(state: State, seat: Seat, kind: str) -> list[Facts]:
    """Return the legal moves of one type, in their JSON form."""
    forms = msgspec.to_builtins(GAME.legal_moves(state, seat))
    return [form for form in forms if form["type"] == kind]


def targets(state: State, seat: Seat, at: Cell) -> set[Cell]:
    """Return the cells that the card at a cell may challenge."""
    return {tuple(form["target"]) for form in options(state, seat, "challenge") if tuple(form["at"]) == at}


def see(state: State, seat: Seat | None) -> View:
    view = GAME.observe(state, seat)
    assert isinstance(view, View)
    return view


def shown(state: State, seat: Seat | None, cell: Cell) -> Shown:
    """Return the card at a cell as the seat sees it."""
    (found,) = [card for card in see(state, seat).grid if card.cell == cell]
    return found


def cells_of(state: State) -> dict[Cell, tuple[Seat, CardId]]:
    return {card.cell: (card.owner, card.card) for card in state.grid}


def event(step: Step[State], kind: str) -> Event:
    """Return the only event of the type."""
    (found,) = [event for event in step.events if event.type == kind]
    return found


def kinds(step: Step[State]) -> list[str]:
    return [event.type for event in step.events]


def ended(state: State) -> tuple[str, tuple[int, ...]] | None:
    """Return why the game ended and with which ranks; None while it runs."""
    outcome = GAME.outcome(state)
    return None if outcome is None else (outcome.reason, outcome.ranks)
