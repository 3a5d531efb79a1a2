"""The standings of a tournament, with its tie-breaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.models import Entry, Pairing, Tournament

WIN, DRAW = 2, 1  # in half points
_Result = Pairing.Result


@dataclass
class Standing:
    """How one player stands. Points and tie-breaks are in halves."""

    entry: Entry
    points: int = 0
    tie_break: int = 0  # Buchholz, or Sonneborn-Berger in pools; in a knock-out the last round reached
    wins: int = 0
    firsts: int = 0
    had_bye: bool = False
    met: dict[int, list[Pairing]] = field(default_factory=dict)  # by the opponent's entry
    rank: int = 1

    @property
    def key(self) -> tuple[int, int, int, int]:
        """Better standings have smaller keys; the last tie-break is who registered first."""
        return (-self.points, -self.tie_break, -self.wins, self.entry.pk)


def points_of(pairing: Pairing, entry_id: int) -> int:
    """What a decided game gave to one of its players, in halves."""
    if pairing.result == _Result.DRAW:
        return DRAW
    is_home = pairing.home_id == entry_id
    return WIN if pairing.result == (_Result.HOME if is_home else _Result.AWAY) else 0


def standings_of(
    tournament: Tournament, entries: Iterable[Entry], pairings: Sequence[Pairing]
) -> list[Standing]:
    """All players, best first. In pools, compare only those of one pool."""
    found = {entry.pk: Standing(entry) for entry in entries}
    for pairing in pairings:
        _count(found, pairing, tournament.kind)
    for standing in found.values():
        standing.tie_break = _tie_break(standing, found, tournament.kind, pairings)
    if tournament.kind == Tournament.Kind.KNOCKOUT:
        for standing in found.values():
            standing.points = 0  # only the round reached and the games won in it matter
    order = sorted(found.values(), key=lambda each: (each.entry.pool, each.key))
    for place, standing in enumerate(order):
        standing.rank = 1 + sum(other.entry.pool == standing.entry.pool for other in order[:place])
    return order


def _count(found: dict[int, Standing], pairing: Pairing, kind: str) -> None:
    home = found[pairing.home_id]
    if pairing.away_id is None:
        home.had_bye = True
        home.points += WIN if kind == Tournament.Kind.SWISS else 0
        return
    away = found[pairing.away_id]
    home.firsts += 1
    home.met.setdefault(pairing.away_id, []).append(pairing)
    away.met.setdefault(pairing.home_id, []).append(pairing)
    for standing in (home, away):
        points = points_of(pairing, standing.entry.pk)
        standing.points += points
        standing.wins += points == WIN


def _tie_break(standing: Standing, found: dict[int, Standing], kind: str, pairings: Sequence[Pairing]) -> int:
    if kind == Tournament.Kind.KNOCKOUT:
        own = standing.entry.pk
        return max((each.round for each in pairings if own in (each.home_id, each.away_id)), default=0)
    total = 0
    for other, games in standing.met.items():
        for game in games:
            share = points_of(game, standing.entry.pk) if kind == Tournament.Kind.POOLS else WIN
            total += share * found[other].points // WIN
    return total


def meeting_winner(games: Sequence[Pairing]) -> Entry | None:
    """Who wins a knock-out meeting, in the order of its games; None while it isn't decided.

    Two points decide it. After three games more points do, and if they are equal, who registered first.
    """
    first = games[0]
    if first.away is None:
        return first.home
    if any(game.result == _Result.OPEN for game in games):
        return None
    scores = {entry: sum(points_of(game, entry.pk) for game in games) for entry in (first.home, first.away)}
    best = max(scores.values())
    if len(games) < 3 and best < 2 * WIN and not any(entry.withdrawn_at for entry in scores):
        return None
    playing = [entry for entry in scores if entry.withdrawn_at is None] or list(scores)
    return min(playing, key=lambda entry: (-scores[entry], entry.pk))
