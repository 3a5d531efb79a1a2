"""Template tags for the admin: labels for table cells, links in the header, the time zone."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from games.engine.kit import labelled

register = template.Library()

_LINKS = (
    ("games.view_report", "games_report", gettext_lazy("Reports")),
    ("games.view_table", "games_table", gettext_lazy("Tables")),
    ("accounts.view_user", "accounts_user", gettext_lazy("People")),
    ("games.view_talkline", "games_talkline", gettext_lazy("Chat")),
    ("games.view_circle", "games_circle", gettext_lazy("Circles")),
    ("games.view_decision", "games_decision", gettext_lazy("Decisions")),
    ("games.view_notice", "games_notice", gettext_lazy("Notifications")),
)


@register.simple_tag(takes_context=True)
def moderation_links(context: Any) -> list[tuple[str | Promise, str]]:
    """Names and URLs of the lists that moderators open most, as far as the reader's role permits."""
    may = context["request"].user.has_perm
    return [
        (name, reverse(f"admin:{page}_changelist")) for permission, page, name in _LINKS if may(permission)
    ]


@register.simple_tag
def chosen_filters(changes: Any) -> list[str]:
    """The active filters of a list in words: "status: running"."""
    return [
        labelled(spec.title, choice["display"])
        for spec in changes.filter_specs
        for number, choice in enumerate(spec.choices(changes))
        if number and choice["selected"]  # the first choice is "all"
    ]


@register.simple_tag
def zone_name() -> str:
    """The time zone of the times on the page."""
    return timezone.get_current_timezone_name().replace("_", " ")


@register.simple_tag
def labelled_row(cells: Iterable[str], headers: Iterable[Mapping[str, Any]]) -> SafeString:
    """The cells of a row, each with the label of its column, which phones show before the cell."""
    return mark_safe(  # noqa: S308 - Django made the cells, and the words are escaped
        "".join(_labelled(cell, header["text"]) for cell, header in zip(cells, headers, strict=True))
    )


def _labelled(cell: str, words: object) -> str:
    start = cell.index("<t") + len("<td")
    empty = " data-empty" if cell.endswith((">-</td>", "></td>", ">&nbsp;</td>")) else ""
    return f'{cell[:start]} data-label="{escape(capfirst(str(words)))}"{empty}{cell[start:]}'
