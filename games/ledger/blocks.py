"""Blocks: a user doesn't want to read, play with or be invited by a person, who never learns of it."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotPossible
from games.models import Block, Follow

BLOCKS = 200  # by one person, at most


@transaction.atomic
def person_block(user: User, person: User) -> None:
    """Block a person and stop following them. Raises NotPossible for oneself and above the limit."""
    if person.pk == user.pk:
        raise NotPossible(_("You can't block yourself."))
    if Block.objects.filter(by=user).count() >= BLOCKS:
        raise NotPossible(_("You've reached the limit of blocked players. Unblock somebody first."))
    Block.objects.get_or_create(by=user, person=person)
    Follow.objects.filter(by=user, person=person).delete()


def person_unblock(user: User, block_id: int) -> None:
    """Remove one of the user's own blocks; do nothing if it does not exist or belongs to somebody else."""
    Block.objects.filter(by=user, pk=block_id).delete()


def has_blocked(user_id: int, person: User) -> bool:
    """Whether the user has blocked the person."""
    return Block.objects.filter(by=user_id, person=person).exists()
