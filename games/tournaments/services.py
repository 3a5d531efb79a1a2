"""Tournaments: opening, entering and withdrawing; pairing rounds, opening their tables, and counting their games.

`tournament_advance` does what is due, in short transactions that lock the tournament. Its rows say what is missing, so
a process that dies between two of them leaves nothing to repair, and constraints allow each pairing only once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil, log2
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Reader, User
from games.clock.clocks import load_clock
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger.circles import is_member, members_to_tell
from games.ledger.notices import channels_of
from games.models import Block, Circle, Entry, MoveRecord, Notice, Pairing, Seat, Table, Tournament
from games.tables.commit import commit
from games.tables.lobby import Pace, expect_options, seat_give, table_create
from games.tables.plies import seat_leave
from games.tables.unit_of_work import begin_work, lock_table
from games.tournaments.pairing import Pair, Player, bracket, robin_rounds, round_robin, swiss
from games.tournaments.standings import Standing, meeting_winner, standings_of

MOST = 128  # players
OF_CIRCLE = 3  # unfinished tournaments of one circle
AT_ONCE = 10  # tables that one step opens
_Kind, _Status, _Result = Tournament.Kind, Tournament.Status, Pairing.Result


def may_open(user: Reader, circle: Circle | None = None) -> bool:
    """Whether the user may open and cancel tournaments: a role, or the owner of the circle that they are for."""
    if circle is not None and circle.owner_id == user.pk and circle.closed_at is None:
        return True
    is_role = user.has_perm("games.add_tournament") or user.has_perm("games.moderate_table")
    return is_role and (circle is None or circle.is_public or is_member(user, circle.pk))


def tournament_for(reader: Reader, tournament_id: int) -> Tournament:
    """The tournament, if the reader may see it: not that of a private circle. Raises Tournament.DoesNotExist."""
    found = Tournament.objects.select_related("circle").get(pk=tournament_id)
    if found.circle is None or found.circle.is_public or is_member(reader, found.circle_id):
        return found
    return Tournament.objects.select_related("circle").get(pk=tournament_id, entries__user=reader.pk or 0)


def visible_tournaments() -> QuerySet[Tournament]:
    """The tournaments that everybody may see."""
    return Tournament.objects.filter(Q(circle=None) | Q(circle__is_public=True))


@transaction.atomic
def tournament_open(
    by: User, *, title: str, options: dict[str, Any], circle: Circle | None = None, **columns: Any
) -> Tournament:
    """Open a tournament for registration, perhaps for a circle's members only.

    Raises NotAllowed without the permission, NotPossible if the circle has several, MalformedInput.
    """
    if not may_open(by, circle):
        raise NotAllowed(_("You can't open tournaments."))
    if circle is not None and circle.tournaments.filter(finished_at=None).count() >= OF_CIRCLE:
        raise NotPossible(
            _("This circle has three tournaments that aren't over. Finish or cancel one first.")
        )
    chosen = expect_options(title, options, 2, 0)
    tournament = Tournament(created_by=by, title=title, options=chosen, circle=circle, **columns)
    if not 2 <= tournament.least <= tournament.most <= MOST:
        raise MalformedInput
    tournament.due_at = tournament.starts_at
    tournament.save()
    if circle is not None:
        _notify(members_to_tell(circle.pk, by.pk), timezone.now())
    return tournament


def _locked(tournament_id: int) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=tournament_id)


@transaction.atomic
def entry_add(user: User, tournament_id: int) -> Entry:
    """Register for a tournament; it may start when it is full. Raises NotAllowed or NotPossible."""
    if user.is_program:
        raise NotAllowed(_("Bots can't play in tournaments."))
    if user.kind != User.Kind.PERSON:
        raise NotAllowed(_("Sign up to play in tournaments."))
    tournament = _locked(tournament_id)
    if tournament.circle_id is not None and not is_member(user, tournament.circle_id):
        raise NotAllowed(_("This tournament is for the members of a circle."))
    return entry_write(tournament, user)


def entry_write(tournament: Tournament, user: User) -> Entry:
    """Enter any user, even a bot, in a locked tournament. Raises NotPossible."""
    if tournament.status != _Status.OPEN:
        raise NotPossible(_("Registration for this tournament is over."))
    count = tournament.entries.count()
    found = tournament.entries.filter(user=user).first()
    if found is None and count >= tournament.most:
        raise NotPossible(_("This tournament is full."))
    entry = found or Entry.objects.create(tournament=tournament, user=user)
    if found is None and count + 1 == tournament.most and tournament.starts_at is None:
        _plan(tournament, timezone.now())
    return entry


@transaction.atomic
def entry_withdraw(user: User, tournament_id: int) -> None:
    """Leave a tournament. Games that have begun go on; the player gets no more. Do nothing without an entry."""
    tournament = _locked(tournament_id)
    entries = tournament.entries.filter(user=user, withdrawn_at=None)
    if tournament.status == _Status.OPEN:
        entries.delete()
    elif entries.update(withdrawn_at=timezone.now()):
        _plan(tournament, timezone.now())


@transaction.atomic
def tournament_cancel(by: User, tournament_id: int) -> None:
    """Cancel a tournament that isn't over; its games go on. Raises NotAllowed or NotPossible."""
    tournament = _locked(tournament_id)
    if not may_open(by, tournament.circle):
        raise NotAllowed(_("You can't cancel tournaments."))
    if tournament.status not in (_Status.OPEN, _Status.RUNNING):
        raise NotPossible(_("This tournament is over."))
    _end(tournament, _Status.CANCELLED, timezone.now())


