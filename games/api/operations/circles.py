"""Operations on circles."""

from collections.abc import Callable
from typing import Annotated

from django.http import Http404
from django.utils.translation import gettext as _
from ninja.params.functions import Query

from accounts.links import absolute
from accounts.models import User
from games.api.access import ApiRequest
from games.api.routing import CHAT, Operations
from games.api.shapes import circles as shapes
from games.api.shapes.base import Done
from games.api.shapes.log import ChatShape, MessageGiven
from games.api.shapes.queries import BeforeQuery, ChatQuery, SeasonQuery
from games.api.showing import player_of, row_shape
from games.api.telling import circle_chat_shape
from games.circles import services
from games.circles.selectors import (
    Season,
    circle_by_link,
    circle_for,
    circle_of_member,
    circle_view,
    own_circles,
    public_circles,
    season_in,
)
from games.models import Circle
from games.pages.paging import slice_of
from games.pages.rate_limit import check_rate_limit
from games.players.selectors import player_for
from games.talk.services import circle_line_say, circle_read

operations = Operations("Circles")
_LINES = 50


@operations.read("/circles", shapes.CircleList)
def circles(request: ApiRequest, asked: Annotated[BeforeQuery, Query()]) -> shapes.CircleList:
    """Your circles, and all public ones, newest first."""
    own, slice_ = own_circles(request.user), slice_of(public_circles(), asked.before)
    mine = {each.circle_id for each in own}
    return shapes.CircleList(
        own=[_row(each.circle, is_member=True, is_news=getattr(each, "is_news", False)) for each in own],
        public=[_row(each, is_member=each.pk in mine) for each in slice_], before=slice_.before,
    )  # fmt: skip


def _row(circle: Circle, *, is_member: bool, is_news: bool = False) -> shapes.CircleRowShape:
    return shapes.CircleRowShape(
        id=circle.pk, name=circle.name, is_public=circle.is_public, is_member=is_member, is_news=is_news
    )


@operations.read("/circles/{int:circle_id}", shapes.CircleShape)
def circle_show(
    request: ApiRequest, circle_id: int, asked: Annotated[SeasonQuery, Query()]
) -> shapes.CircleShape:  # fmt: skip
    """A circle: its members, tables, and the standings of a season."""
    return _shape(request.user, circle_for(request.user, _number(circle_id)), season_in(asked.season))


def _number(circle_id: int) -> int:
    return min(circle_id, 2**62)


def _shape(user: User, circle: Circle, season: Season | None = None) -> shapes.CircleShape:
    view = circle_view(user, circle, season)
    return shapes.CircleShape(
        id=circle.pk, name=circle.name, about=circle.about, is_public=circle.is_public, is_member=view.own is not None,
        is_quiet=view.own is not None and view.own.is_quiet, owner=player_of(circle.owner),
        members=list(map(player_of, view.members)), open=list(map(row_shape, view.open)),
        others=list(map(row_shape, view.others)), season=str(view.season),
        join_url=absolute("circle_link", circle.link) if view.is_owner else None,
        standings=[
            shapes.StandingShape(
                rank=each.rank, player=player_of(each.user), games=each.games, wins=each.wins, points=each.points
            )
            for each in view.standings
        ],
    )  # fmt: skip


@operations.write("POST /circles", shapes.CircleShape, status=201)
def circle_open(request: ApiRequest, given: shapes.CircleGiven) -> shapes.CircleShape:
    """Open a circle. You own it."""
    return _shape(request.user, services.circle_open(request.user, **given.model_dump()))


@operations.write("POST /circles/join", shapes.CircleShape)
def circle_join(request: ApiRequest, given: shapes.LinkGiven) -> shapes.CircleShape:
    """Join a circle by its link."""
    circle_by_link(given.link)
    check_rate_limit(request.user, "invite")
    return _shape(request.user, services.circle_join(request.user, given.link))


