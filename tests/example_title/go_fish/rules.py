"""The rules of Go Fish: set-up, questions, books, the end, and leaving."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options, Outcome, Seat, Step
from games.engine.rules import ranks, with_row
from tests.example_title.go_fish.cards import CARDS, RANKS, Card, Rank, in_order, rank_of
from tests.example_title.go_fish.state import BOOK, Ask, Move, State


def setup(seats: int, options: Options, chance: Chance) -> Step[State]:
    """GF-2: shuffle and deal; seat 0 begins."""
    deck, count = chance.shuffled(CARDS), 7 if seats <= 3 else 5
    hands = tuple(in_order(deck[seat * count : (seat + 1) * count]) for seat in range(seats))
    state = State(seat=0, stock=deck[seats * count :], hands=hands, books=((),) * seats)
    dealt = Event("dealt", {"count": count}, {seat: {"cards": list(hand)} for seat, hand in enumerate(hands)})
    step = Step(state, (dealt,))
    for seat in range(seats):
        step = _lay_books(step.state, seat).after(*step.events)
    return step


def to_act(state: State) -> frozenset[Seat]:
    """Return the seat on turn."""
    return frozenset() if state.outcome else frozenset((state.seat,))


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """GF-3: any other seat, for any rank in hand."""
    if seat not in to_act(state):
        return ()
    held = dict.fromkeys(map(rank_of, state.hands[seat]))
    return tuple(Ask(other, rank) for other in _others(state, seat) for rank in held)


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` is among the legal moves of `seat`."""
    return move in legal_moves(state, seat)


def default_move(state: State, seat: Seat) -> Move:
    """Return the move of a time-out: ask the next seat for the most frequent rank in hand."""
    held = [rank_of(card) for card in state.hands[seat]]
    return Ask(_others(state, seat)[0], max(held, key=held.count))


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """GF-4 if the asked seat has cards of the rank, GF-5 if it has none."""
    given = _of_rank(state.hands[move.seat], move.rank)
    asked = Event("asked", {"seat": seat, "of": move.seat, "rank": move.rank, "cards": list(given)})
    step = _give(state, move.seat, given) if given else _fish(state, move.rank)
    return step.after(asked)


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """GF-9: the hand is shuffled into the stock, the books leave the game."""
    after = replace(
        state,
        stock=chance.shuffled((*state.stock, *state.hands[seat])),
        hands=with_row(state.hands, seat, ()),
        books=with_row(state.books, seat, ()),
        gone=(*state.gone, *state.books[seat]),
        left=(*state.left, seat),
    )
    if seat == state.seat:
        after = replace(after, seat=_others(after, seat)[0])
    step = _end(after, "left") if len(after.left) == len(after.hands) - 1 else Step(after, ())
    return step.after(Event("left", {"seat": seat}))


def is_in(state: State, seat: Seat) -> bool:
    """Whether the seat is still in the game."""
    return seat in range(len(state.hands)) and seat not in state.left


def _others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats still in, in turn order from the next on."""
    seats = len(state.hands)
    order = ((seat + step) % seats for step in range(1, seats))
    return tuple(other for other in order if is_in(state, other))


def _of_rank(cards: tuple[Card, ...], rank: Rank) -> tuple[Card, ...]:
    return tuple(card for card in cards if rank_of(card) == rank)


def _give(state: State, giver: Seat, given: tuple[Card, ...]) -> Step[State]:
    """GF-4: give the cards to the seat on turn, which continues."""
    kept = tuple(card for card in state.hands[giver] if card not in given)
    after = _take(replace(state, hands=with_row(state.hands, giver, kept)), given)
    return _lay_and_look(after, after.seat)


def _fish(state: State, rank: Rank) -> Step[State]:
    """GF-5: the seat on turn draws, and continues only if it draws the rank that it asked for."""
    card, seat = state.stock[0], state.seat
    after = _take(replace(state, stock=state.stock[1:]), (card,))
    if rank_of(card) == rank:
        return _lay_and_look(after, seat).after(Event("caught", {"seat": seat, "card": card}))
    drawn = Event("drawn", {"seat": seat}, {seat: {"card": card}})
    return _lay_and_look(replace(after, seat=_others(after, seat)[0]), seat).after(drawn)


def _take(state: State, cards: tuple[Card, ...]) -> State:
    """Add cards to the hand of the seat on turn."""
    return replace(
        state, hands=with_row(state.hands, state.seat, in_order((*state.hands[state.seat], *cards)))
    )


def _lay_books(state: State, seat: Seat) -> Step[State]:
    """GF-6: lay down every complete rank in the hand."""
    hand = state.hands[seat]
    full = [rank for rank in RANKS if len(_of_rank(hand, rank)) == BOOK]
    after = replace(
        state,
        hands=with_row(state.hands, seat, tuple(card for card in hand if rank_of(card) not in full)),
        books=with_row(state.books, seat, (*state.books[seat], *full)),
    )
    return Step(after, tuple(Event("book", {"seat": seat, "rank": rank}) for rank in full))


def _lay_and_look(state: State, seat: Seat) -> Step[State]:
    """GF-6, then GF-7: lay books, and end the game if a hand or the stock is empty."""
    laid = _lay_books(state, seat)
    after = laid.state
    if not all(after.hands[other] for other in range(len(after.hands)) if is_in(after, other)):
        return _end(after, "hand-empty").after(*laid.events)
    return _end(after, "stock-empty").after(*laid.events) if not after.stock else laid


def _end(state: State, reason: str) -> Step[State]:
    """GF-7: more books rank better."""
    scores = tuple(map(len, state.books))
    ended = Outcome(reason, ranks(scores, state.left), scores)
    event = Event("game-over", {"reason": reason, "ranks": list(ended.ranks)})
    return Step(replace(state, outcome=ended), (event,))
