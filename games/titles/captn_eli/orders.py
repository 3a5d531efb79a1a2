"""Moves made for a seat: after a time-out, by standing orders, and forced moves; and random squads."""

from collections.abc import Iterable

from games.engine.chance import Chance
from games.engine.contract import Order, Orders, Seat
from games.titles.captn_eli.cards import CardId, original_of
from games.titles.captn_eli.duel import sacrifices
from games.titles.captn_eli.grid import Cell, beside
from games.titles.captn_eli.rules import legal_moves
from games.titles.captn_eli.squads import default_squad, random_squad
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
    field_of,
)

# "cheapest": give up the adjacent card with the lowest C + D. "challenger": MYSTIC ends the challenge that caused it.
ORDERS = (Order("sacrifice", ("ask", "never", "cheapest")), Order("mystic", ("ask", "challenger")))


def ordered_move(state: State, seat: Seat, orders: Orders) -> Move | None:
    """The answer by standing orders; None in the seat's own turn, and if the player wants to be asked."""
    if seat != state.asked or state.duel is None:
        return None
    match state.phase, orders.get("sacrifice"), orders.get("mystic"):
        case "sacrifice", "never", _:
            return Sacrifice(None)
        case "sacrifice", "cheapest", _:
            return Sacrifice(_cheapest(state, sacrifices(state)))
        case "mystic", _, "challenger":
            return Mystic(state.duel.at)
        case _:
            return None


def _cheapest(state: State, cells: Iterable[Cell]) -> Cell:
    return min(cells, key=lambda cell: (_value(state, field_of(state)[cell].card), cell))


def _value(state: State, card: CardId) -> int:
    return state.ruleset.by_id[card].c + state.ruleset.by_id[card].d


def default_move(state: State, seat: Seat) -> Move:
    """After a time-out: keep the character alive, place a support out of the way, or move aside; show nothing."""
    match state.phase:
        case "squads":
            return Squad(default_squad(state.ruleset, state.pools[seat]))
        case "sacrifice":
            return Sacrifice(_cheapest(state, sacrifices(state)))
        case "mystic":
            return _default_mystic(state, seat)
        case _:
            return min(legal_moves(state, seat), key=lambda move: _risk(state, seat, move))


def _default_mystic(state: State, seat: Seat) -> Move:
    if state.duel is not None:
        return Mystic(state.duel.at)
    open_cards = [lying for lying in state.grid if lying.owner != seat and lying.up]
    return Mystic(max(open_cards, key=lambda lying: (_value(state, lying.card), lying.cell)).cell)


def _risk(state: State, seat: Seat, move: Move) -> tuple[int, int, int]:
    """The risk of a move, lower is better: first its kind, then the adjacent opponents, then the value at stake."""
    match move:
        case Place(card, cell):
            return (_is_character(state, card), _enemies(state, seat, cell), _value(state, card))
        case Shift(at, to):
            card = field_of(state)[at].card
            return (2, _is_character(state, card), _enemies(state, seat, to))
        case Flip():  # never the flip of CE-18 (c): with a card in hand there is always a cell for it
            return (5, 0, 0)
        case Reveal(at):
            return (0, _enemies(state, seat, at), 0)
        case Challenge():
            return (4, 0, 0)
        case _:
            return (3, 0, 0)


def _is_character(state: State, card: CardId) -> bool:
    return state.ruleset.by_id[card].type == "character"


def _enemies(state: State, seat: Seat, cell: Cell) -> int:
    field = field_of(state)
    return sum(other in field and field[other].owner != seat for other in beside(cell))


def forced_move(state: State, seat: Seat) -> Move | None:
    """The only move, if everybody can see that there is no other: no card in hand, and no choice among hidden cards."""
    if seat != state.asked or state.phase not in {"turn", "reveal", "mystic"}:
        return None
    if state.phase == "turn" and state.hands[seat]:
        return None
    if state.phase == "reveal":
        cells = _perhaps_copies(state, seat)
        return Reveal(cells[0]) if len(cells) == 1 else None
    moves = legal_moves(state, seat)
    return moves[0] if len(moves) == 1 else None


def is_left_to_player(state: State, seat: Seat, move: Move) -> bool:
    """Whether a forced move turns up a card or may remove one; after MYSTIC, a challenge continues."""
    return isinstance(move, Flip | Reveal | Challenge) or state.duel is not None


def _perhaps_copies(state: State, seat: Seat) -> list[Cell]:
    """The seat's face-down cards that may be copies, as far as the opponent knows."""
    base = state.squads[seat][0]
    known_all = len(state.shown[seat]) == len(state.ruleset.copies[base])
    down = [lying for lying in state.grid if lying.owner == seat and not lying.up]
    return [one.cell for one in down if (original_of(one.card) == base if one.seen else not known_all)]


def sample_move(state: State, seat: Seat, chance: Chance) -> Move:
    """A random legal move, including a random squad."""
    if state.phase == "squads":
        return Squad(random_squad(state.ruleset, state.pools[seat], chance))
    return chance.pick(legal_moves(state, seat))
