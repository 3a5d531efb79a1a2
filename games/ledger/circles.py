"""What other packages ask and write about circles: who is a member, notices of new tables, and closed accounts."""

from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.models import Reader, User
from games.ledger.notices import people_notify
from games.ledger.tournaments import circle_tournaments_cancel, entries_withdraw
from games.models import Block, Circle, Member, Notice, Preferences, Table
from games.models.circle import new_link


def is_member(user: Reader, circle_id: int | None) -> bool:
    """Whether the user is in the circle; False for None."""
    if circle_id is None or not user.is_authenticated:
        return False
    return Member.objects.filter(circle=circle_id, user=user).exists()


def circles_of(user: User) -> list[Circle]:
    """The user's circles, by name."""
    return list(Circle.objects.filter(members__user=user).order_by("name", "pk"))


def members_to_tell(circle_id: int | None, creator_id: int | None) -> list[int]:
    """The other members, except those who want no word of the circle or of its member `creator_id`."""
    rows = Member.objects.filter(circle=circle_id, is_quiet=False, user__is_active=True)
    rows = rows.exclude(user=creator_id).exclude(
        Exists(Block.objects.filter(by=OuterRef("user"), person=creator_id))
    )
    rows = rows.exclude(Exists(Block.objects.filter(by=creator_id, person=OuterRef("user"))))
    rows = rows.exclude(Exists(Preferences.objects.filter(user=OuterRef("user"), circles=False)))
    return list(rows.values_list("user", flat=True))


def circle_table_notify(table: Table) -> None:
    """Tell the members of a table's circle that it is open."""
    told = members_to_tell(table.circle_id, table.creator_id)
    people: dict[int | None, int] = dict.fromkeys(told, table.ply)
    people_notify(table, people, Notice.Kind.CIRCLE, timezone.now())


def member_out(circle: Circle, person: User) -> None:
    """Take a person out of a circle and its tournaments. The owner's place goes to the member of longest standing.

    Without other members, the circle closes. Lock the circle first.
    """
    Member.objects.filter(circle=circle, user=person).delete()
    entries_withdraw(person, circle)
    if circle.owner_id != person.pk or circle.closed_at is not None:
        return
    heir = circle.members.filter(user__is_active=True).order_by("pk").first()
    if heir is None:
        circle_end(circle)
    else:
        circle.owner_id, circle.link = heir.user_id, new_link()
        circle.save(update_fields=["owner", "link"])


def circle_end(circle: Circle) -> None:
    """Close a circle for good. Its games go on; its open tournaments are cancelled. Lock the circle first."""
    circle.closed_at = timezone.now()
    circle.save(update_fields=["closed_at"])
    Member.objects.filter(circle=circle).delete()
    circle_tournaments_cancel(circle)


def memberships_end(person: User) -> None:
    """Take a person whose account is closed out of all circles."""
    own = Circle.objects.select_for_update(no_key=True).filter(members__user=person).order_by("pk")
    for circle in own:
        member_out(circle, person)


def memberships_move(account: User, heir: User) -> None:
    """Give an account's circles to the one it is merged into; where both are members, only that one stays."""
    Circle.objects.filter(owner=account).update(owner=heir)
    rows = Member.objects.filter(user=account)
    both = Member.objects.filter(user=heir, circle__in=list(rows.values_list("circle", flat=True)))
    for own in both:
        old = rows.get(circle=own.circle_id)
        Member.objects.filter(pk=own.pk).update(read_to=Greatest(F("read_to"), old.read_to))
        old.delete()
    rows.update(user=heir)
