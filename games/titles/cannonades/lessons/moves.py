"""Cannonades' moves as JSON for lessons, and conditions for a move of the reader."""

from games.engine.contract import Seat
from games.engine.lesson import Deed, writer
from games.titles.cannonades.cards import CARDS, Face
from games.titles.cannonades.state import Add, Board, Discard, Draw, End, Grin, Redraw, Salvage, Shoot

redraw, add, draw, discard = writer(Redraw), writer(Add), writer(Draw), writer(Discard)
shoot, board, end = writer(Shoot), writer(Board), writer(End)
grin, salvage = writer(Grin), writer(Salvage)


def adds(seat: Seat, faces: str) -> tuple[tuple[Seat, str], ...]:
    """Add several ships from hand, one after the other; after four the turn ends automatically."""
    return tuple((seat, add(face)) for face in faces.split())


def cards(text: str) -> tuple[Face, ...]:
    """Cards by face in the order of dealing and drawing: five to each seat, then the deck."""
    found = tuple(text.split())
    if not set(found) <= set(CARDS):
        raise ValueError(f"Expected faces, but got {text}")
    return found


def sinks(deed: Deed) -> bool:
    """Whether another seat's ship was sunk."""
    facts = deed.facts("shot") or deed.facts("boarded") or {}
    return bool(facts.get("sunk"))


def goes_on(deed: Deed) -> bool:
    """Whether the reader, on seat 0, may continue in the same turn."""
    state = deed.state
    return not state.queue and state.phase == "actions" and state.seat == 0 and state.turn == deed.before.turn
