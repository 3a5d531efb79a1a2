"""What is shown of a table's chance: commitment, parts of the players, and the receipt of its latest entry."""

from dataclasses import dataclass

from games.engine.commitments import nonce_digest
from games.history.export import is_open
from games.models import Decision, Seat, Table
from games.tables.chain import commitment_of, nonce_of
from games.tables.log import names_of
from games.tables.panels import Visit

__all__ = ["ChancePart", "ChanceShown", "chance_of", "chance_panel", "closed_again_by"]


_ENDING = (Decision.Kind.CANCEL, Decision.Kind.FINISH, Decision.Kind.REWIND)  # undone, they let games go on


@dataclass(frozen=True)
class ChancePart:
    """One player's part of the chance."""

    name: str
    nonce: str  # empty until the game begins
    digest: str  # SHA-256, which is shown before
    is_own: bool  # the player sent it; otherwise the site drew it


@dataclass(frozen=True)
class ChanceShown:
    """Everything about the chance of one table that everybody may know now; all hashes in hexadecimal digits."""

    commitment: str
    parts: tuple[ChancePart, ...]
    receipt: str
    is_open: bool  # seed and secrets can be read


def chance_of(table: Table, seats: list[Seat]) -> ChanceShown:
    """What everybody who may see the table is shown of its chance."""
    parts = tuple(_part(table, seat, name) for seat, name in zip(seats, names_of(seats), strict=True))
    return ChanceShown(commitment_of(table).hex(), parts, table.receipt, is_open(table))


def _part(table: Table, seat: Seat, name: str) -> ChancePart:
    place = seat.number if seat.place is None else seat.place
    nonce = seat.nonce if table.state else nonce_of(table, seat, place)
    digest = nonce_digest(table.identity, place, nonce).hex()
    return ChancePart(name, seat.nonce if table.state else "", digest, seat.is_nonce_own)


def chance_panel(visit: Visit) -> ChanceShown | None:
    """The same for the page of a table that has not started; a started one shows its receipt alone."""
    return chance_of(visit.table, visit.seats) if visit.table.is_open else None


def closed_again_by(table: Table) -> Decision | None:
    """The decision by which a game goes on that was over, so that its secrets are closed again; else None."""
    if not table.former_keys or is_open(table):
        return None
    kinds = (Decision.Kind.REWIND, Decision.Kind.UNDO)
    made = Decision.objects.filter(table=table, kind__in=kinds).order_by("-pk")
    return next((each for each in made if each.facts.get("ended") or each.facts.get("kind") in _ENDING), None)
