"""Operations on players, searches for players, ratings and statistics."""

from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.api.access import ApiRequest
from games.api.routing import ACCOUNT, Operations
from games.api.shapes import people as shapes
from games.api.shapes.base import Done
from games.api.showing import player_of, row_shape
from games.ledger.blocks import person_block, person_unblock
from games.pages.rate_limit import check_rate_limit
from games.players import finding, services
from games.players.selectors import TitleRecord, player_for, player_view
from games.presenters import PRESENTERS
from games.ratings.selectors import TitleRating, ratings_of
from games.statistics.selectors import statistics_of
from games.tables.lists import followed_by
from games.talk.selectors import blocks_of

operations = Operations("Players")


@operations.read("/players/{str:username}", shapes.PlayerPage)
def player_show(request: ApiRequest, username: str) -> shapes.PlayerPage:
    """A player's page, with the parts that you may see."""
    person = player_for(username)
    if person.is_bot or person.erased_at is not None or person.merged_into_id is not None:
        return shapes.PlayerPage(
            player=player_of(person), is_you=False, is_followed=False, is_blocked=False, since=None, decisions="",
            record=[], together=[], games=[], ratings=[],
        )  # fmt: skip
    view = player_view(request.user, person)
    is_told = "about" in view.shown
    return shapes.PlayerPage(
        player=player_of(person), is_you=view.is_me, is_followed=view.is_followed, is_blocked=view.is_blocked,
        since=view.since if is_told else None, decisions=view.decisions, record=list(map(_record, view.record)),
        together=list(map(_record, view.together)), games=list(map(row_shape, view.games)),
        ratings=list(map(_rating, view.ratings)),
    )  # fmt: skip


def _record(row: TitleRecord) -> shapes.RecordShape:
    return shapes.RecordShape(title_name=str(row.title), games=row.games, wins=row.wins)


def _rating(rating: TitleRating) -> shapes.RatingShape:
    number = rating.number
    points = [
        shapes.RatingPoint(
            at=each.when, table=each.table, rank=each.rank, change=each.change, value=each.value
        )
        for each in rating.points
    ]
    return shapes.RatingShape(
        title=rating.title, value=number.value, uncertainty=number.uncertainty, games=number.games,
        is_provisional=number.is_provisional, points=points,
    )  # fmt: skip


@operations.read("/players/{str:username}/ratings", shapes.RatingList)
def ratings_show(request: ApiRequest, username: str) -> shapes.RatingList:
    """A player's ratings that you may see, with their latest changes."""
    return shapes.RatingList(ratings=list(map(_rating, ratings_of(player_for(username), request.user))))


@operations.read("/following", shapes.PlayerList)
def following(request: ApiRequest) -> shapes.PlayerList:
    """The players whom you follow. They don't learn of it."""
    return shapes.PlayerList(players=list(map(player_of, followed_by(request.user))))


@operations.write("PUT /following/{str:username}", Done, ACCOUNT)
def player_follow(request: ApiRequest, username: str) -> Done:
    """Follow a player: you see their open tables first in the lobby."""
    check_rate_limit(request.user, "move")
    services.person_follow(request.user, player_for(username))
    return Done()


@operations.write("DELETE /following/{str:username}", Done, ACCOUNT)
def player_unfollow(request: ApiRequest, username: str) -> Done:
    """Stop following a player."""
    check_rate_limit(request.user, "move")
    services.person_unfollow(request.user, player_for(username))
    return Done()


@operations.read("/blocks", shapes.PlayerList, ACCOUNT)
def blocks(request: ApiRequest) -> shapes.PlayerList:
    """The players whom you have blocked. They don't learn of it."""
    return shapes.PlayerList(players=[player_of(block.person) for block in blocks_of(request.user)])


@operations.write("PUT /blocks/{str:username}", Done, ACCOUNT)
def player_block(request: ApiRequest, username: str) -> Done:
    """Block a player."""
    check_rate_limit(request.user, "move")
    person_block(request.user, _person(username))
    return Done()


@operations.write("DELETE /blocks/{str:username}", Done, ACCOUNT)
def player_unblock(request: ApiRequest, username: str) -> Done:
    """End a block."""
    check_rate_limit(request.user, "move")
    block = blocks_of(request.user).filter(person__username=username).first()
    if block is not None:
        person_unblock(request.user, block.pk)
    return Done()


def _person(username: str) -> User:
    person = player_for(username)
    if person.is_bot:
        raise Http404(_("There is no such player."))
    return person


@operations.read("/searches", shapes.SearchList)
def searches(request: ApiRequest) -> shapes.SearchList:
    """Your searches for people to play with."""
    return _searches(request.user)


def _searches(user: User, table: int | None = None) -> shapes.SearchList:
    return shapes.SearchList(
        searches=[
            shapes.SearchShape(
                id=each.pk, title=each.title, seats=each.seats, pace=each.pace, is_rated=each.is_rated,
                made_at=each.made_at,
            )
            for each in finding.searches_of(user)
        ],
        table=table,
    )  # fmt: skip


@operations.write("POST /searches", shapes.SearchList)
def search_make(request: ApiRequest, given: shapes.SearchGiven) -> shapes.SearchList:
    """Search for people to play with. The site seats you as soon as enough people search for the same."""
    check_rate_limit(request.user, "open")
    table = finding.search_make(request.user, **given.model_dump())
    return _searches(request.user, table.pk if table else None)


@operations.write("DELETE /searches/{int:search_id}", shapes.SearchList)
def search_stop(request: ApiRequest, search_id: int) -> shapes.SearchList:
    """End one of your searches."""
    finding.search_stop(request.user, min(search_id, 2**62))
    return _searches(request.user)


@operations.read("/titles/{slug:title}/statistics", shapes.StatisticsShape)
def statistics_show(request: ApiRequest, title: str) -> shapes.StatisticsShape:
    """Statistics of a game."""
    if title not in PRESENTERS:
        raise Http404(_("There is no such game."))
    found = statistics_of(title)
    return shapes.StatisticsShape(
        games=found.games, with_bots=found.with_bots, days=found.days, plies=found.plies,
        plots=[
            shapes.PlotShape(
                name=plot.name, heading=str(plot.heading), told=str(plot.told),
                bars=[shapes.BarShape(label=bar.label, value=bar.value, of=bar.of) for bar in plot.bars],
            )
            for plot in found.plots
        ],
    )  # fmt: skip
