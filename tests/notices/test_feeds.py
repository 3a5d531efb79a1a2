"""Private feeds of a player's deadlines: they need a token, can be revoked, and contain no duplicates."""

import re
from xml.etree import ElementTree

import pytest
from django.core import mail

from accounts.models import User
from games.models import Preferences
from games.notices.feeds import calendar_of
from tests.notices.conftest import fixed
from tests.play import running_table

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def addresses(client_for, bob):
    """Return a function that renews Bob's feeds and returns their URLs."""

    def make():
        assert client_for(bob).post("/notifications/feeds/").status_code == 302
        page = client_for(bob).get("/notifications/").content.decode()
        return re.findall(r'href="(/feeds/[0-9a-f-]{36}/deadlines\.(?:ics|atom))"', page)

    return make


def unfolded(text):
    return text.replace("\r\n ", "").split("\r\n")


def test_the_calendar_has_an_event_at_each_deadline(bobs_turn, addresses, client_for):
    tables = [bobs_turn(), bobs_turn(pace=fixed(hours=5)), bobs_turn()]
    answer = client_for(None).get(addresses()[0])
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = unfolded(answer.content.decode())
    starts = [line for line in lines if line.startswith("DTSTART")]
    assert starts == ["DTSTART:20270310T170000Z", "DTSTART:20270313T120000Z", "DTSTART:20270313T120000Z"]
    assert f"SUMMARY:Deadline: Captivate with Alice Ardent (table {tables[1].pk})" in lines
    assert f"URL:http://localhost:8000/tables/{tables[1].pk}/" in lines
    assert (lines[0], lines[1], lines[-2:]) == ("BEGIN:VCALENDAR", "VERSION:2.0", ["END:VCALENDAR", ""])


def test_the_calendar_has_everything_that_programs_need(bobs_turn, addresses, client_for, bob):
    table = bobs_turn()
    seat = table.seats.get(user=bob)
    assert unfolded(client_for(None).get(addresses()[0]).content.decode()) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Captain's Table//Deadlines//EN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Captain's Table: my deadlines",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        "BEGIN:VEVENT",
        f"UID:seat-{seat.pk}-{seat.turn_ply}@localhost",
        "DTSTAMP:20270310T120000Z",
        "SEQUENCE:1",
        "DTSTART:20270313T120000Z",
        f"SUMMARY:Deadline: Captivate with Alice Ardent (table {table.pk})",
        f"URL:http://localhost:8000/tables/{table.pk}/",
        f"DESCRIPTION:http://localhost:8000/tables/{table.pk}/",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_lines_are_short_and_names_are_text(bobs_turn, alice, addresses, client_for):
    alice.display_name = "Ünïcödé; comma, \\ back and so on 😀 long"
    alice.save()
    bobs_turn()
    text = client_for(None).get(addresses()[0]).content
    assert all(len(line) <= 75 for line in text.split(b"\r\n")) and b"\n" not in text.replace(b"\r\n", b"")
    assert r"Ünïcödé\; comma\, \\ back and so on 😀 long" in "\n".join(unfolded(text.decode()))


def test_the_atom_feed_lists_deadlines_nearest_first(bobs_turn, addresses, client_for):
    slow, quick = bobs_turn(), bobs_turn(pace=fixed(hours=5))
    answer = client_for(None).get(addresses()[1])
    feed = ElementTree.fromstring(answer.content)  # noqa: S314  # our own
    links = [entry.find(f"{ATOM}link").get("href") for entry in feed.findall(f"{ATOM}entry")]
    assert links == [f"http://localhost:8000/tables/{table.pk}/" for table in (quick, slow)]
    assert "until 2027-03-10 17:00 UTC" in feed.find(f"{ATOM}entry/{ATOM}title").text
    assert feed.find(f"{ATOM}updated").text == "2027-03-10T12:00:00+00:00"


def test_feeds_emails_and_webhooks_show_times_to_the_minute(bobs_turn, addresses, client_for, clock):
    """The exact second would reveal when another player moved."""
    clock(seconds=37)
    bobs_turn()
    clock(minutes=5)
    calendar, atom = (client_for(None).get(address).content.decode() for address in addresses())
    for kind in ("DTSTAMP", "DTSTART"):
        assert re.findall(rf"{kind}:\d{{8}}T\d{{4}}(\d\d)Z", calendar) == ["00"]
    assert set(re.findall(r"T\d\d:\d\d:(\S\S)", atom)) == {"00"}
    (told,) = mail.outbox
    assert told.message()["Date"].endswith(":00 +0000")


