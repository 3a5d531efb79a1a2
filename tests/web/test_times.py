"""Times are shown to the minute, because the second could reveal that a standing order answered."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from config.jinja2 import ago, left_until
from games.engine.codec import dump_state
from games.models import MoveRecord, Seat, Table
from tests.play import post_move, running_table
from tests.titles.cannonades.positions import position

pytestmark = pytest.mark.django_db

FINE = re.compile(r"\d\d:\d\d:\d\d|\d\d:\d\d\.\d")
ODD = datetime(2026, 11, 20, 18, 40, 37, 123456, tzinfo=UTC)


@pytest.fixture
def answered(alice, bob, client_for):
    """Return a table of Cannonades where Bob's order has answered Alice's shot."""
    table = running_table(alice, bob, title="cannonades")
    state = position("(O0) . (P0) | BG PY\n(B2) R0 | ")
    Table.objects.filter(pk=table.pk).update(state=dump_state(state))
    Seat.objects.filter(table=table, number=1).update(orders={"grin": "draw"})
    shot = '{"type":"shoot","card":"blue-green","seat":1,"berth":0}'
    assert post_move(client_for(alice), table, shot).status_code == 302
    made = MoveRecord.objects.filter(kind="move").values_list("seat", "cause")
    assert set(made) == {(0, ""), (1, "order")}
    MoveRecord.objects.update(made_at=ODD)
    Seat.objects.update(awaited_since=ODD, clock_since=ODD)
    return table


def test_pages_show_no_seconds(answered, alice, bob, charlie, client_for):
    client_for(alice).post(f"/tables/{answered.pk}/talk/say/", {"text": "Ahoy"})
    for reader in (alice, bob, charlie, None):
        for address in ("", "log/", "talk/"):
            page = client_for(reader).get(f"/tables/{answered.pk}/{address}")
            text = page.content.decode()
            assert 'datetime="' in text
            assert not FINE.search(text)
            assert "Last-Modified" not in page.headers
    for address in ("/tables/", "/lobby/", "/notifications/log/", "/decisions/"):
        assert not FINE.search(client_for(bob).get(address, follow=True).content.decode())


def test_durations_show_no_seconds_either():
    minute = timezone.now().replace(second=0, microsecond=0)
    for told, away in ((ago, -5), (left_until, 5)):
        moments = [minute + timedelta(minutes=away, seconds=seconds) for seconds in (0, 31, 59)]
        assert len({told(when) for when in moments}) == 1
