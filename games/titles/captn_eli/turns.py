"""Actions in a turn, the next turn, and the end of the game (CE-8, CE-9, CE-17 to CE-19, CE-23)."""

from msgspec.structs import replace

from games.engine.contract import Event, Outcome, Seat, Step
from games.engine.rules import ranks
from games.titles.captn_eli.cards import CardId, original_of
from games.titles.captn_eli.challenges import pressure_of, targets
from games.titles.captn_eli.grid import Cell, Room, ahead, room_of
from games.titles.captn_eli.state import (
    Challenge,
    Field,
    Flip,
    Lying,
    Move,
    Place,
    Shift,
    State,
    Wedge,
    field_of,
)


def playable(hand: tuple[CardId, ...]) -> list[CardId]:
    """The cards in a hand that a move may name: of several copies, which are adjacent, only the lowest (CE-5)."""
    originals = [original_of(card) for card in hand]
    return [card for place, card in enumerate(hand) if originals[place] not in originals[:place]]


def front_of(lying: Lying) -> Cell:
    """The cell directly in front of a card, as its owner sees it (CE-7)."""
    x, y = lying.cell
    return (x, y + ahead(lying.owner))


def legal_actions(state: State, seat: Seat) -> tuple[Move, ...]:
    """All actions of CE-8: from hand, then with the seat's cards on the grid; in the storm, moves come last (CE-19)."""
    field = field_of(state)
    room = room_of(field)
    own = [lying for lying in state.grid if lying.owner == seat]
    cards = playable(state.hands[seat])
    from_hand = _from_hand(cards, field, room, own) if cards else []
    moves = (*from_hand, *_on_grid(state, own))
    if not pressure_of(state):
        return moves
    return tuple([move for move in moves if not isinstance(move, Shift)]) or moves  # CE-19


def _from_hand(cards: list[CardId], field: Field, room: Room, own: list[Lying]) -> list[Move]:
    moves: list[Move] = [Place(card, cell) for cell in room.open_cells for card in cards]
    if room.has_new_row:
        moves += [Wedge(card, lying.cell) for lying in own if front_of(lying) in field for card in cards]
    return moves


def _on_grid(state: State, own: list[Lying]) -> list[Move]:
    field, pressure = field_of(state), pressure_of(state)
    moves: list[Move] = []
    for lying in own:
        at = lying.cell
        if lying.up:
            moves += [Challenge(at, target) for target in targets(field, lying, pressure)]
        else:
            moves.append(Flip(at))
        moves += [Shift(at, to) for to in _steps(state, lying)]
    return moves


def _steps(state: State, lying: Lying) -> list[Cell]:
    """The cells to which the card may move: in the storm, only closer to the nearest card of the opponent (CE-19)."""
    field = field_of(state)
    free = list(room_of(field).steps[lying.cell])
    if not field.is_stormy:
        return free
    gap = _gap(state, lying.owner, lying.cell)
    return [cell for cell in free if _gap(state, lying.owner, cell) < gap]


def _gap(state: State, seat: Seat, cell: Cell) -> int:
    """The number of moves from the cell to the nearest card of the opponent, if nothing is in the way."""
    enemies = [lying.cell for lying in state.grid if lying.owner != seat]
    return min((abs(x - cell[0]) + abs(y - cell[1]) for x, y in enemies), default=0)


def is_action(state: State, seat: Seat, move: Move) -> bool:
    """Whether `move` is among `legal_actions`."""
    if isinstance(move, Shift) and pressure_of(state):
        return move in legal_actions(state, seat)
    field = field_of(state)
    match move:
        case Place(card, cell):
            return card in playable(state.hands[seat]) and cell in room_of(field).open_cells
        case Wedge(card, cell):
            return card in playable(state.hands[seat]) and _is_wedge(field, seat, cell)
        case Flip(at) | Shift(at, _) | Challenge(at, _):
            lying = field.get(at)
            return lying is not None and lying.owner == seat and _is_possible_with(state, lying, move)
        case _:
            return False


def _is_wedge(field: Field, seat: Seat, cell: Cell) -> bool:
    lying = field.get(cell)
    is_ahead = lying is not None and lying.owner == seat and front_of(lying) in field
    return is_ahead and room_of(field).has_new_row


def _is_possible_with(state: State, lying: Lying, move: Move) -> bool:
    field = field_of(state)
    match move:
        case Flip():
            return not lying.up
        case Shift(at, to):
            return to in room_of(field).steps[at]
        case Challenge(_, target):
            return target in targets(field, lying, pressure_of(state))
        case _:
            return False


