"""The views of the minimal site: a plain text, a page, and the rows of a move through the ORM with either."""

from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.models import MoveRecord, Notice, Table


def text(request: HttpRequest) -> HttpResponse:
    """Nothing but an answer."""
    return HttpResponse("ok\n", content_type="text/plain")


def greeting(request: HttpRequest) -> HttpResponse:
    """A plain text for a reader who is logged in."""
    return HttpResponse(f"ok {request.user.pk}\n", content_type="text/plain")


@require_POST
@transaction.atomic
def move(request: HttpRequest, table_id: int) -> HttpResponse:
    """Read and write the rows of a move, without rules, checks, board or nudge."""
    table = Table.objects.select_for_update().get(pk=table_id)
    seats = list(table.seats.select_related("user").order_by("number"))
    mine = next(seat for seat in seats if seat.user_id == request.user.pk)
    now = timezone.now()
    MoveRecord(
        table=table, ply=table.ply, kind="move", seat=mine.number, move=request.POST["move"], events=EVENTS,
        previous=table.head, expected=table.ply, undoable=True, by=request.user, rules_version=1,
    ).save(force_insert=True)  # fmt: skip
    changed = seats if request.POST["passes"] else [mine]
    for seat in changed:
        seat.acted_ply = seat.asked_ply = table.ply
        seat.is_awaited, seat.awaited_since, seat.clock_since = True, now, now
        seat.deadline, seat.allowance = now + timedelta(days=3), 259_200
        seat.save(update_fields=_CHANGED)
    if request.POST["passes"]:
        other = next(seat for seat in seats if seat is not mine)
        Notice(user_id=other.user_id, table=table, kind="turn", ply=table.ply, due_at=now).save(
            force_insert=True
        )
    table.head, table.ply = table.ply, table.ply + 1
    table.save(update_fields=["state", "ply", "head", "status", "reason"])
    return HttpResponse(f"ply {table.ply}\n", content_type="text/plain")


def move_to_board(request: HttpRequest, table_id: int) -> HttpResponse:
    """The same move, answered with a page."""
    move(request, table_id)
    return board(request, table_id)


def board(request: HttpRequest, table_id: int) -> HttpResponse:
    """A page of 11 KB by a template of Django, without rules, for a reader who is logged in."""
    table = Table.objects.get(pk=table_id)
    return HttpResponse(_PAGE.render(Context({"table": table, "reader": request.user, "cells": range(172)})))


_PAGE = Engine().from_string(
    '<p data-ply="{{ table.ply }}">{{ reader.username }}</p><ul>{% for cell in cells %}'
    '<li id="cell-{{ cell }}"><a href="/tables/{{ table.pk }}/?cell={{ cell }}">Cell {{ cell }}'
    "{% if cell == 7 %}, <b>last</b>{% endif %}</a></li>{% endfor %}</ul>"
)
_CHANGED = ["acted_ply", "asked_ply", "is_awaited", "awaited_since", "clock_since", "deadline", "allowance"]
EVENTS = '[{"type":"laid","public":{"seat":0,"card":"earth-4","cell":[0,1],"flips":[[0,0]]},"private":{}}]'

urlpatterns = [
    path("healthz", text),
    path("text/", text),
    path("greeting/", greeting),
    path("tables/<int:table_id>/", board),
    path("tables/<int:table_id>/move/", move),
    path("tables/<int:table_id>/move-to-board/", move_to_board),
]
