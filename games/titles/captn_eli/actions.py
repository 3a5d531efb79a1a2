"""The actions of a turn: placing cards from hand, flips, moves (CE-8)."""

from msgspec.structs import replace

from games.engine.contract import Event, Facts, Seat, Step
from games.engine.rules import with_row
from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.grid import Cell, ahead, parted
from games.titles.captn_eli.state import Lying, State, face_up_event, field_of, with_shown
from games.titles.captn_eli.turns import end_turn, front_of, lose, loss_of


def place(state: State, seat: Seat, card: CardId, cell: Cell) -> Step[State]:
    """Place a card from hand, face down, in an empty cell."""
    event = Event("placed", {"seat": seat, "turn": state.turn, "cell": list(cell)}, {seat: {"card": card}})
    return end_turn(_place_from_hand(state, seat, card, cell)).after(event)


def wedge(state: State, seat: Seat, card: CardId, ahead_of: Cell) -> Step[State]:
    """Place a card from hand, face down, in a new row ahead of one of the seat's cards; cards beyond it move back."""
    cell = front_of(field_of(state)[ahead_of])
    step = ahead(seat)
    grid = tuple(replace(lying, cell=parted(lying.cell, cell, step)) for lying in state.grid)
    facts = {
        "seat": seat,
        "turn": state.turn,
        "ahead_of": list(ahead_of),
        "cell": list(cell),
        "rows_moved": step,
    }
    after = _place_from_hand(replace(state, grid=grid), seat, card, cell)
    return end_turn(after).after(Event("wedged", facts, {seat: {"card": card}}))


def _place_from_hand(state: State, seat: Seat, card: CardId, cell: Cell) -> State:
    hand = tuple(held for held in state.hands[seat] if held != card)
    grid = (*state.grid, Lying(cell, seat, card))
    return replace(state, grid=grid, hands=with_row(state.hands, seat, hand))


def shift(state: State, seat: Seat, at: Cell, to: Cell) -> Step[State]:
    """Move a card to an adjacent cell: the only action that makes a turn quiet (CE-19)."""
    lying = field_of(state)[at]
    grid = tuple([replace(other, cell=to) if other is lying else other for other in state.grid])
    facts = {"seat": seat, "turn": state.turn, "at": list(at), "to": list(to)}
    if lying.seen:
        event = face_up_event(state, "moved", seat, lambda name: {**facts, "card": name(lying.card)})
    else:
        event = Event("moved", facts, {seat: {"card": lying.card}})
    return end_turn(replace(state, grid=grid), quiet=state.quiet + 1).after(event)


def turn_up(state: State, at: Cell) -> State:
    """The state with the card at `at` face up; from now on both seats know it (CE-20)."""
    lying = field_of(state)[at]
    grid = tuple(replace(other, up=True, seen=True) if other is lying else other for other in state.grid)
    return replace(state, grid=grid, shown=with_shown(state, lying.owner, lying.card))


def turn_up_own(state: State, seat: Seat, at: Cell, kind: str) -> Step[State]:
    """Flip a card, or reveal a copy (CE-17): check CE-18, then ask for MYSTIC, then end the turn."""
    after = turn_up(state, at)
    card = field_of(after)[at].card
    facts: Facts = {"seat": seat, "turn": state.turn, "at": list(at)}
    event = face_up_event(after, kind, seat, lambda name: {**facts, "card": name(card)})
    if (reason := loss_of(after, seat)) is not None:
        return lose(after, seat, reason).after(event)
    asking = ask_mystic(after, at)
    return (end_turn(after, quiet=after.quiet) if asking is None else Step(asking, ())).after(event)


def ask_mystic(state: State, at: Cell) -> State | None:
    """The state that asks about the MYSTIC of the card just turned up at `at`; None if it can't use any (CE-15)."""
    lying = field_of(state)[at]
    if lying.mystic_used or "mystic" not in state.ruleset.by_id[lying.card].keywords:
        return None
    if not any(other.up and other.owner != lying.owner for other in state.grid):
        return None  # so it is not used up
    return replace(state, phase="mystic", asked=lying.owner, mystic=at)