@operations.write("PATCH /circles/{int:circle_id}", shapes.CircleShape)
def circle_change(
    request: ApiRequest, circle_id: int, given: shapes.CircleChangeGiven
) -> shapes.CircleShape:  # fmt: skip
    """Change the name or description of your circle, or make it private."""
    circle, _own = circle_of_member(request.user, _number(circle_id))
    name, about = given.name or circle.name, circle.about if given.about is None else given.about
    services.circle_change(request.user, circle.pk, name=name, about=about, is_private=given.is_private)
    return _shape(request.user, circle_for(request.user, circle.pk))


@operations.write("DELETE /circles/{int:circle_id}", Done)
def circle_close(request: ApiRequest, circle_id: int) -> Done:
    """Close your circle for good."""
    return _act(request, circle_id, services.circle_close)


@operations.write("DELETE /circles/{int:circle_id}/membership", Done)
def circle_leave(request: ApiRequest, circle_id: int) -> Done:
    """Leave a circle."""
    return _act(request, circle_id, services.member_leave)


@operations.write("PUT /circles/{int:circle_id}/quiet", Done)
def circle_quiet(request: ApiRequest, circle_id: int, given: shapes.QuietGiven) -> Done:
    """Choose whether you get notices of the circle's tables."""
    return _act(
        request, circle_id, lambda by, circle: services.quiet_set(by, circle, is_quiet=given.is_quiet)
    )


@operations.write("POST /circles/{int:circle_id}/link", Done)
def circle_link_renew(request: ApiRequest, circle_id: int) -> Done:
    """Replace the link of your circle. The old one doesn't work anymore."""
    return _act(request, circle_id, services.link_renew)


@operations.write("DELETE /circles/{int:circle_id}/members/{str:username}", Done)
def circle_member_remove(request: ApiRequest, circle_id: int, username: str) -> Done:
    """Remove a member from your circle, which gets a new link."""
    person = _member(request, circle_id, username)
    return _act(request, circle_id, lambda by, circle: services.member_remove(by, circle, person=person))


@operations.write("PUT /circles/{int:circle_id}/owner/{str:username}", Done)
def circle_owner_set(request: ApiRequest, circle_id: int, username: str) -> Done:
    """Hand your circle over to another member."""
    person = _member(request, circle_id, username)
    return _act(request, circle_id, lambda by, circle: services.owner_set(by, circle, person=person))


def _member(request: ApiRequest, circle_id: int, username: str) -> int:
    circle, _own = circle_of_member(request.user, _number(circle_id))
    person = player_for(username)
    if not circle.members.filter(user=person).exists():
        raise Http404(_("There is no such member."))
    return person.pk


def _act(request: ApiRequest, circle_id: int, service: Callable[[User, int], object]) -> Done:
    """Do something in a circle of the user's. Raises Http404 or a TableError."""
    circle, _own = circle_of_member(request.user, _number(circle_id))
    check_rate_limit(request.user, "move")
    service(request.user, circle.pk)
    return Done()


@operations.read("/circles/{int:circle_id}/chat", ChatShape)
def circle_chat_show(request: ApiRequest, circle_id: int, asked: Annotated[ChatQuery, Query()]) -> ChatShape:
    """The latest messages of a circle's chat, for its members. Reading doesn't mark them as read."""
    _circle, own = circle_of_member(request.user, _number(circle_id))
    return circle_chat_shape(own, asked.before, asked.limit)


@operations.write("POST /circles/{int:circle_id}/chat", ChatShape, CHAT)
def circle_say(request: ApiRequest, circle_id: int, given: MessageGiven) -> ChatShape:
    """Send a message to a circle's chat."""
    circle, own = circle_of_member(request.user, _number(circle_id))
    for action in ("talk", "talk-long"):
        check_rate_limit(request.user, action)
    circle_line_say(request.user, circle.pk, text=given.text)
    return circle_chat_shape(own, None, _LINES)


@operations.write("PUT /circles/{int:circle_id}/chat/read", Done, CHAT)
def circle_chat_read(request: ApiRequest, circle_id: int) -> Done:
    """Mark a circle's chat as read."""
    circle_read(circle_of_member(request.user, _number(circle_id))[1])
    return Done()
