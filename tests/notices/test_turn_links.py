"""Links in emails that make a move: a GET asks, a POST plays without a log-in, and everything else is refused."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test import Client

from accounts.models import User
from games.models import Seat, Table
from games.notices.turn_links import offered_moves, turn_token
from games.tables.commit import commit
from games.tables.prompts import reset_prompts
from games.tables.unit_of_work import begin_work, lock_table, position_of
from tests.engine.profile import GAMES
from tests.notices.conftest import END, NOON
from tests.notices.test_turn_mail import Mail
from tests.play import fingerprint, first_move, post_move, records, running_table

pytestmark = pytest.mark.django_db
BUTTON = re.compile(r'name="move" value="([^"]*)"')


@pytest.fixture
def mailed(bobs_turn, clock):
    """Return a table, the email to Bob about his turn, and the links in it."""
    table = bobs_turn()
    clock(minutes=1)
    got = Mail(mail.outbox[-1])
    return Table.objects.get(pk=table.pk), got.links


def ask(link, client=None):
    return (client or Client()).get(link)


def confirm(link, client=None):
    """Post the move that the page behind the link asks about."""
    client = client or Client(enforce_csrf_checks=True)
    page = client.get(link).content.decode()
    move = BUTTON.search(page)[1].replace("&#34;", '"').replace("&quot;", '"')
    here = re.search(r'<form class="table-layout" method="post" action="([^"]*)"', page)[1]
    return client.post(here, {"move": move})


def test_a_get_asks_and_changes_nothing(mailed):
    table, links = mailed
    before = fingerprint(table)
    for link in links:
        for method in ("get", "head", "options"):
            assert getattr(Client(), method)(link).status_code in (200, 405)
    page = ask(links[0])
    assert "Play this move" in page.content.decode() and "Nothing is played until" in page.content.decode()
    assert page["X-Robots-Tag"] == "noindex" and "no-store" in page["Cache-Control"]
    assert fingerprint(table) == before


def test_a_post_plays_without_a_log_in_and_the_turn_goes_on(mailed):
    table, links = mailed
    answer = confirm(links[0])
    assert answer.status_code == 200 and "sessionid" not in answer.cookies
    assert records(table)[-1][1:] == ("move", 1)
    page = answer.content.decode()
    assert "end your turn" in page.casefold() and "Your turn is over" not in page
    here = re.search(r'method="post" action="(/turn/[^"]*)"', page)[1]
    ended = Client().post(here, {"move": END})
    assert ended.status_code == 200 and "Your turn is over" in ended.content.decode()
    assert Seat.objects.get(table=table, is_awaited=True).number == 0
    for link in (*links, here):
        assert ask(link).status_code == Client().post(link, {"move": END}).status_code == 410


def test_a_link_opens_nothing_but_its_turn(mailed, client_for):
    table, links = mailed
    client = Client()
    confirm(links[0], client)
    assert client.get("/tables/").status_code == 302
    assert client.post(f"/tables/{table.pk}/move/", {"move": END, "ply": 9}).status_code in (302, 403, 404)


def test_an_old_move_is_not_played_but_the_turn_is_shown(mailed, client_for, bob):
    table, links = mailed
    assert post_move(client_for(bob), table, first_move(table, 1)).status_code == 302
    before = fingerprint(table)
    assert ask(links[0]).status_code == 409
    assert Client().post(links[0], {"move": END}).status_code == 409
    assert ask(links[-1]).status_code == 200  # all moves
    assert fingerprint(table) == before


def refused(links, status, client=None):
    """Whether every link has this status and shows no board."""
    for link in links:
        for answer in (ask(link, client), (client or Client()).post(link, {"move": END})):
            assert answer.status_code == status, answer.content.decode()[-800:]
            assert 'class="board' not in answer.content.decode()
    return True


def test_another_person_plays_nothing(mailed, client_for, alice):
    table, links = mailed
    before = fingerprint(table)
    assert refused(links, 403, client_for(alice)) and fingerprint(table) == before


def test_the_same_person_may_be_logged_in(mailed, client_for, bob):
    assert ask(mailed[1][0], client_for(bob)).status_code == 200


@pytest.mark.parametrize(
    "change", ["password", "email", "inactive", "off", "site", "seat", "time", "rewound"]
)
def test_a_cancelled_link_plays_nothing(mailed, change, bob, charlie, settings, choose, time_machine):
    table, links = mailed
    match change:
        case "password":
            bob.set_password("another-rope-ladder-here")
            bob.save()
        case "email":
            User.objects.filter(pk=bob.pk).update(email="new@example.org")
        case "inactive":
            User.objects.filter(pk=bob.pk).update(is_active=False)
        case "off":
            choose(bob, plays_from_mail=False)
        case "site":
            settings.TURN_LINKS = False
        case "seat":
            Seat.objects.filter(table=table, user=bob).update(user=charlie)
        case "time":
            time_machine.shift(timedelta(days=61))
        case "rewound":
            rewind(table)
    before = fingerprint(table)
    assert refused(links, 410) and fingerprint(table) == before


def test_links_signed_with_a_former_key_stay_valid(mailed, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 50
    assert ask(mailed[1][0]).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert ask(mailed[1][0]).status_code == 404


def test_a_link_to_a_held_table_plays_nothing(mailed):
    table, links = mailed
    Table.objects.filter(pk=table.pk).update(is_held=True)
    before = fingerprint(table)
    assert refused(links, 409) and fingerprint(table) == before


def rewind(table):
    """Ask everybody again, as a moderator's rewind does."""
    row, seats = lock_table(table.pk)
    row.ply += 1
    work = begin_work(row, seats)
    reset_prompts(work)
    commit(work)


