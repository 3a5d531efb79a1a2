"""`manage.py demo`: creates demo players and tables."""

from typing import Any

from django.core.management.base import BaseCommand

from games.web.demo import NAMES, PASSWORD, demo_create


class Command(BaseCommand):
    """Create four demo players and a few tables with games in progress."""

    help = "Make four demo players and a few tables in the middle of a game; for development only."

    def handle(self, **options: Any) -> None:
        """Create them, and print how to log in."""
        demo_create()
        self.stdout.write(f"Log in as {', '.join(NAMES)}, each with the password {PASSWORD}")
