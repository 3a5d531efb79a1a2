"""What pages show about a table's chance: the commitment, the players' parts, and the receipt of the latest entry."""

from dataclasses import dataclass

from games.engine.commitments import nonce_digest
from games.engine.exported import replay_export
from games.history.export import table_export
from games.models import Decision, Seat, Table
from games.tables.chain import commitment_of, contributor
from games.tables.log import names_of
from games.tables.panels import Visit
from games.tables.table_rules import start_of
from games.tables.unit_of_work import seats_of
from games.titles import TITLES

_ENDING = (Decision.Kind.CANCEL, Decision.Kind.FINISH, Decision.Kind.REWIND)  # undoing these resumes the game


@dataclass(frozen=True)
class ChancePart:
    """One player's part of the chance."""

    name: str
    by: str  # a person or guest who contributed; or bot or site, for a seat without a part
    nonce: str  # empty until the game begins
    digest: str  # SHA-256 of the nonce, shown before


@dataclass(frozen=True)
class ChanceShown:
    """What everybody may know now about the chance of one table; all hashes in hexadecimal."""

    commitment: str
    parts: tuple[ChancePart, ...]
    receipt: str
    is_open: bool  # the seed and the secrets are public

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those who contributed."""
        return tuple(part.name for part in self.parts if part.digest)


def chance_of(table: Table, seats: list[Seat]) -> ChanceShown:
    """What everybody who may see the table is shown of its chance."""
    parts = tuple(_part(table, seat, name) for seat, name in zip(seats, names_of(seats), strict=True))
    return ChanceShown(commitment_of(table).hex(), parts, table.receipt, table.has_open_secrets)


def _part(table: Table, seat: Seat, name: str) -> ChancePart:
    digest = nonce_digest(table.identity, seat.nonce).hex() if seat.nonce else ""
    return ChancePart(name, contributor(seat), seat.nonce if table.state else "", digest)


def redrawn_by(table: Table) -> list[Decision]:
    """The decisions that took moves back, if one of these moves had drawn, so that later draws are new."""
    kinds = (Decision.Kind.REWIND, Decision.Kind.UNDO)
    return (
        list(Decision.objects.filter(table=table, kind__in=kinds).order_by("pk")) if table.generation else []
    )


def formers_of(table: Table) -> list[Table]:
    """The tables that this one continues, nearest first; a check needs their files, too."""
    found, start = list[Table](), start_of(table)
    while start is not None and start.former is not None:
        found.append(start.former)
        start = start_of(start.former)
    return found


def rules_check(table: Table) -> tuple[str, str]:
    """Whether the game holds by its rules, and why in a sentence, as `python -m games.engine replay` says it."""
    game, *others = (table_export(each, seats_of(each)) for each in (table, *formers_of(table)))
    result, why, _found = replay_export(game, TITLES, others)
    return result, why


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