def _plan(tournament: Tournament, at: datetime | None) -> None:
    tournament.due_at = at
    tournament.save(update_fields=["due_at"])


def _end(tournament: Tournament, status: str, now: datetime) -> None:
    tournament.status, tournament.finished_at, tournament.due_at = status, now, None
    tournament.save()
    _notify(_players(tournament), now)


def _players(tournament: Tournament) -> list[int]:
    return list(tournament.entries.filter(withdrawn_at=None).values_list("user", flat=True))


def _notify(people: list[int], now: datetime) -> None:
    """Notify people that a tournament has opened, started or ended."""
    rows = [
        Notice(user_id=person, kind=Notice.Kind.TOURNAMENT, about=now, channel=channel, due_at=now)
        for person, channels in channels_of(people).items()
        for channel in channels
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)  # the sweep sends them


def tournaments_due(now: datetime, *, limit: int = 20) -> list[int]:
    """Ids of tournaments where something has to be done."""
    due = Tournament.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)[:limit]
    over = Pairing.objects.filter(over_at__isnull=False, result=_Result.OPEN).order_by("over_at")
    counted = over.values_list("tournament", flat=True)[:limit]
    return sorted({*due, *counted})


def tournament_advance(tournament_id: int) -> None:
    """Do what is due now: start, decide late games, count results, pair the next round, open tables."""
    now = timezone.now()
    _decide_late_games(tournament_id, now)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(skip_locked=True).filter(pk=tournament_id).first()
        if tournament is None:  # another worker is at it
            return
        _step(tournament, now)
    _open_tables(tournament)


def _decide_late_games(tournament_id: int, now: datetime) -> None:
    """End the games whose round is over: the player whose turn it is leaves. One transaction for each table."""
    late = Pairing.objects.filter(tournament=tournament_id, over_at=None, table__isnull=False)
    late = late.filter(tournament__round_ends_at__lte=now, result=_Result.OPEN)
    for table_id in list(late.values_list("table_id", flat=True)):
        _leave_for_late(table_id)


@transaction.atomic
def _leave_for_late(table_id: int) -> None:
    table, seats = lock_table(table_id)
    asked = [seat for seat in seats if seat.is_awaited]
    if table.is_running and asked and not table.is_held:
        work = begin_work(table, seats)
        seat_leave(work, min(asked, key=_asked_first), cause=MoveRecord.Cause.TIMEOUT)
        commit(work)


def _asked_first(seat: Seat) -> tuple[datetime, int]:
    return seat.awaited_since or timezone.now(), seat.number


def _step(tournament: Tournament, now: datetime) -> None:
    if tournament.status == _Status.OPEN:
        _start(tournament, now)
        return
    _count_results(tournament, now)  # of a cancelled one, too: uncounted games would stay due for ever
    if tournament.status == _Status.RUNNING:
        _continue(tournament, now)


def _start(tournament: Tournament, now: datetime) -> None:
    """Start it if the time has come or it is full; cancel it with too few players."""
    is_time = tournament.starts_at is not None and tournament.starts_at <= now
    entries = list(tournament.entries.order_by("pk"))
    if len(entries) < tournament.most and not is_time:
        _plan(tournament, tournament.starts_at)  # it was full, and somebody has left
        return
    if len(entries) < tournament.least:
        _end(tournament, _Status.CANCELLED, now)
        return
    if tournament.kind == _Kind.POOLS:
        pools = ceil(len(entries) / tournament.pool_size)
        for place, entry in enumerate(entries):
            entry.pool = place % pools
        Entry.objects.bulk_update(entries, ["pool"])
    tournament.rounds = _rounds(tournament, entries)
    tournament.status = _Status.RUNNING
    _notify(_players(tournament), now)
    _next_round(tournament, now)


