"""Pages: who may see them, how many queries they need, and what they contain."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.models import MoveRecord, Seat, Table
from games.tables import play
from tests.conftest import PASSWORD
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db


def test_only_players_see_a_private_table(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    seen = [
        client_for(reader).get(f"/tables/{table.pk}/").status_code for reader in (alice, bob, charlie, None)
    ]
    assert seen == [200, 200, 404, 302]


@pytest.mark.parametrize("page", ["", "log/", "talk/", "?card=3"])
def test_logged_out_readers_log_in_first_and_learn_nothing(page, alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    answers = {}
    for pk in (table.pk, table.pk + 1):
        answer = client_for(None).get(f"/tables/{pk}/{page}")
        answers[pk] = (answer.status_code, sorted(answer.headers), answer.content)
        assert answer["Location"] == f"/accounts/login/?next={quote(f'/tables/{pk}/{page}', safe='/')}"
        part = client_for(None).get(f"/tables/{pk}/{page}", headers={"HX-Request": "true"})
        assert part["HX-Redirect"] == answer["Location"]
        assert client_for(charlie).get(f"/tables/{pk}/{page}").status_code == 404
    assert answers[table.pk] == answers[table.pk + 1]


def test_links_in_emails_lead_through_the_log_in_to_the_table(alice, bob):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    client = Client()
    form = client.get(f"/tables/{table.pk}/", follow=True)
    assert f'name="next" value="/tables/{table.pk}/"' in form.content.decode()
    typed = {"login": "alice", "password": PASSWORD, "next": f"/tables/{table.pk}/"}
    assert client.post("/accounts/login/", typed)["Location"] == f"/tables/{table.pk}/"


def test_a_public_table_can_be_watched_without_buttons(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    for reader in (charlie, None):
        page = client_for(reader).get(f"/tables/{table.pk}/").content.decode()
        assert 'name="move"' not in page and "?card=" not in page
        assert "Waiting for Alice Ardent" in page
    mine = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "?card=" in mine
    assert "?card=" not in client_for(bob).get(f"/tables/{table.pk}/").content.decode()


def test_a_tables_page_takes_few_queries_at_any_age(alice, bob, client_for, django_assert_max_num_queries):
    table = running_table(alice, bob)
    clients = [client_for(alice), client_for(bob)]
    for _ in range(25):
        with django_assert_max_num_queries(10):
            assert clients[0].get(f"/tables/{table.pk}/").status_code == 200
        seat = table.seats.get(is_awaited=True).number
        post_move(clients[seat], table, first_move(table, seat))


def test_the_page_title_counts_waiting_tables(alice, bob, client_for):
    running_table(alice, bob)
    table = running_table(alice, bob)
    page = client_for(alice).get("/tables/").content.decode()
    assert "<title>(2) My tables" in page
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    assert f"<title>(2) Your turn · Captivate {table.pk}" in page
    assert "<title>My tables" in client_for(bob).get("/tables/").content.decode()


def test_the_news_lists_what_happened_since_the_reader_acted(alice, bob, client_for):
    table = running_table(alice, bob)
    for move in (first_move(table, 0), '{"type":"end"}'):
        post_move(client_for(alice), table, move)
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    strip = strip_tags(page.split("Since you last acted")[1].split("</details>")[0])
    assert "Alice Ardent plays" in strip and "Alice Ardent ends the turn" in strip
    assert "Since you last acted" not in client_for(alice).get(f"/tables/{table.pk}/").content.decode()


def test_the_news_starts_after_the_readers_last_ply(alice, bob, client_for):
    def strip(reader):
        page = client_for(reader).get(f"/tables/{table.pk}/").content.decode()
        return re.findall("<li[ >]", page.split("Since you last acted")[1].split("</details>")[0])

    table = running_table(alice, bob)
    plays = [(user, move) for user in (alice, bob, alice) for move in ("", '{"type":"end"}')]
    for ply, (user, move) in enumerate(plays, 1):
        post_move(client_for(user), table, move or first_move(table, 0 if user == alice else 1))
        away = alice if user == bob else bob
        assert len(strip(away)) == (ply - 1) % 2 + 1


def test_everybody_sees_what_the_latest_ply_did(alice, bob, client_for):
    table = running_table(alice, bob)
    for ply in range(2):
        post_move(client_for(alice), table, first_move(table, 0))
        for reader in (alice, bob, None):
            page = client_for(reader).get(f"/tables/{table.pk}/").content.decode()
            word = page.split('id="last-word">')[1].split("<")[0]
            assert word.startswith(("Alice Ardent plays ", "Alice Ardent captures ")), ply
            assert page.count("ply-mark--last") >= 1
            assert page.count("latest move of Alice Ardent") == page.count("ply-mark--last")


def test_automatic_plies_are_news_to_their_player(alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    play.moves_play(alice, table.pk, moves=['{"type":"end"}'], expected_ply=1)
    MoveRecord.objects.filter(table=table, ply=1).update(cause=MoveRecord.Cause.TIMEOUT)
    Seat.objects.filter(table=table, number=0).update(acted_ply=0)
    page = client_for(alice).get(f"/tables/{table.pk}/").content.decode()
    news = strip_tags(page.split("Since you last acted")[1].split("</details>")[0])
    assert "Alice Ardent ends the turn" in news and "(time-out: the site played)" in news


def test_next_goes_to_the_longest_waiting_and_skips(alice, bob, client_for):
    first, second = running_table(alice, bob), running_table(alice, bob)
    client = client_for(alice)
    assert client.get("/next/")["Location"] == f"/tables/{first.pk}/"
    assert client.get(f"/next/?skip={first.pk}")["Location"] == f"/tables/{second.pk}/"
    assert client.get(f"/next/?skip={first.pk},{second.pk},x,")["Location"] == "/tables/"
    assert client_for(bob).get("/next/")["Location"] == "/tables/"
    assert "/login/" in client_for(None).get("/next/")["Location"]


def test_the_log_page_goes_back_to_the_beginning(alice, bob, client_for):
    table = running_table(alice, bob)
    clients = [client_for(alice), client_for(bob)]
    for number in range(60):
        seat = table.seats.get(is_awaited=True).number
        post_move(clients[seat], table, '{"type":"end"}' if number % 3 == 2 else first_move(table, seat))
    address, pages = f"/tables/{table.pk}/log/", 0
    while address:
        page = clients[0].get(address).content.decode()
        pages += 1
        older = page.split("?before=")[1].split('"')[0] if "?before=" in page else ""
        address = f"/tables/{table.pk}/log/?before={older}" if older else ""
    assert pages == 2 and "The cards are dealt" in page


@pytest.mark.parametrize("address", ["/rules/no-such/", "/tables/99999/", "/join/nothing/", "/mail/stop/nothing/",
                                     "/tables/new/no-such/"])  # fmt: skip
def test_unknown_pages_are_a_plain_404(address, alice, client_for):
    answer = client_for(alice).get(address)
    assert answer.status_code == 404
    assert "Captain" in answer.content.decode()
