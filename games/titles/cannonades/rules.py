"""The moves of Cannonades: which seats are asked, which moves are legal, and their effects (CN-5 to CN-20)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options, Seat, Step
from games.engine.rules import with_row
from games.titles.cannonades import actions
from games.titles.cannonades.actions import (
    apply_board,
    apply_forced_discard,
    apply_grin,
    apply_shoot,
    discard_event,
    possible_grins,
    settle,
    ship_at,
)
from games.titles.cannonades.cards import GRINS, Face, in_order, without
from games.titles.cannonades.ending import NO_SHIPS, withdraw
from games.titles.cannonades.state import (
    Add,
    Board,
    Discard,
    Draw,
    End,
    Grin,
    Keep,
    Move,
    Redraw,
    Salvage,
    Ship,
    Shoot,
    State,
    asked_seat,
    decision,
    has_ship,
)
from games.titles.cannonades.turns import (
    apply_salvage,
    ask_about_hands,
    choose,
    discard,
    draw,
    drop_answers,
    end_actions,
    end_turn_if_small_hand,
    leave_set_up,
    next_turn,
    salvageable,
)

_NOBODY: frozenset[Seat] = frozenset()
_ALONE = tuple(frozenset((seat,)) for seat in range(5))


def setup(seats: int, options: Options, chance: Chance, *, state_type: type[State] = State) -> Step[State]:
    """CN-5: shuffle, deal five cards each, and ask about hands with fewer than two ships."""
    cards, held = chance.shuffled(state_type.ruleset.deck), state_type.ruleset.hand
    hands = tuple(in_order(cards[seat * held : (seat + 1) * held]) for seat in range(seats))
    state = state_type(
        phase="set-up", seat=0, turn=0, actions=0, deck=cards[seats * held :], discards=(), hands=hands,
        ships=(NO_SHIPS,) * seats, begun=(0,) * seats,
    )  # fmt: skip
    dealt = {seat: {"hand": list(hand)} for seat, hand in enumerate(hands)}
    events = [Event("dealt", {"turn": 0, "seats": seats}, dealt)]
    return Step(ask_about_hands(state, range(seats), (), events), tuple(events))


def to_act(state: State) -> frozenset[Seat]:
    """The seat that is asked, or all seats that have yet to choose about their opening hands."""
    if state.redraws is not None:
        return frozenset(seat for seat in state.redraws.asked if seat not in state.redraws.chosen)
    return _NOBODY if state.outcome is not None else _ALONE[asked_seat(state)]


def is_answer(state: State, seat: Seat) -> bool:
    """Whether the seat is asked during another seat's turn: about a grin, or for a card (CN-10)."""
    return state.redraws is None and seat != state.seat


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves, by face: two cards of one face make one move (CN-4)."""
    if seat not in to_act(state):
        return ()
    match decision(state):
        case "actions":
            return actions.legal_actions(state)
        case "answering":
            return possible_grins(state, state.queue[0])
        case "forced-discard" | "discarding":
            return tuple(Discard(face) for face in dict.fromkeys(state.hands[seat]))
        case "salvaging":
            return tuple(Salvage(face) for face in salvageable(state))
        case _:
            return (Redraw(), Keep())


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` is among the legal moves of `seat`."""
    return move in legal_moves(state, seat)


def forced_move(state: State, seat: Seat) -> Move | None:
    """A move that everybody can see to be forced: `end` if nothing else is possible, or a single salvage."""
    if seat not in to_act(state):
        return None
    match decision(state):
        case "actions" if actions.is_publicly_idle(state):
            return End()
        case "salvaging" if len(faces := salvageable(state)) == 1:
            return Salvage(faces[0])
        case _:
            return None


def is_left_to_player(state: State, seat: Seat, move: Move) -> bool:
    """Whether a forced `end` removes the seat's hand, because it has no ship (CN-13)."""
    return isinstance(move, End) and not has_ship(state, seat)


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Make one legal move."""
    events: list[Event] = []
    after = _apply_move(state, seat, move, chance, events)
    return Step(after, tuple(events), undoable=_is_undoable(state, after, seat, move))


def _apply_move(state: State, seat: Seat, move: Move, chance: Chance, events: list[Event]) -> State:
    match move:
        case Add(face):
            after = _apply_add(state, face, events)
        case Shoot():
            after = apply_shoot(state, move, chance, events)
        case Board():
            after = apply_board(state, move, chance, events)
        case Draw(face):
            after = _apply_draw(state, face, events)
        case End():
            after = end_actions(state, events)
        case Discard():
            after = _apply_discard(state, move, events)
        case Grin():
            after = apply_grin(state, move, events)
        case Salvage(face):
            after = apply_salvage(state, face, events)
        case Redraw() | Keep():
            after = choose(state, seat, isinstance(move, Redraw), events)
    return after


def _apply_add(state: State, face: Face, events: list[Event]) -> State:
    """CN-8: others only learn that a ship was added."""
    seat, row = state.seat, state.ships[state.seat]
    berth = row.index(None)
    facts = {"turn": state.turn, "seat": seat, "berth": berth}
    events.append(Event("ship-added", facts, {seat: {"card": face}}))
    after = replace(
        state,
        hands=with_row(state.hands, seat, without(state.hands[seat], face)),
        ships=with_row(state.ships, seat, with_row(row, berth, Ship(face))),
        actions=state.actions - 1,
    )
    return settle(after, events)


def _apply_draw(state: State, face: Face, events: list[Event]) -> State:
    """CN-8: discard a card for one card from the deck, and one more for each of its grins."""
    paid = replace(discard(state, state.seat, face), actions=state.actions - 1)
    event = Event("cards-drawn", {"turn": state.turn, "seat": state.seat, "card": face})
    after = draw(paid, state.seat, 1 + GRINS[face], event, events)
    return after if after.starter is not None else settle(after, events)


def _apply_discard(state: State, move: Discard, events: list[Event]) -> State:
    if state.owed:
        return apply_forced_discard(state, move, events)
    events.append(discard_event(state, state.seat, move.card, None))
    return end_turn_if_small_hand(discard(state, state.seat, move.card), events)


def _is_undoable(before: State, after: State, seat: Seat, move: Move) -> bool:
    """Whether it is the seat's turn before and after the move, and the move showed it nothing hidden."""
    if before.phase == "set-up" or before.seat != seat or after.turn != before.turn:
        return False
    return seat in to_act(after) and before.out == after.out and not _is_revealing(before, move)


def _is_revealing(state: State, move: Move) -> bool:
    match move:
        case Draw():
            return True
        case Grin(effect):
            return effect in ("draw", "reveal")
        case Shoot(_, target, berth) | Board(_, target, berth):
            return not ship_at(state, target, berth).up
        case _:
            return False


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """CN-20: the seat leaves with everything it has; the game continues without waiting for it."""
    events: list[Event] = []
    after = withdraw(state, seat, events)
    return Step(_after_leaving(state, after, seat, events), tuple(events))


def _after_leaving(before: State, after: State, seat: Seat, events: list[Event]) -> State:
    if after.outcome is not None:
        return after
    if after.redraws is not None:
        return leave_set_up(after, seat, events)
    after = drop_answers(after, seat, events)
    if seat == before.seat:
        return next_turn(after, events)
    return settle(after, events) if after.queue != before.queue else after
