"""Captivate's moves: set-up, turns, the last round, the immediate end (CV-4 to CV-14, CV-19)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options, Seat, Step
from games.engine.rules import seats_after, with_row
from games.titles.captivate import ending
from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.ending import HANDS, apply_throw, leave_throwing
from games.titles.captivate.grid import BOX, Cell, Laid, by_cell, flipped_at, open_cells
from games.titles.captivate.state import Capture, End, Move, Play, State, Throw, is_played_out


def setup(seats: int, options: Options, chance: Chance, *, state_type: type[State] = State) -> Step[State]:
    """CV-4: shuffle, deal five cards each, turn up the field's first card at (0, 0)."""
    ruleset = state_type.ruleset
    cards = chance.shuffled(tuple(ruleset.cards))
    hands = tuple(cards[seat * ruleset.hand : (seat + 1) * ruleset.hand] for seat in range(seats))
    first, *deck = cards[seats * ruleset.hand :]
    nothing: tuple[tuple[CardId, ...], ...] = ((),) * seats
    state = state_type(
        memory=options["memory"], seat=0, turn=0, field=(Laid((0, 0), first, fresh=False),),
        deck=tuple(deck), hands=hands, piles=nothing, gone=nothing,
    )  # fmt: skip
    dealt = {seat: {"hand": list(hand)} for seat, hand in enumerate(hands)}
    return Step(state, (Event("dealt", {"turn": 0, "card": first, "seats": seats}, dealt),))


_ALONE = tuple(frozenset((seat,)) for seat in range(4))


def to_act(state: State) -> frozenset[Seat]:
    """The seat whose turn it is, or all seats that have yet to throw (CV-15)."""
    if state.outcome is not None:
        return frozenset()
    if state.throwing is not None:
        return frozenset(seat for seat in state.throwing.still_in if seat not in state.throwing.hands)
    return _ALONE[state.seat]


def is_answer(state: State, seat: Seat) -> bool:
    """Whether seats must throw: throws count as answers, because they come after everybody's turns (CV-15)."""
    return state.throwing is not None


def is_in(state: State, seat: Seat) -> bool:
    """Whether the seat has not left: in Captivate, nobody is eliminated."""
    return seat in range(len(state.hands)) and seat not in state.left


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Captures, plays, then `end`; or the three throws."""
    if seat not in to_act(state):
        return ()
    if state.throwing is not None:
        return tuple(Throw(hand) for hand in HANDS)
    hand = state.hands[seat]
    captures = [Capture(card, cell) for cell in _down(state) for card in hand]
    plays = [Play(card, cell) for cell in open_cells(by_cell(state.field)) for card in hand]
    return (*captures, *plays, *((End(),) if state.laid else ()))


def sample_move(state: State, seat: Seat, chance: Chance) -> Move:
    """A random legal move, without listing the others."""
    if state.throwing is not None:
        return Throw(chance.pick(HANDS))
    hand, down, free = state.hands[seat], _down(state), open_cells(by_cell(state.field))
    lays = len(hand) * (len(down) + len(free))
    drawn = chance.below(lays + (state.laid > 0))
    if drawn == lays:
        return End()
    place, held = divmod(drawn, len(hand))
    if place < len(down):
        return Capture(hand[held], down[place])
    return Play(hand[held], free[place - len(down)])


def _down(state: State) -> list[Cell]:
    return [laid.cell for laid in state.field if not laid.up]


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` is among the legal moves of `seat`."""
    return move in legal_moves(state, seat)


