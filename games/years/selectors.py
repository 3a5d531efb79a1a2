"""A person's year: games and wins by title, and how ratings changed. All from stored figures."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.presenter import Text
from games.models import YearCount
from games.pictures.previews import figures_preview
from games.presenters import PRESENTERS
from games.ratings.selectors import change_between


@dataclass(frozen=True)
class TitleYear:
    """One title in a person's year."""

    name: Text
    slug: str
    games: int
    wins: int
    with_bots: int
    rating: tuple[int, int] | None  # the change of the rating, and the rating at the end; None without one


@dataclass(frozen=True)
class Year:
    """A person's year."""

    year: int
    titles: tuple[TitleYear, ...]  # the most played first
    years: tuple[int, ...]  # all years with games, newest first

    @property
    def games(self) -> int:
        """Games between people."""
        return sum(title.games for title in self.titles)

    @property
    def wins(self) -> int:
        """Games won, alone or tied."""
        return sum(title.wins for title in self.titles)

    @property
    def with_bots(self) -> int:
        """Games that included bots."""
        return sum(title.with_bots for title in self.titles)

    @property
    def told(self) -> str:
        """The year in a few words: "12 games, 5 wins"."""
        games = ngettext("%(num)s game", "%(num)s games", self.games) % {"num": self.games}
        wins = ngettext("%(num)s win", "%(num)s wins", self.wins) % {"num": self.wins}
        return _("%(games)s, %(wins)s") % {"games": games, "wins": wins}


def year_of(person: User, year: int) -> Year | None:
    """The person's year; None without a finished game. Two queries, and two more for each title."""
    rows = [row for row in YearCount.objects.filter(user=person, year=year) if row.title in PRESENTERS]
    rows = [row for row in rows if row.games > 0 or row.with_bots > 0]
    if not rows:
        return None
    years = YearCount.objects.filter(user=person).values_list("year", flat=True).distinct().order_by("-year")
    span = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    rows.sort(key=lambda row: (-row.games, -row.with_bots, row.title))
    titles = (
        TitleYear(
            PRESENTERS[row.title].name, row.title, row.games, row.wins, row.with_bots,
            change_between(person, row.title, *span),
        )
        for row in rows
    )  # fmt: skip
    return Year(year, tuple(titles), tuple(years))


def year_picture(person: User, year: Year) -> bytes:
    """The year as PNG, to share: the name and counts of games, nobody else."""
    heading = _("%(name)s: %(year)s") % {"name": person.display_name, "year": year.year}
    figures = [(str(title.name), title.games) for title in year.titles if title.games]
    return figures_preview(year.titles[0].slug, heading, figures, year.told, str(get_language()))
