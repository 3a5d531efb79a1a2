"""The page of a tournament: standings, cross-tables, and the bracket."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Reader
from games.models import Entry, Pairing, Tournament
from games.tournaments.standings import Standing, meeting_winner, points_of, standings_of

_Result = Pairing.Result


@dataclass(frozen=True)
class Cell:
    """One game in a player's row."""

    mark: str  # 1, ½ or 0; empty while it isn't decided
    opponent: Standing | None  # None: a bye
    table: int | None


@dataclass(frozen=True)
class Row:
    """A player in the standings, with their games by round; in a pool, by the rank of the opponent."""

    standing: Standing
    is_mine: bool
    cells: tuple[Cell | None, ...]

    @property
    def points(self) -> str:
        """The points, like "2½"."""
        return halves(self.standing.points)

    @property
    def tie_break(self) -> str:
        """The tie-break, in the same form."""
        return halves(self.standing.tie_break)


@dataclass(frozen=True)
class Meeting:
    """Two players of a knock-out round, and their games."""

    home: Entry
    away: Entry | None
    score: tuple[str, str]
    games: tuple[Pairing, ...]
    winner: Entry | None


@dataclass(frozen=True)
class TournamentPage:
    """What the page shows."""

    tournament: Tournament
    entries: list[Entry]
    mine: Entry | None
    pools: list[list[Row]]  # one in a Swiss tournament, none in a knock-out
    rounds: list[list[Meeting]]  # of a knock-out
    ranks: list[Standing]  # of a knock-out


def halves(points: int) -> str:
    """Half points as a number: "2½"."""
    whole, half = divmod(points, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def players_and_games(tournament: Tournament) -> tuple[list[Entry], list[Pairing]]:
    """The entries with their users, and the pairings in order with their entries, in two queries."""
    entries = list(tournament.entries.select_related("user").order_by("pk"))
    by_id = {entry.pk: entry for entry in entries}
    pairings = list(tournament.pairings.order_by("round", "number", "game"))
    for pairing in pairings:
        pairing.home, pairing.away = by_id[pairing.home_id], by_id.get(pairing.away_id or 0)
    return entries, pairings


def page_of(tournament: Tournament, reader: Reader) -> TournamentPage:
    """The page for one reader, in two queries."""
    entries, pairings = players_and_games(tournament)
    mine = next((entry for entry in entries if entry.user_id == reader.pk), None)
    order = standings_of(tournament, entries, pairings)
    if tournament.kind == Tournament.Kind.KNOCKOUT:
        return TournamentPage(tournament, entries, mine, [], _rounds(pairings), order)
    pools = defaultdict[int, list[Standing]](list)
    for standing in order:
        pools[standing.entry.pool].append(standing)
    make = _by_opponent if tournament.kind == Tournament.Kind.POOLS else _by_round
    rows = [
        [Row(each, each.entry is mine, make(each, pool, pairings)) for each in pool]
        for pool in pools.values()
    ]
    return TournamentPage(tournament, entries, mine, rows if tournament.round else [], [], [])


def _cell(standing: Standing, pairing: Pairing, by_entry: dict[int, Standing]) -> Cell:
    own = standing.entry.pk
    other = pairing.away_id if pairing.home_id == own else pairing.home_id
    mark = "" if pairing.result == _Result.OPEN else halves(points_of(pairing, own))
    return Cell(mark, by_entry.get(other or 0), pairing.table_id)


def _by_round(
    standing: Standing, order: Sequence[Standing], pairings: Sequence[Pairing]
) -> tuple[Cell | None, ...]:
    by_entry = {each.entry.pk: each for each in order}
    own = {each.round: each for each in pairings if standing.entry.pk in (each.home_id, each.away_id)}
    last = max((each.round for each in pairings), default=0)
    return tuple(
        _cell(standing, own[round_], by_entry) if round_ in own else None for round_ in range(1, last + 1)
    )


def _by_opponent(
    standing: Standing, order: Sequence[Standing], pairings: Sequence[Pairing]
) -> tuple[Cell | None, ...]:
    by_entry = {each.entry.pk: each for each in order}
    games = (standing.met.get(other.entry.pk) for other in order)
    return tuple(None if not found else _cell(standing, found[0], by_entry) for found in games)


def _rounds(pairings: Sequence[Pairing]) -> list[list[Meeting]]:
    meetings = defaultdict[tuple[int, int], list[Pairing]](list)
    for pairing in pairings:
        meetings[pairing.round, pairing.number].append(pairing)
    rounds = defaultdict[int, list[Meeting]](list)
    for (round_, _number), games in meetings.items():
        home, away = games[0].home, games[0].away
        sums = [sum(points_of(game, entry.pk) for game in games) if entry else 0 for entry in (home, away)]
        score = (halves(sums[0]), halves(sums[1]))
        rounds[round_].append(Meeting(home, away, score, tuple(games), meeting_winner(games)))
    return list(rounds.values())