def test_an_unchanged_feed_is_not_sent_again(bobs_turn, addresses, client_for, clock, hand_over):
    table = bobs_turn()
    for address in addresses():
        first = client_for(None).get(address)
        clock(hours=1, look=False)
        again = client_for(None).get(address, headers={"if-none-match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "private" in first.headers["Cache-Control"]
    hand_over(table)
    assert client_for(None).get(address, headers={"if-none-match": first.headers["ETag"]}).status_code == 200


def test_feeds_can_be_revoked_and_renewed(addresses, client_for, bob):
    old = addresses()
    new = addresses()
    assert set(old).isdisjoint(new)
    assert [client_for(None).get(address).status_code for address in (*old, *new)] == [404, 404, 200, 200]
    client_for(bob).post("/notifications/feeds/", {"revoke": "1"})
    assert [client_for(bob).get(address).status_code for address in new] == [404, 404]
    assert Preferences.objects.get(pk=bob.pk).feed_token is None


def test_feeds_contain_only_the_owners_deadlines(alice, bob, addresses, client_for, clock):
    running_table(alice, bob)  # it is Alice's turn
    ics, atom = addresses()
    assert b"VEVENT" not in client_for(None).get(ics).content
    assert b"<entry>" not in client_for(None).get(atom).content
    bob.is_active = False
    bob.save()
    assert client_for(None).get(ics).status_code == 404


def test_similar_names_are_distinguished_in_feeds_and_emails(
    bobs_turn, alice, bob, addresses, client_for, clock
):
    User.objects.filter(pk=alice.pk).update(display_name=f"{bob.display_name}b")
    bobs_turn()
    clock(minutes=5)
    told = f"with {bob.display_name}b (@alice)"
    assert told in client_for(None).get(addresses()[0]).content.decode().replace("\r\n ", "")
    assert told in mail.outbox[0].subject


def test_feeds_take_few_queries(bobs_turn, addresses, client_for, django_assert_max_num_queries):
    for _ in range(4):
        bobs_turn()
    for address in addresses():
        with django_assert_max_num_queries(4):
            client_for(None).get(address)


def test_an_empty_calendar_is_valid():
    assert calendar_of([]).startswith("BEGIN:VCALENDAR\r\n") and calendar_of([]).endswith("END:VCALENDAR\r\n")


def test_stamps_change_when_the_deadline_has_moved_and_only_then(
    bobs_turn, alice, bob, addresses, client_for, clock
):
    table = bobs_turn()
    ics, atom = addresses()

    def stamps():
        lines = unfolded(client_for(None).get(ics).content.decode())
        feed = ElementTree.fromstring(client_for(None).get(atom).content)  # noqa: S314  # our own
        named = [line for line in lines if line.split(":")[0] in ("UID", "DTSTAMP", "DTSTART", "SEQUENCE")]
        return [*(line.split(":")[1] for line in named), feed.find(f"{ATOM}entry/{ATOM}updated").text]

    uid, *first = stamps()
    assert first == ["20270310T120000Z", "1", "20270313T120000Z", "2027-03-10T12:00:00+00:00"]
    clock(hours=2)
    say = {"propose": "extend", "days_extend": "2"}
    assert (
        client_for(alice).post(f"/tables/{table.pk}/propose/", say).status_code == 302
    )  # a change, but no move
    assert stamps() == [uid, *first]
    clock(minutes=7)
    agree = {"proposal": table.proposals.get().pk, "answer": "yes"}
    assert client_for(bob).post(f"/tables/{table.pk}/answer/", agree).status_code == 302
    assert stamps() == [uid, "20270310T140700Z", "2", "20270315T120000Z", "2027-03-10T14:07:00+00:00"]


@pytest.mark.parametrize(("query", "lines"), [("", 0), ("?alarm=240", 2)])
def test_an_alarm_is_added_on_request(bobs_turn, addresses, client_for, query, lines):
    bobs_turn(), bobs_turn()
    text = client_for(None).get(addresses()[0] + query).content.decode()
    assert text.count("TRIGGER:-PT4H\r\n") == text.count("BEGIN:VALARM") == text.count("END:VALARM") == lines


@pytest.mark.parametrize("alarm", ["0", "soon", "-5", "99999999999999999999"])
def test_an_invalid_alarm_is_ignored(addresses, client_for, alarm):
    assert client_for(None).get(f"{addresses()[0]}?alarm={alarm}").status_code == 400
