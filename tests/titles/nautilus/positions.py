"""Positions of 20,000 Miles under the Sea, written as text, and moves in their public form.

Chips are written short: `W1-squid-1` is white-1-squid-1, `B2-squid-coral-1` blue-2-squid-coral-1. An ocean is a
grid of three lines, the outer ring first, with arms 0 to 7; `(B1-star-1)` is face down, `.` is an empty place. A
board has its rows separated by `;`, boards by `|`; squares and rows at the end may be omitted. Special cards
are written `bell`, a commit `depth-4` or `depth-4+bell`.

From `START` the submarine faces arm 0 of the outer ring; a step leads to

    depth -1 (0, -1)    course 1 (2, 0)    course -1 (6, 0)    current 1 (7, 0)    current -1 (1, 0)
"""

from typing import Any

import msgspec
import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import dump_move, load_move
from games.engine.contract import Event, Facts, Illegal, Seat, Step
from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CARDS, CHIPS, PILES, SPECIALS, ChipId
from games.titles.nautilus.observe import View
from games.titles.nautilus.ocean import DOTS, Lying, Ocean, Place, Submarine, index_of
from games.titles.nautilus.scoring import COLUMNS, EMPTY, Board
from games.titles.nautilus.state import Sailing, State

SEED = bytes(range(32))
START = Submarine("N", 0, 0)
SKIP = {"type": "skip"}
SKIP_SPECIAL = {"type": "skip-special"}
TO_BOARD = {"type": "anchor", "to": "board"}
TO_CARD = {"type": "anchor", "to": "card"}
TWO_BOARDS = "W1-squid-1 W1-coral-1 ; W1-pearl-1 | W1-shark-1 ; . W2-wild-1"
FAR_CHIP = ". . . . . . . . \n . . . . . . . . \n . . . . W3-squid-1 . . ."  # out of reach, but the ocean is not empty


def chip(short: str) -> ChipId:
    name = {"W": "white", "B": "blue"}[short[0]] + "-" + short[1:]
    assert name in CHIPS
    return name


def sea(grid: str) -> Ocean:
    """Return the 24 places of a grid."""
    tokens = grid.split()
    assert len(tokens) == len(DOTS)
    return tuple(
        None if token == "." else Lying(chip(token.strip("()")), "(" not in token) for token in tokens
    )


def sea_with(**places: str) -> str:
    """Return an ocean with chips by name: `north` is (0, 0), `east` (2, 0), `below` (0, -1), `east_below` (2, -1)."""
    names = {"north": 0, "east": 2, "south": 4, "west": 6, "below": 8, "east_below": 10}
    tokens = FAR_CHIP.split()
    for name, token in places.items():
        tokens[names[name]] = token
    return " ".join(tokens)


def board(text: str) -> Board:
    """Return the squares of one board; squares not written are empty."""
    squares: list[ChipId | None] = []
    for line in text.split(";"):
        tokens = line.split()
        squares += [None if token == "." else chip(token) for token in tokens] + [None] * (
            COLUMNS - len(tokens)
        )
    return (*squares, *EMPTY[len(squares) :])


def specials(text: str) -> tuple[str, ...]:
    return tuple(f"special-{name}" for name in text.split())


def position(
    boards: str = "|", *, ocean: str = FAR_CHIP, owned: str = "", pile: str | None = None, **facts: Any
) -> State:
    """Return a state before any commit; chips and special cards not named are in their piles, in order."""
    laid, lying = tuple(board(part) for part in boards.split("|")), sea(ocean)
    held = tuple(specials(part) for part in (owned or "|" * (len(laid) - 1)).split("|"))
    known = (
        {here.chip for here in lying if here}
        | {here for row in laid for here in row}
        | set(facts.get("gone", ()))
    )
    rest = tuple(card for card in SPECIALS if not any(card in cards for cards in held))
    stars = (
        place for place, here in enumerate(lying) if here and here.up and CHIPS[here.chip].kind == "star"
    )
    beginning = {
        "rounds": 3, "commit": "open", "submarine": START, "order": tuple(range(len(laid))), "stars": tuple(stars),
        "hands": (tuple(CARDS),) * len(laid),
        "piles": {name: tuple(here for here in chips if here not in known) for name, chips in PILES.items()},
        "special_pile": rest if pile is None else specials(pile),
    }  # fmt: skip
    return State(ocean=lying, boards=laid, specials=held, **{**beginning, **facts})


