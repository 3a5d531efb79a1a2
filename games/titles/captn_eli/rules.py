"""Capt'n Eli's moves: squads, turns, answers, leaving (CE-4 to CE-23)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options, Seat, Step
from games.engine.rules import with_row
from games.titles.captn_eli import actions, duel
from games.titles.captn_eli.cards import CardId, original_of
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.squads import as_hand, filled_pool, is_squad
from games.titles.captn_eli.state import (
    Challenge,
    Flip,
    Move,
    Mystic,
    Place,
    Reveal,
    Sacrifice,
    Shift,
    Squad,
    State,
    Wedge,
)
from games.titles.captn_eli.turns import is_action, legal_actions, lose

_ONE = (frozenset((0,)), frozenset((1,)))


def setup(seats: int, options: Options, chance: Chance, *, state_type: type[State] = State) -> Step[State]:
    """CE-4, CE-6: give each seat its pool, either the whole set or a random one."""
    ruleset = state_type.ruleset
    sealed = options["cards"] == "sealed"
    every = tuple(ruleset.by_id)
    pools = tuple(filled_pool(ruleset, (), (), chance) if sealed else every for _ in range(seats))
    state = state_type(
        cards=options["cards"], phase="squads", seat=0, asked=0, turn=0, pools=pools, squads=((), ())
    )
    dealt = {seat: {"pool": list(pool)} for seat, pool in enumerate(pools)} if sealed else {}
    return Step(state, (Event("opened", {"turn": 0, "cards": state.cards, "seats": seats}, dealt),))


def to_act(state: State) -> frozenset[Seat]:
    """All seats that have yet to choose a squad; after that, the seat whose turn it is, or one that must answer."""
    if state.phase == "over":
        return frozenset()
    if state.phase == "squads":
        return frozenset(seat for seat, squad in enumerate(state.squads) if not squad)
    return _ONE[state.asked]


def is_answer(state: State, seat: Seat) -> bool:
    """Whether the seat is asked in the opponent's turn (CE-14, CE-15, CE-17)."""
    return state.phase != "squads" and seat != state.seat


def is_in(state: State, seat: Seat) -> bool:
    """Whether the seat has not lost or left, either of which ends a game of two seats."""
    return seat in range(len(state.hands)) and (state.outcome is None or state.outcome.ranks[seat] == 1)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All moves except squads, which are not listed (CE-4)."""
    if seat not in to_act(state):
        return ()
    match state.phase:
        case "turn":
            return legal_actions(state, seat)
        case "reveal":
            return tuple(Reveal(cell) for cell in copies_to_reveal(state, seat))
        case "mystic":
            return tuple(Mystic(cell) for cell in _mystic_targets(state, seat))
        case "sacrifice":
            return (*(Sacrifice(cell) for cell in duel.sacrifices(state)), Sacrifice(None))
        case _:
            return ()


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `seat` may make `move` now."""
    if seat not in to_act(state):
        return False
    match state.phase, move:
        case "squads", Squad(cards):
            return is_squad(state.ruleset, state.pools[seat], cards)
        case "reveal", Reveal(at):
            return at in copies_to_reveal(state, seat)
        case "mystic", Mystic(target):
            return target in _mystic_targets(state, seat)
        case "sacrifice", Sacrifice(cell):
            return cell is None or cell in duel.sacrifices(state)
        case phase, _:
            return phase == "turn" and is_action(state, seat, move)


def copies_to_reveal(state: State, seat: Seat) -> tuple[Cell, ...]:
    """CE-17: the seat's face-down copies of the removed character."""
    down = [lying for lying in state.grid if lying.owner == seat and not lying.up]
    return tuple(lying.cell for lying in down if original_of(lying.card) == state.squads[seat][0])


def _mystic_targets(state: State, seat: Seat) -> tuple[Cell, ...]:
    """CE-15: the opponent's face-up cards."""
    return tuple(lying.cell for lying in state.grid if lying.owner != seat and lying.up)


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Make one legal move. None can be taken back: it ends the turn, has shown a card, or is a secret choice."""
    match move:
        case Squad(cards):
            return _apply_squad(state, seat, cards)
        case Place(card, cell):
            return actions.place(state, seat, card, cell)
        case Wedge(card, cell):
            return actions.wedge(state, seat, card, cell)
        case Shift(at, to):
            return actions.shift(state, seat, at, to)
        case Challenge(at, target):
            return duel.challenge(state, seat, at, target)
        case _:
            return _apply_rest(state, seat, move)


def _apply_rest(state: State, seat: Seat, move: Move) -> Step[State]:
    match move:
        case Flip(at):
            return actions.turn_up_own(state, seat, at, "flipped")
        case Reveal(at):
            return actions.turn_up_own(state, seat, at, "revealed")
        case Mystic(target):
            return duel.mystic(state, target)
        case Sacrifice(cell):
            return duel.sacrifice(state, cell)
        case _:
            raise ValueError(f"Expected a move of a turn, but got {move}")


def _apply_squad(state: State, seat: Seat, cards: tuple[CardId, ...]) -> Step[State]:
    """CE-4, CE-6: choose a squad, finally; once both are chosen, they become the hands, and seat 0 begins."""
    squads = with_row(state.squads, seat, cards)
    chosen = Event("squad-chosen", {"seat": seat, "turn": 0}, {seat: {"cards": list(cards)}})
    after = replace(state, squads=squads)
    if not all(squads):
        return Step(after, (chosen,))
    begun = replace(after, phase="turn", hands=tuple(as_hand(state.ruleset, squad) for squad in squads))
    return Step(begun, (chosen, Event("begun", {"seat": 0, "turn": 0})))


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """CE-23: the seat loses, no matter whose turn it was."""
    event = Event("left", {"seat": seat, "turn": state.turn})
    return lose(state, seat, "left").after(event)
