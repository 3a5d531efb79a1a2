"""All URLs of the site that can be filled in for a table and its reader."""

import re
import time
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.urls import URLResolver, get_resolver

from accounts.links import unsubscribe_token
from accounts.models import User
from games.models import Decision, Preferences, Seat, Table, TalkLine
from games.notices.turn_links import turn_token

AGO = 60  # minutes of events that a program asks for
LINKS = 40  # links from a page to other views of its table that are followed, at most

_LINK = re.compile(r'(?:href|hx-get)="(/tables/\d+/[^"#]*\?[^"#]*|\?[^"#]+)')
_VIEWS = re.compile(r'<select name="view_as".*?</select>', re.DOTALL)
_OPTION = re.compile(r'<option value="(\w+)"')
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_ADMIN = re.compile(r"admin/(\w+)/(\w+)/")
_NAMED_GROUP = re.compile(r"\(\?P(<\w+>)(?:[^()]|\([^()]*\))*\)")
_OF_TABLES = re.compile(
    r"^$|table|^lobby/|^next/|feed_token|^notifications/log/|^play/|^join/|^turn/|^api/v1/|^circles/"
)
_NOT = ("accounts/logout/", "api/v1/events")  # would end the reader's session, or never end


def routes(patterns: Iterable[Any] | None = None, prefix: str = "") -> Iterator[str]:
    """Yield all routes of the site, as written in the URL configuration."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        elif route not in _NOT:
            yield route


def addresses_of(table: Table, reader: User | None, *, whole: bool) -> tuple[list[str], list[str]]:
    """The URLs, filled in for the table and the reader, and the routes for which we have no values.

    Without `whole`, only the URLs of tables, and of pages that list a reader's tables.
    """
    values = _values(table, reader)
    found, unfilled = [], []
    for route in routes():
        if not whole and not _OF_TABLES.search(route):
            continue
        plain = _NAMED_GROUP.sub(r"\1", route).replace("^", "").replace("$", "")
        names = _PARAMETER.findall(plain)
        mine = values | _row(route, table) if {"object_id", "deck_id"} & set(names) else values
        if set(names) <= set(mine):
            found.append(_fill_route(mine, plain))
        else:
            unfilled.append(route)
    return [*found, f"/api/v1/events/poll?after={_minute_ago(AGO)}"], unfilled


def _minute_ago(minutes: int) -> int:
    """The place in the stream of events some minutes ago."""
    return int(time.time()) // 60 - minutes


def _values(table: Table, reader: User | None) -> dict[str, Any]:
    values: dict[str, Any] = {"table_id": table.pk, "title": table.title, "seat": 0}
    values["token"] = table.token
    values |= {"username": table.creator.username, "circle_id": Table.objects.get(pk=table.pk).circle_id or 0}
    values |= {"act": "hold", "app_label": "games"}
    if line := TalkLine.objects.filter(table=table).first():
        values["line_id"] = line.pk
    if decision := Decision.objects.filter(person=reader).first():
        values["decision_id"] = decision.pk
    if reader is not None:
        values["feed_token"] = Preferences.objects.get(user=reader).feed_token
        values["mail/stop/"] = unsubscribe_token(reader.pk)
        if seat := Seat.objects.filter(table=table, user=reader).first():
            values["turn/"] = turn_token(reader, seat, table.ply)
    return values


def _row(route: str, table: Table) -> dict[str, Any]:
    """The object ids for an admin page: the model's latest row, of this table if possible."""
    found = _ADMIN.match(route)
    if found is None:
        return {}
    model = apps.get_model(found[1], found[2])
    fields = {field.name for field in model._meta.get_fields()}
    own: dict[str, Any] = {"table": table} if "table" in fields else {}
    if found[2] in ("table", "user"):
        own = {"pk": table.pk} if found[2] == "table" else {"seats__table": table}
    row = model._default_manager.filter(**own).order_by("-pk").first()
    return {} if row is None else {"object_id": row.pk, "deck_id": row.pk}


def _fill_route(values: dict[str, Any], route: str) -> str:
    """Fill the route. The tokens of links in emails differ from the table's token."""
    start = next((start for start in ("mail/stop/", "turn/") if route.startswith(start)), "")
    mine = {**values, "token": values.get(start, "nobody")} if start else values
    return "/" + _PARAMETER.sub(lambda name: str(mine[name[1]]), route)


def links_in(address: str, page: str) -> list[str]:
    """Links from a table's page to its other views: choices on the board, older pages of the log, a replay's seats."""
    links = [link.replace("&amp;", "&") for link in _LINK.findall(page)]
    views = "".join(_VIEWS.findall(page))
    links += [f"?view_as={view}" for view in _OPTION.findall(views)]
    whole = [address.partition("?")[0] + link if link.startswith("?") else link for link in links]
    return list(dict.fromkeys(whole))[:LINKS]
