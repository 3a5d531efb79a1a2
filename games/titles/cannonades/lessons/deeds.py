"""Moves of Cannonades in the form that lessons use, and conditions for a deed."""

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Deed
from games.titles.cannonades.cards import CARDS, Face
from games.titles.cannonades.state import Add, Board, Discard, Draw, End, Grin, Keep, Redraw, Salvage, Shoot

Sent = tuple[Seat, str]


def cards(text: str) -> tuple[Face, ...]:
    """Cards by face in the order of dealing and drawing: five to each seat, then the deck."""
    found = tuple(text.split())
    if not set(found) <= set(CARDS):
        raise ValueError(f"Expected faces, but got {text}")
    return found


def redraw() -> str:
    """Take another opening hand."""
    return dump_move(Redraw())


def keep() -> str:
    """Keep the opening hand."""
    return dump_move(Keep())


def add(card: Face) -> str:
    """Add a ship from hand."""
    return dump_move(Add(card))


def adds(seat: Seat, faces: str) -> tuple[Sent, ...]:
    """Add several ships from hand, one after the other; after four the turn ends automatically."""
    return tuple((seat, add(face)) for face in faces.split())


def shoot(card: Face, seat: Seat, berth: int) -> str:
    """Fire a cannonade."""
    return dump_move(Shoot(card, seat, berth))


def board(berth: int, seat: Seat, target: int) -> str:
    """Board a ship with one of the seat's own."""
    return dump_move(Board(berth, seat, target))


def draw(card: Face) -> str:
    """Discard a card from hand to draw from the deck."""
    return dump_move(Draw(card))


def end() -> str:
    """End the actions."""
    return dump_move(End())


def discard(card: Face) -> str:
    """Discard a card from hand."""
    return dump_move(Discard(card))


def grin(effect: str) -> str:
    """Give an answer that takes no berth."""
    return dump_move(Grin(effect))


def reveal(berth: int) -> str:
    """Answer by turning up a ship of the attacker."""
    return dump_move(Grin("reveal", berth))


def salvage(card: Face) -> str:
    """Take a cannonade from the discard pile."""
    return dump_move(Salvage(card))


def sinks(deed: Deed) -> bool:
    """Whether a ship of another seat was sunk."""
    facts = deed.facts("shot") or deed.facts("boarded") or {}
    return bool(facts.get("sunk"))


def goes_on(deed: Deed) -> bool:
    """Whether the reader, on seat 0, may continue in the same turn."""
    state = deed.state
    return not state.queue and state.phase == "actions" and state.seat == 0 and state.turn == deed.before.turn
