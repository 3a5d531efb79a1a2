"""Where deadlines, clocks and reply times are shown: lists, /next/, open tables, the form, emails."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.clock.clocks import DAY, HOUR, Bank, Fixed, NoClock
from games.days import deadlines
from games.models import Seat, Table
from games.tables.lobby import Pace
from games.tables.words import clock_words, reply_words
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'
FORM = {"seats": 2, "admission": "open", "seating": "joined", "option_memory": "assisted"}
FRIDAY = datetime(2024, 11, 22, 18, 40, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _friday(time_machine):
    time_machine.move_to(FRIDAY, tick=False)


def create(client, **fields):
    return client.post("/tables/new/captivate/", {**FORM, **fields})


@pytest.mark.parametrize(
    ("fields", "clock"),
    [
        ({}, Fixed(3 * DAY)), ({"clock": "day"}, Fixed(DAY)), ({"clock": "week"}, Fixed(7 * DAY)),
        ({"clock": "bank"}, Bank(3 * DAY, 12 * HOUR, 7 * DAY)), ({"clock": "none"}, NoClock()),
        ({"clock": "own-fixed", "own_move": 36, "own_answer": 40}, Fixed(36 * HOUR, 40 * HOUR)),
        ({"clock": "own-bank", "own_start": 10, "own_increment": 2, "own_cap": 20, "own_answer": 8},
         Bank(10 * HOUR, 2 * HOUR, 20 * HOUR, 8 * HOUR)),
    ],
)  # fmt: skip
def test_a_clock_is_chosen_with_the_table(fields, clock, alice, client_for):
    assert create(client_for(alice), on_timeout="lose", offers_seats="on", **fields).status_code == 302
    table = Table.objects.get()
    assert (table.timing, table.on_timeout, table.offers_seats) == (clock, "lose", True)


@pytest.mark.parametrize(
    "fields",
    [{"clock": "hourglass"}, {"clock": "own-fixed"}, {"clock": "own-fixed", "own_move": 0, "own_answer": 12},
     {"clock": "own-fixed", "own_move": 1441, "own_answer": 12}, {"on_timeout": "shoot"},
     {"clock": "own-bank", "own_start": 30, "own_increment": 2, "own_cap": 20, "own_answer": 8},
     {"clock": "own-bank", "own_start": "x", "own_increment": 2, "own_cap": 20, "own_answer": 8}],
)  # fmt: skip
def test_an_invalid_clock_creates_no_table(fields, alice, client_for):
    answer = create(client_for(alice), **fields)
    assert answer.status_code == 400 and "errorlist" in answer.content.decode()
    assert not Table.objects.exists()


def test_an_open_table_and_the_lobby_show_the_clock(alice, bob, client_for):
    create(client_for(alice), clock="bank", offers_seats="on")
    table = Table.objects.get()
    words = "ank of 3 days, plus 12 hours per move, up to 7 days"
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert words in page and "at least 12 hours" in page and "to take over the seat" in page
    assert words in client_for(None).get("/lobby/").content.decode()


def test_the_usual_reply_time_is_shown_before_joining_and_at_the_table(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, pace=Pace(Fixed(7 * DAY)))
    for hours in (1, 2, 5, 9, 30):
        time_machine.move_to(timezone.now() + timedelta(hours=hours), tick=False)
        for user, seat in ((alice, 0), (bob, 1)):
            post_move(client_for(user), table, first_move(table, seat))
            post_move(client_for(user), table, END)
    assert User.objects.get(pk=alice.pk).replies == [HOUR * hours for hours in (1, 2, 5, 9, 30)]
    assert "usually within 9 hours" in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    create(client_for(alice))
    opened = Table.objects.latest("pk")
    for address in ("/lobby/", f"/tables/{opened.pk}/"):
        assert "usually within 9 hours" in client_for(None).get(address).content.decode()


def test_lists_and_next_are_sorted_by_deadline(alice, bob, client_for, time_machine):
    paces = (Pace(NoClock()), Pace(Fixed(3 * DAY)), Pace(Fixed(DAY)), Pace(Fixed(2 * DAY)))
    none, three, one, two = (running_table(alice, bob, pace=pace).pk for pace in paces)
    client = client_for(alice)
    page = client.get("/tables/").content.decode()
    places = [page.index(f"/tables/{number}/") for number in (one, two, three, none)]
    assert places == sorted(places)
    assert "Waiting for you until Saturday 18:40, in 24 hours" in strip_tags(page)
    skipped = ""
    for number in (one, two, three, none):
        assert client.get(f"/next/?skip={skipped}")["Location"] == f"/tables/{number}/"
        skipped += f"{number},"


def test_everybody_reads_the_deadline_in_their_own_zone(alice, bob, client_for):
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    table = running_table(alice, bob, pace=Pace(Fixed(2 * DAY)))
    for reader, words in (
        (alice, "Monday 03:40, in 2 days"),
        (bob, "Sunday 18:40, in 2 days"),
        (None, "Sunday 18:40"),
    ):
        assert words in strip_tags(client_for(reader).get(f"/tables/{table.pk}/").content.decode())


def test_the_email_shows_the_same_deadline(alice, bob, client_for, django_capture_on_commit_callbacks):
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    table = running_table(alice, bob, pace=Pace(Fixed(2 * DAY)))
    post_move(client_for(alice), table, first_move(table, 0))
    with django_capture_on_commit_callbacks(execute=True):
        post_move(client_for(alice), table, END)
    (message,) = (message for message in mail.outbox if message.to == [bob.email])
    for text in (message.body, message.alternatives[0].content):
        assert "Monday 03:40 (Asia/Tokyo), in 2 days" in text


def test_pages_take_few_queries(alice, bob, charlie, client_for, django_assert_max_num_queries):
    table = running_table(alice, bob, charlie)
    client_for(alice).post(f"/tables/{table.pk}/propose/", {"propose": "end"})
    Seat.objects.filter(table=table, number=2).update(is_offered=True)
    for reader, most in ((alice, 11), (bob, 11), (None, 7)):
        client = client_for(reader)
        with django_assert_max_num_queries(most):
            assert client.get(f"/tables/{table.pk}/").status_code == 200


def test_move_takes_few_queries(alice, bob, client_for, django_assert_max_num_queries):
    table = running_table(alice, bob)
    client = client_for(alice)
    for move, most in ((first_move(table, 0), 13), (END, 18)):  # with a savepoint and a query for the ply
        with django_assert_max_num_queries(most):
            assert post_move(client, table, move).status_code == 302


def test_due_seats_are_found_by_an_index(alice, bob):
    for _ in range(3):
        running_table(alice, bob)
    plan = Seat.objects.filter(is_awaited=True, deadline__lte=timezone.now()).order_by("deadline").explain()
    assert "seat_due" in plan or "Seq Scan" in plan  # PostgreSQL scans a table this small
    assert deadlines.seats_due(timezone.now()) == []


def test_words():
    assert clock_words(Fixed(36 * HOUR)) == "36 hours per move"
    assert clock_words(Fixed(DAY)) == "1 day per move"
    spans = [(None, ""), (60, "usually within 1 hour"), (9 * HOUR, "usually within 9 hours"),
             (36 * HOUR, "usually within 36 hours"), (37 * HOUR, "usually within 2 days")]  # fmt: skip
    assert all(reply_words(seconds) == words for seconds, words in spans)
