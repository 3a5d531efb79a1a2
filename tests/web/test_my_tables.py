"""*My tables* lists all of a player's tables, the most urgent first, page by page."""

import re
from datetime import UTC, datetime, timedelta
from itertools import chain

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Seat, Table
from games.tables import lobby
from games.tables.lists import Place, place_in, urgent_tables
from games.talk.services import line_say
from tests.play import running_table

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
MOST = 6  # queries, including those of the session and of the page frame


def many_tables(count, *people):
    """Create running tables as far as a list reads them: the first person is to act, later tables are due earlier."""
    tables = Table.objects.bulk_create(
        Table(title="captivate", seat_count=len(people), status=Table.Status.RUNNING, creator=people[0],
              expires_at=NOW, started_at=NOW, state="{}")
        for _ in range(count)
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(table=table, number=number, user=user, is_awaited=number == 0,
             awaited_since=NOW if number == 0 else None,
             deadline=timezone.now() + timedelta(days=1, hours=count - at) if number == 0 else None)
        for at, table in enumerate(tables) for number, user in enumerate(people)
    )  # fmt: skip
    return [table.pk for table in tables]


def listed(page):
    return [int(pk) for pk in re.findall(r'table-row__title"><a href="/tables/(\d+)/"', page)]


def ids(rows):
    return [row.table.pk for row in rows]


def link(page, words):
    found = re.search(rf'<a class="button[^>]*href="([^"]*)">{words}</a>', page)
    return found and "/tables/" + found[1].removeprefix("/tables/")


def pages_of(client):
    """Return the tables on each page, following the links as a browser without scripts does."""
    found, address = [], "/tables/"
    while address:
        assert len(found) < 50, "the pages go round"
        page = client.get(address).content.decode()
        found.append(listed(page))
        address = link(page, "Less urgent")
    return found


def test_every_table_is_on_one_page_the_most_urgent_first(alice, bob, charlie, client_for):
    tables = many_tables(230, alice, bob)
    pages = pages_of(client_for(alice))
    assert [len(page) for page in pages] == [20] * 11 + [10]
    assert list(chain(*pages)) == tables[::-1]
    assert sorted(chain(*pages_of(client_for(bob)))) == tables  # waiting players see all, too
    assert pages_of(client_for(charlie)) == [[]]
    assert client_for(None).get("/tables/?after=0-1-1-1").status_code == 302


def test_tables_waiting_for_the_reader_come_first(alice, bob, client_for):
    unstarted = lobby.table_create(alice, title="captivate", options={}, seats=2)
    theirs = running_table(bob, alice)
    held = running_table(alice, bob)
    Table.objects.filter(pk=held.pk).update(is_held=True)
    slow, soon, untimed = (running_table(alice, bob) for _ in range(3))
    for table, days in ((theirs, 1), (held, 2), (slow, 5), (soon, 3), (untimed, None)):
        deadline = None if days is None else timezone.now() + timedelta(days=days)
        Seat.objects.filter(table=table, is_awaited=True).update(deadline=deadline)
    expected = [table.pk for table in (soon, slow, untimed, theirs, held, unstarted)]
    assert pages_of(client_for(alice)) == [expected]
    assert ids(urgent_tables(bob)[0]) == [table.pk for table in (theirs, held, soon, slow, untimed)]


def test_tables_without_a_deadline_are_sorted_by_waiting_time(alice, bob):
    tables = many_tables(3, alice, bob)
    for pk, hours in zip(tables, (2, 3, 1), strict=True):
        since = NOW - timedelta(hours=hours)
        Seat.objects.filter(table=pk, number=0).update(deadline=None, awaited_since=since)
    assert ids(urgent_tables(alice)[0]) == ids(urgent_tables(bob)[0]) == [tables[1], tables[0], tables[2]]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_equal_places_do_not_lose_tables_between_pages(alice, bob, size):
    tables = many_tables(7, alice, bob)
    Seat.objects.filter(pk__in=Seat.objects.filter(table__in=tables[:4], number=0)).update(deadline=None)
    Seat.objects.filter(table__in=tables[4:], number=0).update(deadline=NOW + timedelta(microseconds=1))
    found, after = [], None
    for _ in range(7):
        page, following = urgent_tables(alice, after, size=size)
        found.extend(ids(page))
        if (after := following and place_in(str(following))) is None:
            break
    assert found == [*tables[4:], *tables[:4]]


def test_a_move_in_the_meantime_hides_no_table_on_the_next_page(alice, bob, client_for):
    tables = many_tables(25, alice, bob)[::-1]
    client = client_for(alice)
    address = link(client.get("/tables/").content.decode(), "Less urgent")
    Seat.objects.filter(table__in=tables[:3]).update(is_awaited=False, is_live=False)
    page = client.get(address).content.decode()
    assert listed(page) == tables[20:]
    assert link(page, "Most urgent") == "/tables/" and link(page, "Less urgent") is None
    assert listed(client.get("/tables/").content.decode()) == tables[3:23]  # finished games are not in it


def test_an_empty_page_links_back(alice, bob, client_for):
    many_tables(2, alice, bob)
    page = client_for(alice).get(f"/tables/?after=2-{10**17}-{10**17}-1").content.decode()
    assert listed(page) == [] and link(page, "Most urgent") == "/tables/"
    assert "No more tables" in page and "No active games" not in page


@pytest.mark.parametrize(
    "key",
    ["x", "-1-1-1-1", "3-1-1-1", "0-1-1", f"0-{'9' * 18}-1-1", f"0-{'9' * 40}-1-1", "0-1-1-٣", "0-1-1-1\n"],
)
def test_an_invalid_place_shows_the_first_page(key, alice, bob, client_for):
    tables = many_tables(2, alice, bob)
    answer = client_for(alice).get("/tables/", {"after": key})
    assert answer.status_code == 200 and listed(answer.content.decode()) == tables[::-1]


def test_a_place_survives_a_round_trip():
    place = Place(1, NOW + timedelta(microseconds=7), NOW, 12)
    assert place_in(str(place)) == place


def test_unread_lines_are_counted_on_every_page(alice, bob, client_for):
    tables = many_tables(22, alice, bob)
    for pk in (tables[0], tables[-1]):
        line_say(bob, pk, text="Ahoy")
    client = client_for(alice)
    first = client.get("/tables/").content.decode()
    second = client.get(link(first, "Less urgent")).content.decode()
    assert first.count("1 new line") == second.count("1 new line") == 1


def test_a_page_takes_the_same_queries_for_any_number_of_tables(alice, bob, client_for):
    counts = []
    for more in (5, 20, 300):
        many_tables(more, alice, bob)
        client = client_for(alice)
        address = link(client.get("/tables/").content.decode(), "Less urgent") or "/tables/"
        for path in ("/tables/", address):
            with CaptureQueriesContext(connection) as asked:
                assert client.get(path).status_code == 200
            counts.append(len(asked))
    assert max(counts) <= MOST, counts


def test_without_active_games_one_press_starts_one_against_a_bot(alice, client_for):
    client = client_for(alice)
    page = client.get("/tables/").content.decode()
    assert "No active games" in page and 'name="title" value="captivate"' in page
    answer = client.post("/play/", {"title": "captivate", "level": "deckhand"})
    assert answer.status_code == 302 and answer["Location"].startswith("/tables/")
