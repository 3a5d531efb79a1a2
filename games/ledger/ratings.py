"""Ratings: changed when a rated game ends, changed back if a moderator annuls it or the game resumes.

A rating is what its stored games add up to, in the order of their ids: `ratings_rebuild` computes it again. So a
transaction locks the ratings of all players before it creates a game's row.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby, islice

from django.db import connection, transaction
from django.db.models import Count
from openskill.models import PlackettLuce

from accounts.models import User
from games.models import Departure, LogInTrace, MoveRecord, RatedGame, Rating, RatingChange, Seat, Table
from games.models.ratings import SIGMA

PAIR_TIME = timedelta(days=30)  # in which games of the same players weigh less
_BATCH = 500  # games that a rebuild loads at a time
_MODEL = PlackettLuce()


def rating_of(user_id: int, title: str) -> Rating | None:
    """The person's rating at a title; None before the first rated game."""
    return Rating.objects.filter(user=user_id, title=title).first()


def game_rate(table: Table, seats: Sequence[Seat]) -> None:
    """Change the players' ratings by a game that just ended, in the transaction of its end, at most once."""
    if not table.is_rated or not table.is_compared or table.finished_at is None:
        return
    players = _players(table, seats)
    if not _are_strangers(players) or not _is_past_first_round(table):
        return
    people = [player.pk for player in players if player is not None]
    ratings = _locked(table.title, people)
    if _rated(table) is None:
        weights = _weights(table.title, people, table.finished_at)
        game, ranks = RatedGame.objects.create(table=table), [seat.rank or 1 for seat in seats]
        changes = [
            RatingChange(
                game=game, user_id=person, title=table.title, seat_number=seat.number, rank=rank, weight=weight,
                at=table.finished_at,
            )
            for person, seat, rank, weight in zip(people, seats, ranks, weights, strict=True)
        ]  # fmt: skip
        _apply(ratings, changes)
        RatingChange.objects.bulk_create(changes)
        Rating.objects.bulk_update(ratings, ["mu", "sigma", "games"])


def _players(table: Table, seats: Sequence[Seat]) -> list[User | None]:
    """Whose result each seat's is: of the player who had it first, for nobody answers for a former player."""
    gone = Departure.objects.filter(table=table).select_related("user").order_by("-pk")
    first = {departure.seat_number: departure.user for departure in gone}
    return [first.get(seat.number, seat.user) for seat in seats]


def _are_strangers(players: Iterable[User | None]) -> bool:
    """Whether all are people with accounts, and no two of them seem to be the same person."""
    found = list(players)
    people = [each for each in found if each is not None and each.kind == User.Kind.PERSON]
    if len(people) < len(found) or len({_owner(each).pk for each in people}) < len(found):
        return False
    traces = LogInTrace.objects.filter(user__in=people, kind=LogInTrace.Kind.BROWSER).order_by()
    return not traces.values("digest").annotate(users=Count("user")).filter(users__gt=1).exists()


def _owner(person: User) -> User:
    while person.merged_into is not None:
        person = person.merged_into
    return person


def _is_past_first_round(table: Table) -> bool:
    """Whether every seat has made a move, or the site made one after a time-out."""
    moves = MoveRecord.objects.filter(table=table, kind=MoveRecord.Kind.MOVE)
    return moves.order_by().values("seat").distinct().count() == table.seat_count


def _locked(title: str, people: Sequence[int]) -> list[Rating]:
    """The ratings of these people in their order, created if missing, locked in the order of their ids."""
    Rating.objects.bulk_create(
        [Rating(user_id=person, title=title) for person in sorted(people)], ignore_conflicts=True
    )
    rows = Rating.objects.filter(user__in=people, title=title).order_by("user").select_for_update()
    found = {row.user_id: row for row in rows}
    return [found[person] for person in people]


def _rated(table: Table) -> RatedGame | None:
    """The row of the game in force."""
    return RatedGame.objects.filter(table=table, annuls=None, annulled_by=None).first()


def _weights(title: str, people: Sequence[int], now: datetime) -> list[float]:
    """The weight of each person's result: 1 / (1 + n) on average, after n recent games with each of the others."""
    recent = RatingChange.objects.filter(
        user__in=people, title=title, at__gt=now - PAIR_TIME, game__annuls=None, game__annulled_by=None
    )
    games = defaultdict[int, set[int]](set)
    for person, game in recent.values_list("user", "game"):
        games[person].add(game)
    return [
        sum(1 / (1 + len(games[person] & games[other])) for other in people if other != person)
        / (len(people) - 1)
        for person in people
    ]


