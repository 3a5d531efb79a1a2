"""All URLs of the site that can be filled in for a table and its reader."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.urls import URLResolver, get_resolver

from accounts.links import unsubscribe_token
from accounts.models import User
from games.models import Decision, Preferences, Table, TalkLine

LINKS = 40  # links from a page to other views of its table that are followed, at most

_LINK = re.compile(r'(?:href|hx-get)="(/tables/\d+/[^"#]*\?[^"#]*|\?[^"#]+)')
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_ADMIN = re.compile(r"admin/(\w+)/(\w+)/")
_NAMED_GROUP = re.compile(r"\(\?P(<\w+>)(?:[^()]|\([^()]*\))*\)")
_OF_TABLES = re.compile(r"^$|table|^lobby/|^next/|feed_token|^notifications/log/|^play/|^join/")
_OUT = "accounts/logout/"  # would end the reader's session


def routes(patterns: Iterable[Any] | None = None, prefix: str = "") -> Iterator[str]:
    """Yield all routes of the site, as written in the URL configuration."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        elif route != _OUT:
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
    return found, unfilled


def _values(table: Table, reader: User | None) -> dict[str, Any]:
    values: dict[str, Any] = {"table_id": table.pk, "title": table.title, "seat": 0}
    values["token"] = table.token
    values |= {"act": "hold", "app_label": "games"}
    if line := TalkLine.objects.filter(table=table).first():
        values["line_id"] = line.pk
    if decision := Decision.objects.filter(person=reader).first():
        values["decision_id"] = decision.pk
    if reader is not None:
        values["feed_token"] = Preferences.objects.get(user=reader).feed_token
        values["stop"] = unsubscribe_token(reader.pk)
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
    """Fill the route. The token of an unsubscribe link differs from the table's token."""
    mine = {**values, "token": values.get("stop", "nobody")} if route.startswith("mail/stop/") else values
    return "/" + _PARAMETER.sub(lambda name: str(mine[name[1]]), route)


def links_in(address: str, page: str) -> list[str]:
    """Links from a table's page to its other views: choices on the board, older pages of the log."""
    links = (link.replace("&amp;", "&") for link in _LINK.findall(page))
    whole = [address.partition("?")[0] + link if link.startswith("?") else link for link in links]
    return list(dict.fromkeys(whole))[:LINKS]
