"""Operations on tournaments."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from django.http import Http404
from ninja.params.functions import Query

from accounts.models import User
from games.api.access import ApiRequest
from games.api.routing import Operations
from games.api.shapes import tournaments as shapes
from games.api.showing import clock_shape, player_of
from games.clock.clocks import load_clock
from games.ledger.circles import is_member
from games.models import Pairing, Tournament
from games.pages.paging import slice_of
from games.pages.rate_limit import check_rate_limit
from games.tournaments import services
from games.tournaments.page import players_and_games
from games.tournaments.standings import Standing, standings_of

operations = Operations("Tournaments")
_ROW = ("name", "title", "kind", "status", "least", "most", "starts_at")
_TERMS = ("options", "is_rated", "round", "rounds", "round_ends_at", "finished_at")


@operations.read("/tournaments", shapes.TournamentList)
def tournaments(
    request: ApiRequest, asked: Annotated[shapes.TournamentsQuery, Query()]
) -> shapes.TournamentList:
    """Tournaments that everybody may see, newest first."""
    found = slice_of(services.visible_tournaments().filter(status=asked.show), asked.before)
    rows = [shapes.TournamentRowShape(id=each.pk, **_columns(each, _ROW)) for each in found]
    return shapes.TournamentList(tournaments=rows, before=found.before)


def _columns(tournament: Tournament, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in names}


@operations.read("/tournaments/{int:tournament_id}", shapes.TournamentShape)
def tournament_show(request: ApiRequest, tournament_id: int) -> shapes.TournamentShape:
    """A tournament: its terms, standings and games."""
    return _shape(request.user, _tournament_for(request.user, tournament_id))


def _tournament_for(user: User, tournament_id: int) -> Tournament:
    try:
        return services.tournament_for(user, min(tournament_id, 2**62))
    except Tournament.DoesNotExist as error:
        raise Http404 from error


def _shape(user: User, found: Tournament) -> shapes.TournamentShape:
    entries, pairings = players_and_games(found)
    mine = next((each for each in entries if each.user_id == user.pk), None)
    is_open = found.status == Tournament.Status.OPEN and user.kind == User.Kind.PERSON
    return shapes.TournamentShape(
        id=found.pk, **_columns(found, (*_ROW, *_TERMS)), clock=clock_shape(load_clock(found.clock)),
        circle=found.circle_id, is_entered=mine is not None and mine.withdrawn_at is None,
        may_enter=is_open and (found.circle_id is None or is_member(user, found.circle_id)),
        standings=[_place(found, each) for each in standings_of(found, entries, pairings)],
        pairings=list(map(_pairing, pairings)),
    )  # fmt: skip


def _place(tournament: Tournament, standing: Standing) -> shapes.PlaceShape:
    entry, parts = standing.entry, 1 if tournament.kind == Tournament.Kind.KNOCKOUT else 2
    return shapes.PlaceShape(
        rank=standing.rank, player=player_of(entry.user), pool=entry.pool, points=standing.points / 2,
        tie_break=standing.tie_break / parts, has_withdrawn=entry.withdrawn_at is not None,
    )  # fmt: skip


def _pairing(pairing: Pairing) -> shapes.PairingShape:
    result: Any = str(pairing.result)
    return shapes.PairingShape(
        round=pairing.round, number=pairing.number, game=pairing.game, home=player_of(pairing.home.user),
        away=player_of(pairing.away.user) if pairing.away else None, table=pairing.table_id, result=result,
    )  # fmt: skip


@operations.write("POST /tournaments/{int:tournament_id}/entry", shapes.TournamentShape)
def tournament_enter(request: ApiRequest, tournament_id: int) -> shapes.TournamentShape:
    """Register for a tournament. Registering twice is no error."""
    return _act(request, tournament_id, services.entry_add)


@operations.write("DELETE /tournaments/{int:tournament_id}/entry", shapes.TournamentShape)
def tournament_leave(request: ApiRequest, tournament_id: int) -> shapes.TournamentShape:
    """Withdraw from a tournament. Games that have begun go on; you get no more."""
    return _act(request, tournament_id, services.entry_withdraw)


def _act(
    request: ApiRequest, tournament_id: int, service: Callable[[User, int], object]
) -> shapes.TournamentShape:
    """Call a service for a tournament that the user may see. Raises Http404 or a TableError."""
    found = _tournament_for(request.user, tournament_id)
    check_rate_limit(request.user, "move")
    service(request.user, found.pk)
    return _shape(request.user, _tournament_for(request.user, found.pk))
