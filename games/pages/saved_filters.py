"""Saved filters: links to admin lists with search, filters and order, saved by a moderator under a name."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotPossible
from games.models import SavedFilter
from games.models.lookups import FILTER_LENGTH, FILTER_NAME_LENGTH

MOST = 20  # per person and list
_PASSING = ("p", "e", "all", "_facets")  # query parameters of a list that are not part of a filter


@dataclass(frozen=True)
class KeptLink:
    """A saved filter as a link."""

    pk: int
    name: str
    address: str
    is_here: bool  # the current page is the filter's target


def query_tidy(query: str) -> str:
    """The query of a list without page numbers and the like."""
    data = QueryDict(query, mutable=True)
    for name in _PASSING:
        data.pop(name, None)
    return data.urlencode()


@transaction.atomic
def filter_keep(by: User, page: str, *, name: str, query: str) -> SavedFilter:
    """Save a list's filter, replacing one of the same name. Raises MalformedInput or NotPossible."""
    name, query = name.strip(), query_tidy(query)
    if not name or len(name) > FILTER_NAME_LENGTH or "\0" in name:
        raise MalformedInput(_("Enter a name of at most 40 characters for the filter."))
    if not query or len(query) > FILTER_LENGTH:
        raise MalformedInput(_("Choose a filter or search first, then save it."))
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # so that requests count one after another
    others = SavedFilter.objects.filter(by=by, page=page).exclude(name=name)
    if others.count() >= MOST:
        raise NotPossible(_("You have 20 saved filters for this list. Delete one first."))
    return SavedFilter.objects.update_or_create(by=by, page=page, name=name, defaults={"query": query})[0]


def filter_forget(by: User, filter_id: int) -> bool:
    """Delete a filter; returns whether the person had it."""
    return bool(SavedFilter.objects.filter(by=by, pk=filter_id).delete()[0])


def filters_of(by: User, pages: Iterable[str], here: str = "") -> list[KeptLink]:
    """The person's saved filters of these lists by name; `here` is the query of the current page."""
    rows = SavedFilter.objects.filter(by=by, page__in=list(pages)).order_by("page", "name")
    return [
        KeptLink(
            each.pk, each.name, f"{reverse(f'admin:{each.page}_changelist')}?{each.query}", each.query == here
        )
        for each in rows
    ]
