"""The rules of Blank: set-up, turns, the end, and leaving."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options, Outcome, Seat, Step
from games.engine.rules import ranks, with_row
from tests.blank_title.blank.cards import CARDS
from tests.blank_title.blank.state import HAND, Lay, Move, State


def setup(seats: int, options: Options, chance: Chance) -> Step[State]:
    """BL-1, BL-2: shuffle and deal; seat 0 begins."""
    deck = chance.shuffled(CARDS)
    hands = tuple(tuple(sorted(deck[seat * HAND : (seat + 1) * HAND])) for seat in range(seats))
    state = State(seat=0, deck=deck[seats * HAND :], hands=hands, laid=(None,) * seats)
    private = {seat: {"cards": list(hand)} for seat, hand in enumerate(hands)}
    return Step(state, (Event("dealt", {"count": HAND}, private),))


def to_act(state: State) -> frozenset[Seat]:
    """Return the seat on turn."""
    return frozenset() if state.outcome else frozenset((state.seat,))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """BL-3: any card in hand."""
    return tuple(map(Lay, state.hands[seat])) if seat in to_act(state) else ()


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` is among the legal moves of `seat`."""
    return move in legal_moves(state, seat)


def default_move(state: State, seat: Seat) -> Move:
    """Return the move of a time-out: the lowest card."""
    return Lay(min(state.hands[seat]))


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """BL-3: the card is laid face up in front of its seat, and the next seat is on turn."""
    hand = tuple(card for card in state.hands[seat] if card != move.card)
    after = replace(
        state, hands=with_row(state.hands, seat, hand), laid=with_row(state.laid, seat, move.card)
    )
    return _go_on(after).after(Event("laid", {"seat": seat, "card": move.card}))


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """BL-7: the seat leaves with its hand and the card that it laid."""
    after = replace(
        state,
        hands=with_row(state.hands, seat, ()),
        laid=with_row(state.laid, seat, None),
        left=(*state.left, seat),
    )
    return _go_on(after).after(Event("left", {"seat": seat}))


def is_in(state: State, seat: Seat) -> bool:
    """Whether the seat is still in the game."""
    return seat in range(len(state.hands)) and seat not in state.left


def _go_on(state: State) -> Step[State]:
    """BL-4: the next seat that hasn't laid a card is on turn; the game ends if there is none, or one seat is left."""
    still_in = [seat for seat in range(len(state.hands)) if is_in(state, seat)]
    waiting = [seat for seat in still_in if state.laid[seat] is None]
    if len(still_in) == 1:
        return _end(state, "left")
    if not waiting:
        return _end(state, "all-laid")
    return Step(replace(state, seat=waiting[0]), ())


def _end(state: State, reason: str) -> Step[State]:
    """BL-5: the higher card ranks better, and is the score."""
    scores = tuple(card or 0 for card in state.laid)
    ended = Outcome(reason, ranks(scores, state.left), scores)
    event = Event("game-over", {"reason": reason, "ranks": list(ended.ranks)})
    return Step(replace(state, outcome=ended), (event,))