def _rounds(tournament: Tournament, entries: Sequence[Entry]) -> int:
    if tournament.kind == _Kind.POOLS:
        return max(robin_rounds(len(pool)) for pool in _pools(entries))
    needed = ceil(log2(len(entries)))
    if tournament.kind == _Kind.KNOCKOUT:
        return needed
    return min(tournament.rounds or needed, len(entries) - 1)


def _pools(entries: Iterable[Entry]) -> list[list[Entry]]:
    pools = defaultdict[int, list[Entry]](list)
    for entry in entries:
        pools[entry.pool].append(entry)
    return list(pools.values())


def _count_results(tournament: Tournament, now: datetime) -> None:
    """Take the results of games that are over, and of pairings without a game because somebody has withdrawn.

    A game that a moderator holds at the end of its round counts as a draw, whatever becomes of it later.
    """
    waiting = tournament.pairings.filter(result=_Result.OPEN).select_related("table", "home", "away")
    decided = Q(over_at__isnull=False) | Q(table=None)
    if tournament.round_ends_at is not None and tournament.round_ends_at <= now:
        decided |= Q(table__is_held=True)
    found = list(waiting.filter(decided).order_by("pk"))
    tables = [pairing.table_id for pairing in found if pairing.table_id is not None]
    seats = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(table__in=tables).order_by("number"):
        seats[seat.table_id].append(seat)
    for pairing in found:
        pairing.result = (
            _walkover(pairing) if pairing.table is None else _result(pairing.table, seats[pairing.table.pk])
        )
        for entry, seat in zip((pairing.home, pairing.away), seats[pairing.table_id or 0], strict=False):
            if entry is not None and seat.has_left and not _has_moved(seat):
                Entry.objects.filter(pk=entry.pk, withdrawn_at=None).update(withdrawn_at=now)
    Pairing.objects.bulk_update(found, ["result"])


def _result(table: Table, seats: Sequence[Seat]) -> str:
    """The result of a game that is over; one without a result counts as a draw."""
    home, away = (seat.rank or 1 for seat in seats)
    if not table.is_finished or home == away:
        return _Result.DRAW
    return _Result.HOME if home < away else _Result.AWAY


def _walkover(pairing: Pairing) -> str:
    """The result of a pairing that has no table yet: open, unless somebody has withdrawn."""
    if pairing.away is None:
        return _Result.HOME
    is_gone = pairing.home.withdrawn_at is not None, pairing.away.withdrawn_at is not None
    results = {(True, True): _Result.NONE, (True, False): _Result.AWAY, (False, True): _Result.HOME}
    return results.get(is_gone, _Result.OPEN)


def _has_moved(seat: Seat) -> bool:
    """Whether its player made a move; one who didn't is absent, and gets no more games."""
    moves = MoveRecord.objects.filter(table=seat.table_id, seat=seat.number, kind=MoveRecord.Kind.MOVE)
    return moves.filter(cause=MoveRecord.Cause.PLAYER).exists()


def _continue(tournament: Tournament, now: datetime) -> None:
    """Pair the next games of the round, or the next round, or finish."""
    pairings = list(tournament.pairings.filter(round=tournament.round).select_related("home", "away"))
    if tournament.kind == _Kind.KNOCKOUT and _next_games(tournament, pairings):
        _extend_round(tournament, now)
        _plan(tournament, now)
    elif any(pairing.result == _Result.OPEN for pairing in pairings):
        is_waiting = any(pairing.result == _Result.OPEN and pairing.table_id is None for pairing in pairings)
        late = (
            tournament.round_ends_at if tournament.round_ends_at and tournament.round_ends_at > now else None
        )
        _plan(tournament, now if is_waiting else late)
    elif tournament.round == tournament.rounds:
        _end(tournament, _Status.FINISHED, now)
    else:
        _next_round(tournament, now)


def _meetings(pairings: Iterable[Pairing]) -> dict[int, list[Pairing]]:
    """The games of each meeting in order, by number."""
    found = defaultdict[int, list[Pairing]](list)
    for pairing in sorted(pairings, key=lambda each: (each.number, each.game)):
        found[pairing.number].append(pairing)
    return found


def _next_games(tournament: Tournament, pairings: Sequence[Pairing]) -> bool:
    """Pair the next game of each meeting that needs one; the players change seats."""
    undecided = [
        games[-1]
        for games in _meetings(pairings).values()
        if meeting_winner(games) is None and games[-1].result != _Result.OPEN
    ]
    Pairing.objects.bulk_create(
        Pairing(
            tournament=tournament, round=last.round, number=last.number, game=last.game + 1,
            home=last.away, away=last.home,
        )
        for last in undecided
    )  # fmt: skip
    return bool(undecided)


