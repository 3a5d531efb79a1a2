"""Every title can be opened on the site, and its pages show nobody what they may not know."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib.staticfiles import finders

from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state
from games.engine.play import random_move
from games.models import Table
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests.conftest import person
from tests.play import post_move, running_table, state_of

pytestmark = pytest.mark.django_db
every_title = pytest.mark.parametrize("slug", list(TITLES))

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')  # differs on every page


def page(client, table, path=""):
    answer = client.get(f"/tables/{table.pk}/{path}")
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())


def play_on(table, clients, chooser):
    """Play one random move of a seat that is to act; do nothing if the game is over."""
    game, state = TITLES[table.title], state_of(table)
    if asked := sorted(game.to_act(state)):
        seat = chooser.pick(asked)
        move = dump_move(random_move(game, state, seat, chooser))
        assert post_move(clients[seat], table, move).status_code == 302


@every_title
def test_every_title_is_offered_explained_and_opened(slug, alice, client_for):
    client, words = client_for(alice), PRESENTERS[slug]
    for address in ("/", "/about/", "/tables/new/", f"/rules/{slug}/", f"/tables/new/{slug}/"):
        shown = client_for(None if address == "/" else alice).get(address)
        assert shown.status_code == 200
        assert str(words.name) in re.sub("&#39;", "'", shown.content.decode()), address
        expect_files(shown)
    options = {f"option_{option.name}": option.default for option in TITLES[slug].options}
    form = {"seats": TITLES[slug].seats[0], "admission": "open", "seating": "joined", **options}
    assert client.post(f"/tables/new/{slug}/", form).status_code == 302
    table = Table.objects.get()
    assert table.title == slug
    for address in ("/lobby/", f"/tables/{table.pk}/"):
        expect_files(client.get(address))


def expect_files(answer):
    """Check that every static file named on a page exists."""
    named = re.findall(r'="/static/([^"#]+)', answer.content.decode())
    assert named and [name for name in named if not finders.find(name)] == []


@every_title
def test_no_byte_of_a_page_depends_on_hidden_information(slug, client_for, time_machine):
    """Each reader's page stays the same after everything that the reader can't know is dealt again."""
    time_machine.move_to(datetime(2027, 3, 10, 12, tzinfo=UTC), tick=False)
    game = TITLES[slug]
    people = [person(f"player-{number}") for number in range(game.seats[0])]
    table, chooser = running_table(*people, title=slug), Chance(b"titles", 0)
    readers = {None: client_for(None), **{seat: client_for(user) for seat, user in enumerate(people)}}
    others = 0
    for ply in range(24):
        if ply % 4 == 0:
            state = state_of(table)
            for seat, client in readers.items():
                world = game.resample(state, seat, Chance(b"world", ply))
                true = [page(client, table), page(client, table, "log/")]
                Table.objects.filter(pk=table.pk).update(state=dump_state(world))
                assert [page(client, table), page(client, table, "log/")] == true
                Table.objects.filter(pk=table.pk).update(state=dump_state(state))
                others += world != state
        play_on(table, readers, chooser)
    assert others  # something was dealt differently
