"""Compares the API with its record in docs/api.v1.json: it may grow, but must not break programs."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games.api.site import description
from tools.api_changes import breaking_changes

RECORD = Path(settings.BASE_DIR) / "docs" / "api.v1.json"


class Command(BaseCommand):
    """Fails if the API has changed in a way that breaks programs, or if the record is old."""

    help = "Fails if the API breaks programs written for docs/api.v1.json, or if that record is old."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--record`."""
        parser.add_argument(
            "--record", action="store_true", help="Record the API, unless it breaks programs."
        )

    def handle(self, *, record: bool, **options: Any) -> None:
        """Compare, and record if asked to."""
        now = {name: each for name, each in description().items() if name != "servers"}
        old = json.loads(RECORD.read_text()) if RECORD.exists() else now
        if found := breaking_changes(old, now):
            raise CommandError("\n".join(["These changes break programs for version 1:", *found]))
        if record:
            RECORD.write_text(json.dumps(now, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
        elif old != json.loads(json.dumps(now)):
            raise CommandError("docs/api.v1.json is old: run `manage.py api_check --record`, and commit it.")
