"""Each reader sees log lines in their own language and time zone."""

import re

import pytest

from games.engine.chance import Chance
from tests.play import first_move, play_on, post_move, running_table

pytestmark = pytest.mark.django_db
ZONES = {"alice": "Asia/Tokyo", "bob": "America/Lima"}


def lines_of(client, table):
    page = client.get(f"/tables/{table.pk}/").content.decode()
    return re.findall(r'<li[^>]* class="log__line.*?</li>', page[page.index('id="log"') :], re.DOTALL)


def test_each_reader_sees_times_in_their_own_zone(alice, bob, client_for):
    for user in (alice, bob):
        user.time_zone = ZONES[user.username]
        user.save()
    table, chooser = running_table(alice, bob), Chance(bytes(32), 1_000_000)
    for _ in range(4):
        play_on(table, [alice, bob], chooser)
    ours, theirs, again = (lines_of(client_for(user), table) for user in (alice, bob, alice))
    assert ours == again and len(ours) > 3
    assert [re.findall('datetime="(.*?)"', line) for line in ours] == [
        re.findall('datetime="(.*?)"', line) for line in theirs
    ]
    titles = [[re.findall('title="(.*?)"', line) for line in lines] for lines in (ours, theirs)]
    assert all(one != other for one, other in zip(*titles, strict=True))


def test_the_names_in_the_log_link_to_the_players(alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    link = 'class="player-link" href="/players/alice/">Alice Ardent</a>'
    for page in ("", "log/", "replay/"):
        shown = client_for(bob).get(f"/tables/{table.pk}/{page}").content.decode()
        lines = shown[shown.index('<ol class="log"') :]
        assert link in lines, page
