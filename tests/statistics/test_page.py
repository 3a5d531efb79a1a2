"""A title's statistics page: public, made only from sums, as charts and tables."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Table
from games.statistics.selectors import ENOUGH
from games.titles import TITLES
from tests.statistics.test_counting import given_up, played_out, private

pytestmark = pytest.mark.django_db


def page_of(client, title="captivate"):
    answer = client.get(f"/statistics/{title}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("title", list(TITLES))
def test_every_title_has_a_page_before_any_game_is_over(title, client_for):
    assert "No finished games yet" in page_of(client_for(None), title)


def test_an_unknown_title_has_no_statistics_page(client_for):
    assert client_for(None).get("/statistics/chess/").status_code == 404


@pytest.mark.parametrize("title", [slug for slug in TITLES if TITLES.home(slug).startswith("games.")])
def test_each_plot_has_a_table_for_screen_readers(title, alice, bob, charlie, client_for):
    played_out([alice, bob], title)
    pages = {
        re.sub(
            r'(?s)<header.*?</header>|<head>.*?</head>|<footer.*?</footer>|data-reader="\d+"',
            "",
            page_of(client_for(user), title),
        )
        for user in (alice, charlie)
    }
    assert len(pages) == 1
    page = page_of(client_for(None), title)
    plots = re.findall(r'(?s)<section class="panel".*?</section>', page)
    assert len(plots) >= 4
    for plot in plots:
        name = re.search(r'id="plot-([\w-]+)"', plot)[1]
        assert f'aria-labelledby="drawn-{name} told-{name}"' in plot and 'role="img"' in plot
        bars = re.findall(r'class="chart__value"[^>]*>([^<]+)<', plot)
        told = re.search(r"<desc[^>]*>([^<]+)</desc>", plot)[1]
        rows = re.findall(r'<th scope="row">([^<]+)</th><td>([^<]+)</td>', plot)
        assert [value for _label, value in rows] == bars and len(rows) == len(bars) >= 1
        assert all(f"{label}: {value}" in told for label, value in rows)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert not re.search(r"None|%\(|style=", "".join(plots))


def test_the_statistics_page_shows_the_counts(alice, bob, client_for):
    table = given_up([alice, bob])
    page = page_of(client_for(None))
    assert re.search(r"<dt>Finished games</dt><dd>1</dd>", page)
    winner = table.seats.get(rank=1).number + 1
    assert f'<th scope="row">Seat {winner}</th><td>100%</td><td>1</td>' in page
    assert '<th scope="row">All others left the game.</th><td>100%</td><td>1</td>' in page
    assert "Alice" not in page and f"/tables/{table.pk}/" not in page


def test_few_private_games_show_nothing_and_many_are_summed(alice, bob, client_for):
    for number in range(ENOUGH):
        page = page_of(client_for(alice))
        assert "No finished games yet" in page, number
        private()
    assert re.search(rf"<dt>Finished games</dt><dd>{ENOUGH}</dd>", page_of(client_for(None)))
    given_up([alice, bob])
    assert re.search(rf"<dt>Finished games</dt><dd>{ENOUGH + 1}</dd>", page_of(client_for(None)))


def test_games_with_bots_are_shown_separately(alice, bob, client_for):
    from games.tables.play import seat_resign
    from tests.play import running_table

    table = running_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(has_bots=True)
    seat_resign(bob, table.pk, expected_ply=table.ply)
    page = page_of(client_for(None))
    assert "No finished games yet" in page and "1 more game included bots." in page


def test_the_statistics_page_reads_only_sums(alice, bob, client_for):
    nobody = client_for(None)
    given_up([alice, bob])
    with CaptureQueriesContext(connection) as few:
        page_of(nobody)
    for _ in range(3):
        given_up([alice, bob])
    with CaptureQueriesContext(connection) as many:
        page_of(nobody)
    assert len(many) == len(few) <= 2
    assert not [each["sql"] for each in many if "games_table" in each["sql"] or "moverecord" in each["sql"]]


def test_rules_lobby_and_table_creation_link_to_the_statistics(alice, client_for):
    client = client_for(alice)
    for address in ("/rules/captivate/", "/lobby/", "/tables/new/captivate/"):
        assert 'href="/statistics/captivate/"' in client.get(address).content.decode()