def commit(text: str) -> dict[str, Any]:
    card, _, special = text.partition("+")
    return {"type": "commit", "card": card, "special": f"special-{special}" if special else None}


def steer(axis: str, step: int) -> dict[str, Any]:
    return {"type": "steer", "axis": axis, "step": step}


def do(state: State, seat: Seat, form: dict[str, Any], ply: int = 0) -> Step[State]:
    """Return the step of a move in JSON form, through the codec and the guarded entry."""
    move = load_move(GAME, msgspec.json.encode(form))
    return engine.play(GAME, state, seat, move, Chance(SEED, ply))


def done(state: State, *moves: tuple[Seat, dict[str, Any]]) -> State:
    """Return the state after several moves of (seat, JSON form)."""
    for ply, (seat, form) in enumerate(moves):
        state = do(state, seat, form, ply).state
    return state


def committed(state: State, *texts: str) -> State:
    """Return the state after commits, the first by the holder of number chip 1."""
    return done(state, *((seat, commit(text)) for seat, text in zip(state.order, texts, strict=False)))


def holding(name: str, boards: str = TWO_BOARDS, card: str = "sailor-2", **more: Any) -> State:
    """Return a state in round 2 where seat 0 sails first, with a special card."""
    others = boards.count("|")
    state = position(boards, owned=name + "|" * others, **{"round": 2, **more})
    return committed(state, f"{card}+{name}", *["thermostat-1"] * others)


def special_forms(state: State, kind: str) -> list[dict[str, Any]]:
    """Return the legal moves of seat 0 of one type."""
    return [form for form in forms(state, 0) if form["type"] == kind]


def idle_turn(state: State) -> State:
    """Return the state after a turn in which every seat plays its sailor and skips it."""
    seats = state.order
    return done(committed(state, *["sailor-2"] * len(seats)), *((seat, SKIP) for seat in seats))


def refuse(state: State, seat: Seat, form: dict[str, Any]) -> None:
    """Check that the move is well formed, but illegal now."""
    move = load_move(GAME, msgspec.json.encode(form))
    assert move not in GAME.legal_moves(state, seat)
    with pytest.raises(Illegal):
        engine.play(GAME, state, seat, move, Chance(SEED, 0))


def leave(state: State, *seats: Seat, ply: int = 0) -> State:
    """Return the state after the seats have left, one after the other."""
    for at, seat in enumerate(seats):
        state = engine.leave(GAME, state, seat, Chance(SEED, ply + at)).state
    return state


def forms(state: State, seat: Seat) -> list[dict[str, Any]]:
    """Return the legal moves in their JSON form."""
    return [msgspec.json.decode(dump_move(move)) for move in GAME.legal_moves(state, seat)]


def kinds(state: State, seat: Seat) -> set[str]:
    """Return the types of the legal moves."""
    return {form["type"] for form in forms(state, seat)}


def steps(state: State, seat: Seat, kind: str = "steer") -> set[tuple[str, int]]:
    """Return the legal steps."""
    return {(form["axis"], form["step"]) for form in forms(state, seat) if form["type"] == kind}


def at(state: State, place: Place) -> Lying | None:
    """Return the chip at a place."""
    return state.ocean[index_of(place)]


def row(state: State, seat: Seat, number: int) -> Board:
    """Return a row of a seat's board."""
    return state.boards[seat][4 * number - 4 : 4 * number]


def chips(text: str) -> Board:
    """Return a row, parsed from text."""
    return tuple(None if token == "." else chip(token) for token in text.split())


def sailing(state: State) -> Sailing:
    assert state.sailing is not None
    return state.sailing


def see(state: State, seat: Seat | None) -> View:
    view = GAME.observe(state, seat)
    assert isinstance(view, View)
    return view


def event(step: Step[State], kind: str) -> Event:
    """Return the only event of the type."""
    (found,) = [event for event in step.events if event.type == kind]
    return found


def told(step: Step[State]) -> list[str]:
    """Return the types of the events, in order."""
    return [event.type for event in step.events]


def facts(step: Step[State], kind: str) -> Facts:
    """Return the public part of the only event of the type."""
    return event(step, kind).public