def _is_stuck(state: State, seat: Seat) -> bool:
    """CE-9: whether the seat has no action. With a card in hand it has one: eight cards never fill 3 by 4 cells.

    With a face-down card it has one too: it can flip the card, or reveal it if that is forced.
    """
    own = [lying for lying in state.grid if lying.owner == seat]
    if state.hands[seat] or not all(lying.up for lying in own):
        return False
    field = field_of(state)
    pressure = pressure_of(state)
    return not any(_steps(state, lying) or targets(field, lying, pressure) for lying in own)


def end_turn(state: State, *, quiet: int | None = None, is_reveal: bool = False) -> Step[State]:
    """Pass the turn on, skipping a seat that can do nothing.

    `quiet` is the number of quiet turns (CE-19), by default unchanged, or 0 where only those in a row count;
    `is_reveal` forces the next seat to reveal (CE-17).
    """
    if quiet is None:
        quiet = state.quiet if state.ruleset.storm else 0
    after = _next_turn(state, quiet, "reveal" if is_reveal else "turn")
    events: list[Event] = []
    while not _is_becalmed(after, len(events)) and _is_stuck(after, after.seat):
        events.append(Event("passed-over", {"seat": after.seat, "turn": after.turn}))
        after = _next_turn(after, after.quiet + 1, "turn")
    if _is_becalmed(after, len(events)):
        return end_becalmed(after).after(*events)
    if _begins_storm(state, after):
        events.append(Event("storm", {"turn": after.turn}))
    return Step(after, tuple(events))


def _is_becalmed(state: State, skipped: int) -> bool:
    """CE-19: whether both seats have just been skipped; without a storm, whether there were enough quiet turns."""
    return skipped > 1 if state.ruleset.storm else state.quiet >= state.ruleset.becalmed


def _begins_storm(before: State, after: State) -> bool:
    is_stormy = before.ruleset.is_stormy
    return is_stormy(after.quiet) and not is_stormy(before.quiet)


def _next_turn(state: State, quiet: int, phase: str) -> State:
    seat, turn = 1 - state.seat, state.turn + 1
    after = replace(state, phase=phase, seat=seat, asked=seat, turn=turn, quiet=quiet, mystic=None, duel=None)
    if _begins_storm(state, after):  # CE-19: it turns all cards face down
        return replace(after, grid=tuple(replace(lying, up=False) for lying in after.grid))
    return after


# The end: losses and the becalmed end (CE-18, CE-19, CE-23)


def loss_of(state: State, seat: Seat, removed: CardId | None = None) -> str | None:
    """CE-18: why `seat` has lost, now that one of its cards was turned up or `removed`; None if it has not lost.

    Only the seat whose card was turned up or removed can lose: every condition depends only on its own cards.
    """
    base = state.squads[seat][0]
    own = [lying for lying in state.grid if lying.owner == seat]
    on_grid = any(original_of(lying.card) == base for lying in own)
    if removed is not None and original_of(removed) == base and not on_grid:
        return "character"  # (a), whatever is in hand
    if not own:
        return "no-cards"  # (b)
    hand = state.hands[seat]
    if not on_grid and all(original_of(card) == base for card in hand) and all(lying.up for lying in own):
        return "character-in-hand"  # (c): it is in hand, because it is not removed
    return None


def lose(state: State, seat: Seat, reason: str) -> Step[State]:
    """End the game: the seat has lost, the other has won."""
    return _finish(state, reason, (1, 2) if seat else (2, 1))


def end_becalmed(state: State) -> Step[State]:
    """CE-19: more cards in the game win, then the higher sum of printed values; otherwise it is a draw."""
    counted = [material(state, seat) for seat in (0, 1)]
    cards, values = zip(*counted, strict=True)
    facts = {"turn": state.turn, "quiet": state.quiet, "cards": list(cards), "values": list(values)}
    return _finish(state, "becalmed", ranks(counted)).after(Event("becalmed", facts))


def material(state: State, seat: Seat) -> tuple[int, int]:
    """(number of cards of `seat` still in the game, in hand or on the grid; the sum of their C and D)."""
    cards = [*state.hands[seat], *(lying.card for lying in state.grid if lying.owner == seat)]
    return len(cards), sum(state.ruleset.by_id[card].c + state.ruleset.by_id[card].d for card in cards)


def _finish(state: State, reason: str, ranked: tuple[int, ...]) -> Step[State]:
    over = replace(state, phase="over", mystic=None, duel=None, outcome=Outcome(reason, ranked))
    return Step(over, (Event("game-over", {"turn": state.turn, "reason": reason, "ranks": list(ranked)}),))
