"""What pages show about a table's chance: the commitment, the players' parts, and the receipt of the latest entry."""

from dataclasses import dataclass

from games.engine.commitments import nonce_digest
from games.models import Decision, Seat, Table
from games.tables.chain import commitment_of, nonce_of
from games.tables.log import names_of
from games.tables.panels import Visit

_ENDING = (Decision.Kind.CANCEL, Decision.Kind.FINISH, Decision.Kind.REWIND)  # undoing these resumes the game


@dataclass(frozen=True)
class ChancePart:
    """One player's part of the chance."""

    name: str
    nonce: str  # empty until the game begins
    digest: str  # SHA-256 of the nonce, shown before
    is_own: bool  # sent by the player, not drawn by the site


@dataclass(frozen=True)
class ChanceShown:
    """What everybody may know now about the chance of one table; all hashes in hexadecimal."""

    commitment: str
    parts: tuple[ChancePart, ...]
    receipt: str
    is_open: bool  # the seed and the secrets are public


def chance_of(table: Table, seats: list[Seat]) -> ChanceShown:
    """What everybody who may see the table is shown of its chance."""
    parts = tuple(_part(table, seat, name) for seat, name in zip(seats, names_of(seats), strict=True))
    return ChanceShown(commitment_of(table).hex(), parts, table.receipt, table.has_open_secrets)


def _part(table: Table, seat: Seat, name: str) -> ChancePart:
    place = seat.number if seat.place is None else seat.place
    nonce = seat.nonce if table.state else nonce_of(table, seat, place)
    digest = nonce_digest(table.identity, place, nonce).hex()
    return ChancePart(name, seat.nonce if table.state else "", digest, seat.is_nonce_own)


def chance_panel(visit: Visit) -> ChanceShown | None:
    """The chance panel for tables that have not started; started tables show only their receipt."""
    return chance_of(visit.table, visit.seats) if visit.table.is_open else None


def closed_again_by(table: Table) -> Decision | None:
    """The decision that resumed a finished game and so closed its secrets again; None if there is none."""
    if not table.former_keys or table.has_open_secrets:
        return None
    kinds = (Decision.Kind.REWIND, Decision.Kind.UNDO)
    made = Decision.objects.filter(table=table, kind__in=kinds).order_by("-pk")
    return next((each for each in made if each.facts.get("ended") or each.facts.get("kind") in _ENDING), None)