def _apply(ratings: Sequence[Rating], changes: Sequence[RatingChange]) -> None:
    """Compute a game's changes, and add them to the ratings of its players; the caller saves both."""
    before = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    after = _MODEL.rate(before, ranks=[float(change.rank) for change in changes])
    for rating, change, (new,) in zip(ratings, changes, after, strict=True):
        change.mu_change = change.weight * (new.mu - rating.mu)
        change.sigma_change = change.weight * (new.sigma - rating.sigma)
        _add(rating, change, 1)


def _take_back(
    ratings: Sequence[Rating], changes: Sequence[RatingChange], former: Sequence[RatingChange]
) -> None:
    """Compute the changes of an annulment, and add them. Later games stay as they were rated."""
    for rating, change, old in zip(ratings, changes, former, strict=True):
        change.mu_change, change.sigma_change = -old.mu_change, -old.sigma_change
        _add(rating, change, -1)


def _add(rating: Rating, change: RatingChange, games: int) -> None:
    rating.mu += change.mu_change
    rating.sigma = min(SIGMA, rating.sigma + change.sigma_change)
    rating.games += games
    change.mu, change.sigma = rating.mu, rating.sigma


def game_unrate(table: Table) -> None:
    """Take back what a game changed, in the transaction that annuls or resumes it; do nothing if it was not rated."""
    if not table.is_rated or _rated(table) is None:
        return
    people = list(RatingChange.objects.filter(game__table=table).values_list("user", flat=True).distinct())
    locked = {rating.user_id: rating for rating in _locked(table.title, people)}
    if (game := _rated(table)) is None:
        return
    former = list(game.changes.order_by("seat_number"))
    annulment, ratings = (
        RatedGame.objects.create(table=table, annuls=game),
        [locked[old.user_id] for old in former],
    )
    changes = [
        RatingChange(
            game=annulment, user_id=old.user_id, title=old.title, seat_number=old.seat_number, rank=old.rank,
            weight=old.weight, at=old.at,
        )
        for old in former
    ]  # fmt: skip
    _take_back(ratings, changes, former)
    RatingChange.objects.bulk_create(changes)
    Rating.objects.bulk_update(ratings, ["mu", "sigma", "games"])


def ratings_move(account: User, heir: User) -> None:
    """Give an account's ratings to the one it is merged into, at titles where that one has none."""
    own = Rating.objects.filter(user=heir).values_list("title", flat=True)
    titles = set(Rating.objects.filter(user=account).values_list("title", flat=True)) - set(own)
    for model in (Rating, RatingChange):
        model._default_manager.filter(user=account, title__in=titles).update(user=heir)


@transaction.atomic
def ratings_rebuild() -> int:
    """Compute all ratings and their changes again from the stored results; returns the number of games.

    No game is rated meanwhile.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_rating IN SHARE ROW EXCLUSIVE MODE")
    Rating.objects.all().delete()
    ratings, count = dict[tuple[int, str], Rating](), 0
    games = iter(RatedGame.objects.order_by("pk").values_list("pk", flat=True).iterator(_BATCH))
    while batch := list(islice(games, _BATCH)):
        count += len(batch)
        _rebuild_batch(ratings, batch)
    Rating.objects.bulk_create(ratings.values(), batch_size=_BATCH)
    return count


def _rebuild_batch(ratings: dict[tuple[int, str], Rating], batch: Sequence[int]) -> None:
    rows = RatingChange.objects.filter(game__in=batch).order_by("game", "seat_number").select_related("game")
    done = list[RatingChange]()
    for _game, found in groupby(rows, key=lambda row: row.game_id):
        changes = list(found)
        players = [
            ratings.setdefault((row.user_id, row.title), Rating(user_id=row.user_id, title=row.title))
            for row in changes
        ]
        if (annulled := changes[0].game.annuls_id) is None:
            _apply(players, changes)
        else:
            RatingChange.objects.bulk_update(done, _COMPUTED)  # the annulled game may be among them
            done.clear()
            former = RatingChange.objects.filter(game=annulled).order_by("seat_number")
            _take_back(players, changes, list(former))
        done += changes
    RatingChange.objects.bulk_update(done, _COMPUTED)


_COMPUTED = ["mu", "sigma", "mu_change", "sigma_change"]