def _extend_round(tournament: Tournament, now: datetime) -> None:
    """Leave a third of the round's days for games that begin late, or their first move would lose at once."""
    least = now + timedelta(days=tournament.round_days) / 3
    if tournament.round_ends_at is None or tournament.round_ends_at < least:
        tournament.round_ends_at = least
        tournament.save(update_fields=["round_ends_at"])


def _next_round(tournament: Tournament, now: datetime) -> None:
    pairs = _pairs(tournament)
    tournament.round += 1
    tournament.round_ends_at = now + timedelta(days=tournament.round_days)
    tournament.due_at = now
    Pairing.objects.bulk_create(
        Pairing(
            tournament=tournament, round=tournament.round, number=number, home_id=home, away_id=away,
            result=_Result.OPEN if away else _Result.HOME,
        )
        for number, (home, away) in enumerate(pairs)
    )  # fmt: skip
    tournament.save()


def _pairs(tournament: Tournament) -> list[Pair]:
    """The pairs of the next round."""
    entries = list(tournament.entries.order_by("pk"))
    if tournament.kind == _Kind.POOLS:
        pools = ([entry.pk for entry in pool] for pool in _pools(entries))
        rounds = [pool for pool in pools if tournament.round < robin_rounds(len(pool)) and len(pool) > 1]
        return [pair for pool in rounds for pair in round_robin(pool, tournament.round + 1)]
    if tournament.kind == _Kind.KNOCKOUT and not tournament.round:
        return bracket([entry.pk for entry in entries])
    pairings = list(tournament.pairings.select_related("home", "away"))
    if tournament.kind == _Kind.KNOCKOUT:
        meetings = _meetings(pairing for pairing in pairings if pairing.round == tournament.round).values()
        winners = [winner.pk for games in meetings if (winner := meeting_winner(games)) is not None]
        return list(zip(winners[::2], winners[1::2], strict=True))
    standings = standings_of(tournament, entries, pairings)
    playing = [each for each in standings if each.entry.withdrawn_at is None]
    avoids = _blocks([each.entry for each in playing])
    return swiss([_player(each, frozenset(avoids[each.entry.pk])) for each in playing])


def _blocks(entries: Sequence[Entry]) -> defaultdict[int, set[int]]:
    """For each entry, those of players whom the player blocks, or who block the player."""
    by_user, found = {entry.user_id: entry.pk for entry in entries}, defaultdict[int, set[int]](set)
    blocks = Block.objects.filter(by__in=by_user, person__in=by_user)
    for one, other in blocks.values_list("by", "person"):
        found[by_user[one]].add(by_user[other])
        found[by_user[other]].add(by_user[one])
    return found


def _player(standing: Standing, avoids: frozenset[int]) -> Player:
    met = frozenset(standing.met)
    return Player(standing.entry.pk, standing.points, met, standing.firsts, standing.had_bye, avoids)


def _open_tables(tournament: Tournament) -> None:
    """Open the tables of a few pairings that have none; the next step continues."""
    rows = tournament.pairings.filter(table=None, result=_Result.OPEN).order_by("pk")
    rows = rows.filter(home__withdrawn_at=None, away__withdrawn_at=None)
    for pairing in list(rows.values_list("pk", flat=True)[:AT_ONCE]):
        _open_table(pairing)


@transaction.atomic
def _open_table(pairing_id: int) -> None:
    rows = Pairing.objects.select_for_update(skip_locked=True, of=("self",)).filter(table=None, pk=pairing_id)
    pairing = rows.select_related("tournament__circle", "home__user", "away__user").first()
    if pairing is None or pairing.away is None or pairing.tournament.status != _Status.RUNNING:
        return
    tournament = pairing.tournament
    table = table_create(
        pairing.home.user, title=tournament.title, options=tournament.options, seats=2,
        seating=Table.Seating.JOINED, pace=Pace(load_clock(tournament.clock)), is_rated=tournament.is_rated,
    )  # fmt: skip
    if (circle := tournament.circle) is not None:  # without a notice to its members: no seat is free
        table.circle = circle
        table.admission = Table.Admission.OPEN if circle.is_public else Table.Admission.CIRCLE
    table.save(update_fields=["circle", "admission"])
    pairing.table = table
    pairing.save(update_fields=["table"])  # before the start, which could end the game at once
    seat_give(table, list(table.seats.select_related("user")), pairing.away.user)
