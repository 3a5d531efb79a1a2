"""All games of one person in one ZIP file, each as an export and a transcript, and what else the site stores."""

import io
import json
import time
import zipfile
from datetime import UTC, datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.history.export import table_export
from games.history.person_data import person_data
from games.history.transcript import transcript
from games.models import Seat, Table
from games.presenters import PRESENTERS
from games.tables.unit_of_work import seats_of

MOST = 200  # games per file, to limit the cost of a request
BYTES = 32_000_000  # no game is added above this size
SECONDS = 10.0  # no game is added after this time, because each export replays its game


def archive(user: User, *, before: int | None = None, skip: int = 0, with_names: bool = True) -> bytes | None:
    """The user's games as a ZIP file, latest first, before the table with id `before`; None if there is nothing.

    The first file with names also has the user's ratings, circles, follows and tournaments (`you.json`).

    Without names, file names must not contain table ids, so older games are chosen by `skip`: the number of latest
    games to leave out. Secrets of a running game are left out, as in every export.
    """
    mine = Seat.objects.filter(user=user, table__started_at__isnull=False).order_by("-table_id")
    if before is not None:
        skip += mine.filter(table_id__gte=before).count()
    ids = list(mine.values_list("table_id", flat=True)[skip : skip + MOST + 1])
    data = person_data(user) if with_names and not skip else {}
    if not ids and not any(data.values()):
        return None
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        if any(data.values()):
            _write(file, "you.json", json.dumps(data, ensure_ascii=False, indent=1), None)
        packed = _pack(file, user, ids[:MOST], skip, with_names=with_names)
        query = (
            f"before={ids[packed - 1] if packed else 0}" if with_names else f"names=0&skip={skip + packed}"
        )
        _write(file, "README.txt", _summary(packed, query if packed < len(ids) else ""), None)
    return made.getvalue()


def _pack(file: zipfile.ZipFile, user: User, ids: list[int], skip: int, *, with_names: bool) -> int:
    """Write the games one by one until a limit is reached; returns how many were written."""
    end = time.monotonic() + SECONDS
    for count, table_id in enumerate(ids, 1):
        table = Table.objects.get(pk=table_id)
        seats, when = seats_of(table), table.started_at if with_names else None
        name = f"{table.title}-{table.pk}" if with_names else f"{skip + count}-{table.title}"
        export = table_export(table, seats, with_names=with_names)
        _write(file, f"{name}.json", json.dumps(export, ensure_ascii=False, indent=1), when)
        if table.title in PRESENTERS:
            text = transcript(user, table, seats, with_names=with_names)
            _write(file, f"{name}.txt", text, when)
        if file.start_dir > BYTES or time.monotonic() > end:
            return count
    return len(ids)


def _write(file: zipfile.ZipFile, name: str, text: str, moment: datetime | None) -> None:
    """Add a text with the time of its game, so that the same games make the same file."""
    when = (moment or datetime(2000, 1, 1, tzinfo=UTC)).astimezone(UTC)
    found = zipfile.ZipInfo(name, (when.year, when.month, when.day, when.hour, when.minute, 0))
    file.writestr(found, text.encode(), zipfile.ZIP_DEFLATED)


def _summary(count: int, rest: str) -> str:
    said = [
        _("Your games: %(count)d. Each has its export as .json, and its transcript as .txt.")
        % {"count": count},
        _("Games in progress don't include hidden information. Download them again when they are finished."),
    ]
    if rest:
        said.append(_("Older games: %(address)s") % {"address": f"{reverse('games_export')}?{rest}"})
    return "\n".join([*said, ""])
