"""Deck files, and their way through the pages: upload, preview, store."""

import csv
import io
import re

from django.core.files.uploadedfile import SimpleUploadedFile

from games.models import Deck
from games.titles.cardline.deck import write_deck
from tests.titles.cardline.positions import NUMBERS

ADD, LIST = "/admin/games/deck/add/", "/admin/games/deck/"
FILE = write_deck(NUMBERS.cards[:60])


def upload(client, text=FILE, name="My own", file="deck.csv"):
    content = text if isinstance(text, bytes) else text.encode()
    return client.post(ADD, {"name": name, "file": SimpleUploadedFile(file, content)})


def parcel_of(answer):
    return re.search(r'name="parcel" value="([^"]+)"', answer.content.decode())[1]


def stored(client, **changes):
    """Upload, preview and store a deck; returns it."""
    answer = client.post(ADD, {"parcel": parcel_of(upload(client, **changes))})
    assert answer.status_code == 302
    return Deck.objects.latest("pk")


def changed(line, column, value):
    """Return the file with one field of one line changed; line 1 is the heading."""
    rows = list(csv.reader(io.StringIO(FILE)))
    rows[line - 1][rows[0].index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
