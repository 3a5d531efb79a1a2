"""`manage.py demo`: creates demo players and tables."""

from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.models import User
from games.engine.chance import Chance
from games.engine.codec import dump_move, load_state
from games.engine.play import random_move
from games.models import Notice, Table
from games.presenters import PRESENTERS
from games.tables import lobby, play
from games.titles import TITLES


class Command(BaseCommand):
    """Create four demo players and a few tables with games in progress."""

    help = "Create four demo players and a few games in progress. For development only."

    def handle(self, **options: Any) -> None:
        """Create them, and print how to log in."""
        demo_create()
        self.stdout.write(f"Log in as {', '.join(NAMES)}, each with the password {PASSWORD}")


NAMES = ("anne", "benno", "clara", "david")
PASSWORD = "ahoy-captain"  # noqa: S105  # public: printed for everybody who tries the demo
PLIES = 9  # plies at each running table
SHORT = "captivate"  # nearly over after 40 plies with two players


@transaction.atomic
def demo_create() -> None:
    """Create the players, one running table of every title, one that is nearly over, and one open table."""
    people = [_player(name) for name in NAMES]
    for number, slug in enumerate(PRESENTERS):
        seated = people[: min(TITLES[slug].seats[-1], 2 + number % 3)]
        first = number % len(seated)
        _running(slug, [*seated[first:], *seated[:first]], PLIES)
    _running(SHORT, people[:2], 40)
    lobby.table_create(people[1], title=SHORT, options={}, seats=3)
    Notice.objects.all().update(status=Notice.Status.SUPPRESSED, reason="demonstration")


def _player(name: str) -> User:
    users = User.objects
    user = users.create_user(name, f"{name}@example.org", PASSWORD, display_name=name.capitalize())
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _running(slug: str, people: list[User], plies: int) -> None:
    table = lobby.table_create(people[0], title=slug, options={}, seats=len(people))
    for user in people[1:]:
        lobby.seat_take(user, table.pk)
    chooser = Chance(slug.encode(), plies)
    for _ in range(plies):
        table.refresh_from_db()
        if not table.is_running:
            return
        _play_at_random(table, chooser)


def _play_at_random(table: Table, chooser: Chance) -> None:
    game = TITLES[table.title]
    state = load_state(game, table.state)
    number = chooser.pick(sorted(game.to_act(state)))
    player = User.objects.get(seats__table=table, seats__number=number)
    # Half of the moves are default moves, because random play soon ruins everybody.
    careful = chooser.below(2)
    move = game.default_move(state, number) if careful else random_move(game, state, number, chooser)
    play.move_play(player, table.pk, move=dump_move(move), expected_ply=table.ply)