def default_move(state: State, seat: Seat) -> Move:
    """After a time-out: end the turn if a card was played, otherwise play the lowest card; or throw rock."""
    if state.throwing is not None:
        return Throw("rock")
    if state.laid:
        return End()
    moves = (move for move in legal_moves(state, seat) if not isinstance(move, (End, Throw)))
    return min(moves, key=lambda move: CARDS[move.card].value)


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Make one legal move."""
    match move:
        case Play(card, cell) | Capture(card, cell):
            return _apply_lay(state, seat, card, cell)
        case End():
            return _apply_end(state, seat)
        case Throw(hand):
            return apply_throw(state, seat, hand, chance)


def _apply_lay(state: State, seat: Seat, card: CardId, cell: Cell) -> Step[State]:
    """CV-7, CV-8: play the card, set a captured card aside, and flip other cards; then CV-13."""
    field = by_cell(state.field)
    flipped = flipped_at(state.ruleset.cards, card, cell, field)
    captured = field[cell].card if cell in field else None
    after = replace(
        state,
        field=_field_with(state.field, card, cell, flipped),
        hands=with_row(state.hands, seat, tuple([held for held in state.hands[seat] if held != card])),
        set_aside=state.set_aside if captured is None else (*state.set_aside, captured),
        laid=state.laid + 1,
    )
    event = _lay_event(state, card, cell, flipped, captured)
    if _is_field_full(after.field):  # CV-13: play ends at once; the captures of the turn still count
        return ending.end_play(bank(after), "field-full").after(event)
    return Step(after, (event,), undoable=True)


def _field_with(
    field: tuple[Laid, ...], card: CardId, cell: Cell, flipped: tuple[Laid, ...]
) -> tuple[Laid, ...]:
    if not flipped and cell not in by_cell(field):
        return (*field, Laid(cell, card))
    rest = [laid for laid in field if laid.cell != cell]
    for laid in flipped:
        rest[rest.index(laid)] = Laid(laid.cell, laid.card, up=False, fresh=False)
    return (*rest, Laid(cell, card))


def _lay_event(
    state: State, card: CardId, cell: Cell, flipped: tuple[Laid, ...], captured: CardId | None
) -> Event:
    facts = {
        "seat": state.seat, "turn": state.turn, "card": card, "cell": list(cell),
        "flipped": [{"card": laid.card, "cell": list(laid.cell)} for laid in flipped],
    }  # fmt: skip
    if captured is None:
        return Event("played", facts)
    # CV-16: strict play never names the captured card
    return Event("captured", facts if state.memory == "strict" else {**facts, "captured": captured})


def _is_field_full(field: tuple[Laid, ...]) -> bool:
    return len(field) == BOX * BOX and all(laid.up for laid in field)


def bank(state: State) -> State:
    """Move the current turn's captures to the current seat's points pile (CV-11)."""
    pile = (*state.piles[state.seat], *state.set_aside)
    return replace(state, piles=with_row(state.piles, state.seat, pile), set_aside=())


def _apply_end(state: State, seat: Seat) -> Step[State]:
    """CV-11: bank the captures, draw up to five cards, and pass the turn on."""
    count = min(state.ruleset.hand - len(state.hands[seat]), len(state.deck))
    drawn, deck = state.deck[:count], state.deck[count:]
    after = replace(bank(state), hands=with_row(state.hands, seat, state.hands[seat] + drawn), deck=deck)
    facts = {"seat": seat, "turn": state.turn, "drawn": count, "captured": len(state.set_aside)}
    events = [Event("turn-ended", facts, {seat: {"cards": list(drawn)}})]
    if count and not deck:  # CV-12: every seat has one more turn, this one last
        after = replace(after, awaited=remaining_seats_after(after, seat))
        events.append(Event("last-round", {"turn": state.turn, "order": list(after.awaited or ())}))
    return next_turn(after).after(*events)


def remaining_seats_after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats still in, in turn order, beginning after `seat` and ending with it."""
    return tuple(other for other in seats_after(seat, len(state.hands)) if is_in(state, other))


def next_turn(state: State) -> Step[State]:
    """Pass the turn on; play ends when there are no last turns left (CV-12)."""
    fresh = replace(
        state,
        field=tuple([_without_fresh(laid) if laid.fresh else laid for laid in state.field]),
        laid=0,
        turn=state.turn + 1,
    )
    if fresh.awaited is None:
        return Step(replace(fresh, seat=remaining_seats_after(fresh, fresh.seat)[0]), ())
    events: list[Event] = []
    for place, seat in enumerate(fresh.awaited):
        if fresh.hands[seat]:
            return Step(replace(fresh, seat=seat, awaited=fresh.awaited[place + 1 :]), tuple(events))
        events.append(Event("passed-over", {"seat": seat, "turn": state.turn}))  # CV-12, the safeguard
    return ending.end_play(replace(fresh, awaited=()), "last-round").after(*events)


def _without_fresh(laid: Laid) -> Laid:
    return Laid(laid.cell, laid.card, laid.up, fresh=False)


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """CV-19: the seat leaves with its hand, its pile and the captures of its current turn."""
    event = Event("left", {"seat": seat, "turn": state.turn})
    after = replace(state, left=(*state.left, seat))
    after = replace(after, scores=ending.scores_of(after)) if state.reason else _without_cards(after, seat)
    return _after_leaving(state, after, seat, chance).after(event)


def _without_cards(state: State, seat: Seat) -> State:
    captures = state.set_aside if seat == state.seat else ()
    awaited = None if state.awaited is None else tuple(other for other in state.awaited if other != seat)
    return replace(
        state,
        hands=with_row(state.hands, seat, ()),
        piles=with_row(state.piles, seat, ()),
        gone=with_row(state.gone, seat, (*state.hands[seat], *state.piles[seat], *captures)),
        set_aside=() if captures else state.set_aside,
        awaited=awaited,
    )


def _after_leaving(before: State, after: State, seat: Seat, chance: Chance) -> Step[State]:
    if len(after.left) == len(after.hands) - 1:  # one seat is left: it wins, and its current captures count
        return ending.end_by_leaving(after if is_played_out(after) else bank(after))
    if is_played_out(after):
        return leave_throwing(after, seat, chance)
    return next_turn(after) if seat == before.seat else Step(after, ())
