"""What people do on a player's page: follow, and invite to a new table."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotPossible
from games.models import Follow, Table
from games.tables.lobby import Pace, seat_invite, table_create
from games.titles import TITLES

FOLLOWS = 200  # by one person, at most


@transaction.atomic
def person_follow(user: User, person: User) -> None:
    """Follow a person, unless already followed. Raises NotPossible for oneself, bots, and above the limit."""
    if person.pk == user.pk or person.kind != User.Kind.PERSON:
        raise NotPossible(_("You can only follow other people."))
    if Follow.objects.filter(by=user).count() >= FOLLOWS:
        raise NotPossible(_("You've reached the limit of players to follow. Unfollow somebody first."))
    Follow.objects.get_or_create(by=user, person=person)


def person_unfollow(user: User, person: User) -> None:
    """Stop following a person; do nothing if the user doesn't."""
    Follow.objects.filter(by=user, person=person).delete()


@transaction.atomic
def person_invite(user: User, person: User, *, title: str, pace: Pace) -> Table:
    """Open a table for two, or for the fewest players of the title, and invite the person. Raises a TableError."""
    if title not in TITLES:
        raise MalformedInput
    seats = TITLES[title].seats
    table = table_create(
        user, title=title, options={}, seats=2 if 2 in seats else seats[0],
        admission=Table.Admission.INVITED, pace=pace,
    )  # fmt: skip
    seat_invite(user, table.pk, name=person.username)
    return table
