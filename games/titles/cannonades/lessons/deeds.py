"""Moves of Cannonades as lessons write them, and what lessons ask of a deed."""

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Deed
from games.titles.cannonades.cards import CARDS, Face
from games.titles.cannonades.state import Add, Board, Discard, Draw, End, Grin, Keep, Redraw, Salvage, Shoot

__all__ = [
    "Sent", "add", "adds", "board", "cards", "discard", "draw", "end", "goes_on", "grin", "keep", "redraw", "reveal",
    "salvage", "shoot", "sinks",
]  # fmt: skip

Sent = tuple[Seat, str]


def cards(text: str) -> tuple[Face, ...]:
    """Cards by face in the order in which they are dealt and drawn: five to each seat, then the deck."""
    found = tuple(text.split())
    if not set(found) <= set(CARDS):
        raise ValueError(f"Expected faces, but got {text}")
    return found


def redraw() -> str:
    """Another opening hand."""
    return dump_move(Redraw())


def keep() -> str:
    """The opening hand as it is."""
    return dump_move(Keep())


def add(card: Face) -> str:
    """A ship from hand."""
    return dump_move(Add(card))


def adds(seat: Seat, faces: str) -> tuple[Sent, ...]:
    """Several ships from hand, one after the other; after four the turn ends by itself."""
    return tuple((seat, add(face)) for face in faces.split())


def shoot(card: Face, seat: Seat, berth: int) -> str:
    """A cannonade."""
    return dump_move(Shoot(card, seat, berth))


def board(berth: int, seat: Seat, target: int) -> str:
    """A ship of one's own against another."""
    return dump_move(Board(berth, seat, target))


def draw(card: Face) -> str:
    """A card from hand for cards from the deck."""
    return dump_move(Draw(card))


def end() -> str:
    """The end of the actions."""
    return dump_move(End())


def discard(card: Face) -> str:
    """A card from hand."""
    return dump_move(Discard(card))


def grin(effect: str) -> str:
    """An answer that takes no berth."""
    return dump_move(Grin(effect))


def reveal(berth: int) -> str:
    """The answer that turns up a ship of the attacker."""
    return dump_move(Grin("reveal", berth))


def salvage(card: Face) -> str:
    """A cannonade from the discard pile."""
    return dump_move(Salvage(card))


def sinks(deed: Deed) -> bool:
    """A ship of another seat was sunk."""
    facts = deed.facts("shot") or deed.facts("boarded") or {}
    return bool(facts.get("sunk"))


def goes_on(deed: Deed) -> bool:
    """The reader, on seat 0, may act on in the same turn."""
    state = deed.state
    return not state.queue and state.phase == "actions" and state.seat == 0 and state.turn == deed.before.turn
