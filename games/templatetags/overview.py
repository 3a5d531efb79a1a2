"""The overview on the admin's front page, in words and plots. It shows what the reader's role may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _

from games.pages.admin import filters_of
from games.upkeep.services import watched_now
from games.web import overview as read

register = template.Library()

WIDTH, HEIGHT = 480, 80  # units of a plot


@dataclass(frozen=True)
class Plot:
    """A bar plot with its heading and totals."""

    name: str
    heading: str
    bars: tuple[dict[str, Any], ...]  # for each bar: x, y, width, height, when and value
    most: int
    total: int
    is_daily: bool

    @property
    def view_box(self) -> str:
        """The `viewBox` of the drawing."""
        return f"0 0 {WIDTH} {HEIGHT}"


@register.inclusion_tag("admin/overview.html", takes_context=True)
def overview(context: Any) -> dict[str, Any]:
    """All parts of the overview that the reader has permission to see."""
    user = context["request"].user
    found: dict[str, Any] = {"user": user, "kept": filters_of(user, _pages(context))}
    for name, permission, select in _LISTS:
        if user.has_perm(permission):
            found[name] = select()
    if user.has_perm("games.view_report"):
        found["reports"] = read.open_reports(user)
    if user.has_perm("games.view_table"):
        found["load"], found["plots"], found["watched"] = (
            read.load_now(),
            _plots(),
            watched_now(timezone.now()),
        )
        found["late"] = [each for each in found["watched"] if each.is_late]
    return found


def _pages(context: Any) -> list[str]:
    """The admin lists that the reader may open, named as in saved filters."""
    apps = context.get("app_list", [])
    return [f"{app['app_label']}_{each['object_name'].lower()}" for app in apps for each in app["models"]]


_LISTS = (
    ("waiting", "games.view_table", read.longest_waiting),
    ("notices", "games.view_notice", read.failed_notices),
    ("failures", "games.view_taskfailure", read.failed_tasks),
    ("differences", "games.view_replaydifference", read.replay_differences),
)


def _plots() -> list[Plot]:
    return [
        _plot("plies", _("Moves per hour"), read.plies_by_hour()),
        _plot("running", _("Active tables"), read.running_by_hour()),
        _plot("people", _("Sign-ups per day"), read.sign_ups_by_day(), is_daily=True),
    ]


def _plot(name: str, heading: str, values: Sequence[read.Bar], *, is_daily: bool = False) -> Plot:
    known = [bar.value for bar in values if bar.value is not None]
    most = max(known, default=0)
    step = WIDTH / max(1, len(values))
    bars = tuple(_bar(bar, index * step, step, most) for index, bar in enumerate(values))
    return Plot(name, heading, bars, most, sum(known), is_daily)


def _bar(bar: read.Bar, x: float, step: float, most: int) -> dict[str, Any]:
    """A value as a bar, or a gap if it was not measured."""
    height = 0.0 if not bar.value else max(2.0, HEIGHT * bar.value / most)
    return {
        "x": f"{x:.1f}", "y": f"{HEIGHT - height:.1f}", "width": f"{step * 0.8:.1f}", "height": f"{height:.1f}",
        "when": bar.when, "value": bar.value,
    }  # fmt: skip
