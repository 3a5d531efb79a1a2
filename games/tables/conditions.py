"""Whom a table is for: what its creator asks of the players who join without an invitation."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Reader, User, reliability
from games.errors import NotAllowed
from games.ledger.circles import is_member
from games.ledger.ratings import rating_of
from games.models import Invitation, Table
from games.tables.company import have_played


@dataclass(frozen=True)
class Conditions:
    """What a table asks of its players; zeros and False ask for nothing."""

    reliability: int = 0  # percent of decisions in time, at least
    rating: int = 0  # at the table's title, at least and at most, as pages show it
    rating_to: int = 0
    met: bool = False  # only people who have finished a game with the creator
    members: bool = False  # only members of the table's circle


FOR_ALL = Conditions()


def conditions_of(table: Table) -> Conditions:
    """What the table asks of its players."""
    return Conditions(**table.conditions)


def dump_conditions(conditions: Conditions) -> dict[str, Any]:
    """The conditions as stored with a table: only those that ask for something."""
    return {name: value for name, value in asdict(conditions).items() if value}


def condition_words(table: Table) -> list[str]:
    """What the table asks of its players, in sentences; empty if everybody may join."""
    asked, words = conditions_of(table), list[str]()
    if asked.reliability:
        words.append(
            _("Only players who decide in time at least %(num)d%% of the time.") % {"num": asked.reliability}
        )
    if asked.rating and asked.rating_to:
        words.append(_("Only ratings from %(a)d to %(b)d.") % {"a": asked.rating, "b": asked.rating_to})
    elif asked.rating:
        words.append(_("Only ratings of at least %(num)d.") % {"num": asked.rating})
    elif asked.rating_to:
        words.append(_("Only ratings of at most %(num)d.") % {"num": asked.rating_to})
    if asked.met:
        words.append(_("Only players who have finished a game with %(name)s.") % {"name": table.creator})
    if asked.members:
        words.append(
            _in_circle(table, _("Only members of the circle %(name)s."), _("Only members of a circle."))
        )
    return words


def why_not(user: Reader, table: Table) -> str:
    """Why the user doesn't fit the table's conditions; empty for players who fit or are invited."""
    if not table.conditions or not user.is_authenticated or user.pk == table.creator_id:
        return ""
    if Invitation.objects.filter(table=table, user=user).exists():
        return ""
    asked = conditions_of(table)
    if asked.members and not is_member(user, table.circle_id):
        named = _("This table is for members of the circle %(name)s.")
        return _in_circle(table, named, _("This table is for members of a circle."))
    return _why_unreliable(user, asked) or _why_rating(user, table, asked) or _why_unmet(user, table, asked)


def _in_circle(table: Table, named: str, unnamed: str) -> str:
    """The first sentence with the name of the table's circle; the second if its name isn't public (anymore)."""
    circle = table.circle
    is_named = circle is not None and circle.is_public and circle.closed_at is None
    return named % {"name": circle} if is_named else unnamed


def expect_fits(user: User, table: Table) -> None:
    """Raise NotAllowed with the reason if the user doesn't fit the table's conditions."""
    if reason := why_not(user, table):
        raise NotAllowed(reason)


def _why_unreliable(user: User, asked: Conditions) -> str:
    if not asked.reliability:
        return ""
    share = reliability(user.punctuality)
    if share is None:
        return _("This table is for players with known reliability. Finish a few more moves elsewhere first.")
    if share >= asked.reliability:
        return ""
    return _("This table asks for %(asked)d%% of decisions in time. You have %(share)d%%.") % {
        "asked": asked.reliability, "share": share,
    }  # fmt: skip


def _why_rating(user: User, table: Table, asked: Conditions) -> str:
    if not asked.rating and not asked.rating_to:
        return ""
    row = rating_of(user.pk, table.title)
    if row is None or not row.games:
        return _("This table is for rated players. You don't have a rating for this game yet.")
    if asked.rating <= row.value <= (asked.rating_to or row.value):
        return ""
    return _("Your rating isn't in the range that this table asks for.")


def _why_unmet(user: User, table: Table, asked: Conditions) -> str:
    if not asked.met or have_played(user, table.creator):
        return ""
    return _("This table is for players who have finished a game with %(name)s.") % {"name": table.creator}


def reliable_enough(user: User) -> Q:
    """The tables whose condition of reliability the user meets, for a list."""
    return Q(conditions__reliability__isnull=True) | Q(
        conditions__reliability__lte=reliability(user.punctuality) or -1
    )
