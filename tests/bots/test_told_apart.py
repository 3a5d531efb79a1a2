"""Bots are marked wherever they are named, with a sign and in words; statistics ignore them."""

import re

import pytest
from django.utils.html import strip_tags

from games.bots import seating
from games.models import Table
from games.tables import lobby
from games.web.tasks import sweep
from tests.play import first_move, post_move

pytestmark = pytest.mark.django_db
NAMED = re.compile(
    r'<span class="bot-mark" aria-hidden="true"><svg.*?</svg></span> (?:<a [^>]*>)?Ada ★★ \(bot\)', re.DOTALL
)


def test_bots_are_marked_on_tables_and_in_lists(alice, bob, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, seating="joined")
    seating.bots_seat(alice, table.pk, level="mate")
    pages = [f"/tables/{table.pk}/", "/lobby/"]
    for reader in (alice, bob, None):
        assert all(NAMED.search(client_for(reader).get(page).content.decode()) for page in pages)
    lobby.seat_take(bob, table.pk)
    for reader in (alice, bob, None):
        page = client_for(reader).get(f"/tables/{table.pk}/").content.decode()
        assert NAMED.search(page) and page.count("Ada ★★") == page.count("Ada ★★ (bot)")
    assert NAMED.search(client_for(None).get("/lobby/?watch=1").content.decode())
    assert NAMED.search(client_for(bob).get("/tables/").content.decode())


def test_bots_are_marked_in_the_log(alice, client_for):
    table, client = seating.table_against_bots(alice, "captivate", "mate"), client_for(alice)
    for move in (first_move(table, 0), '{"type":"end"}'):
        post_move(client, table, move)
    sweep()
    log = strip_tags(client.get(f"/tables/{table.pk}/log/").content.decode())
    assert "Ada ★★ (bot) " in log
    assert not re.search(r"Ada ★★(?! \(bot\))", log)


def test_people_have_no_mark(alice, bob, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    lobby.seat_take(bob, table.pk)
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "bot-mark" not in page and "(bot)" not in page and not Table.objects.get().has_bots
