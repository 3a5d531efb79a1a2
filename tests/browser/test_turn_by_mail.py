"""Whole games played through the links of emails alone, in a browser that never logs in."""

import re
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Notice, Seat, Table
from games.notices.delivery.context import context_of
from games.notices.delivery.mail import mail_for
from games.notices.delivery.message import message_of
from tests.browser.acts import apart
from tests.dealt import deal_by
from tests.play import running_table

pytestmark = pytest.mark.browser
LINK = re.compile(r"http://localhost:8000(/turn/[^/\s\"]+/)")
MOVES = 80  # these games are shorter
CONFIRM = "Play this move"


def links_of_mail(table):
    """Return the links that play in the email to a player who must act."""
    seat = Seat.objects.select_related("user").filter(table=table, is_awaited=True).order_by("number")[0]
    row = Table.objects.get(pk=table.pk)
    notice = Notice(user=seat.user, table=row, kind="turn", ply=seat.turn_ply, channel="mail")
    context = context_of([notice], timezone.now())
    body = mail_for(message_of(uuid4(), [notice], context), seat.user).body
    return list(dict.fromkeys(LINK.findall(body)))


def play_by(page, link):
    """Follow the link and confirm its move."""
    page.goto(link)
    page.get_by_role("button", name=CONFIRM).click()
    expect(page.get_by_role("button", name=CONFIRM)).to_have_count(0)
    expect(page.locator("#problem")).to_have_count(0)
    expect(page.locator("#asked")).to_be_visible()


# Games with many types of moves that end soon.
@pytest.mark.parametrize(("title", "seed"), [("cannonades", 25), ("nautilus", 127)])
def test_a_whole_game_is_played_through_emails(title, seed, page_for, alice, bob, settings):
    settings.RATES = {**settings.RATES, "turn-link": (10_000, 60), "move": (10_000, 60)}
    table, chooser = apart(lambda: running_table(alice, bob, title=title)), Random(seed)
    apart(lambda: deal_by(table, seed.to_bytes(32, "big")))
    page = page_for(None, java_script_enabled=False)
    page.route("**/static/**", lambda route: route.abort())  # sooner done, and the page needs none
    for _move in range(MOVES):
        if not Table.objects.get(pk=table.pk).is_running:
            break
        *moves, _all_moves = apart(lambda: links_of_mail(table))
        play_by(page, moves[0] if len(moves) == 1 else chooser.choice(moves))
    assert Table.objects.get(pk=table.pk).is_finished
    assert not [cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
