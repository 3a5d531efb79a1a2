"""`manage.py ratings rebuild`: computes all ratings again from the stored results."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.ledger.ratings import ratings_rebuild


class Command(BaseCommand):
    """Rebuild the ratings."""

    help = "Compute all ratings again from the stored results of rated games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the only action."""
        parser.add_argument("action", choices=["rebuild"])

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild all, and print how many games there are."""
        self.stdout.write(f"ratings rebuilt from {ratings_rebuild()} stored results")