def test_a_forged_link_is_not_found(mailed, bob):
    table, links = mailed
    seat = Seat.objects.get(table=table, user=bob)
    for token in ("x", links[0][6:-1][:-1] + "x", turn_token(bob, seat, 1)[1:]):
        assert ask(f"/turn/{token}/").status_code == Client().post(f"/turn/{token}/").status_code == 404


THROW = '{"type":"throw","hand":"rock"}'


@pytest.mark.parametrize(("data", "status"), [({}, 400), ({"move": "x"}, 400), ({"move": THROW}, 422)])
def test_bad_input_is_refused(mailed, data, status):
    table, links = mailed
    before = fingerprint(table)
    assert Client().post(links[0], data).status_code == status and fingerprint(table) == before


@pytest.mark.parametrize("move", [THROW, "of other rules"])
def test_a_move_that_is_no_longer_legal_is_not_asked_about(mailed, bob, move):
    table, _links = mailed
    link = f"/turn/{turn_token(bob, Seat.objects.get(table=table, user=bob), table.ply, move)}/"
    assert ask(link).status_code == 409


def test_links_are_rate_limited(mailed, settings):
    settings.RATES = {**settings.RATES, "turn-link": (3, 60)}
    assert [ask(mailed[1][0]).status_code for _ in range(4)] == [200, 200, 200, 429]


def in_parallel(work, items):
    """Return the results of the work on the items, done by four threads."""

    def work_and_close(item):
        try:
            return work(item)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        return list(threads.map(work_and_close, items))


def everything():
    """Return all rows of all our tables."""
    models = [*apps.get_app_config("games").get_models(), *apps.get_app_config("accounts").get_models()]
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}


@pytest.mark.django_db(transaction=True)
def test_a_scanner_that_fetches_every_link_changes_nothing(alice, bob, settings, time_machine):
    """Twice and in parallel. The emails are about few tables, of a title that is quickly drawn."""
    emails = 1000 if GAMES else 250
    settings.RATES = {**settings.RATES, "turn-link": (100_000, 60)}
    for _ in range(4):
        running_table(alice, bob, title="go-fish")
    seats = list(Seat.objects.filter(is_awaited=True).select_related("user", "table"))
    links = []
    time_machine.move_to(NOON, tick=False)
    for number in range(emails):
        time_machine.shift(1)  # so that no two emails have the same links
        (position, seat) = position_of(seats[number % 4].table), seats[number % 4]
        moves = offered_moves(seat.user, position, seat)
        links.append(moves[number % len(moves)].url)
    before = everything()
    assert in_parallel(lambda link: Client().get(link).status_code, links * 2) == [200] * 2 * emails
    assert len(set(links)) == emails and everything() == before


@pytest.mark.django_db(transaction=True)
def test_of_moves_posted_at_once_one_is_played(alice, bob):
    table = running_table(alice, bob, title="cannonades")
    seat = Seat.objects.filter(table=table, is_awaited=True).select_related("user").first()
    link, before = f"/turn/{turn_token(seat.user, seat, table.ply)}/", len(records(table))
    moves = ['{"type":"keep"}', '{"type":"redraw"}'] * 2
    statuses = in_parallel(lambda move: Client().post(link, {"move": move}).status_code, moves)
    assert 200 in statuses and set(statuses) <= {200, 409, 410}
    assert [kind for _ply, kind, by in records(table)[before:] if by == seat.number] == ["move"]
