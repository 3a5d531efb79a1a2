"""Get more time: a reminder links to a page that asks; only posting it spends or proposes anything."""

import re
from datetime import time, timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.models import Notice, Proposal, Seat
from tests.notices.conftest import NOON, fixed

pytestmark = pytest.mark.django_db
LINK = re.compile(r"http://localhost:8000(/accounts/more-time/[^/\s\"]+/)")


@pytest.fixture
def reminded(bobs_turn, clock):
    """Return a table whose reminder has just been emailed to Bob, and the link in it."""
    table = bobs_turn()
    clock(hours=48)
    message = mail.outbox[-1]
    (link,) = LINK.findall(message.body)
    assert LINK.findall(message.alternatives[0].content) == [link]
    return table, link


def deadline():
    return Seat.objects.get(user__username="bob").deadline


def test_only_reminders_have_the_link(bobs_turn, clock):
    bobs_turn()
    clock(minutes=1)
    assert "your turn" in mail.outbox[-1].subject and not LINK.findall(mail.outbox[-1].body)


def test_a_digest_has_the_link_beside_a_table_with_a_reminder(bobs_turn, bob, clock, choose):
    choose(bob, digest_time=time(7), digest_at=NOON + timedelta(days=1, hours=19))
    table = bobs_turn()
    bobs_turn(pace=fixed(hours=24 * 9))
    clock(days=2, hours=19)
    message = mail.outbox[-1]
    assert len(LINK.findall(message.body)) == len(LINK.findall(message.alternatives[0].content)) == 1
    first = message.body.partition("It's your turn in Captivate")[0]
    assert "left for your move in Captivate" in first and f"Table {table.pk}," in first and LINK.search(first)


def test_the_reminder_says_how_much_time_is_available(bobs_turn, clock, bob):
    User.objects.filter(pk=bob.pk).update(
        vacations=[["2027-01-01", "2027-01-12"], ["2026-12-20", "2026-12-28"]]
    )
    bobs_turn()
    clock(hours=48)
    words = "You have 18 days of vacation left in 2027; the players can agree on up to 7 more days."
    message = mail.outbox[-1]
    assert words in message.body and words in message.alternatives[0].content
    clock(minutes=1, look=False)
    assert not any("of vacation left" in other.body for other in mail.outbox if other is not message)


def test_logged_out_readers_reach_the_page_through_the_log_in(reminded, client_for):
    _, link = reminded
    for ask in (client_for(None).get, client_for(None).post):
        answer = ask(link, {"way": "vacation", "days": "1"})
        assert answer.status_code == 302 and answer.url.startswith(
            "/accounts/login/?next=/accounts/more-time/"
        )
    assert deadline() == NOON + timedelta(days=3)


def test_a_get_changes_nothing(reminded, client_for, bob):
    _, link = reminded
    page = client_for(bob).get(link, {"way": "vacation", "days": "1"}).content.decode()
    for words in (
        "30 days left in 2027",
        "Saturday 12:00 (UTC)",
        "It begins on Saturday 13 Mar",
        "can still add 96 hours",
    ):
        assert words in page
    assert deadline() == NOON + timedelta(days=3) and not Proposal.objects.exists()


def test_vacation_can_be_taken_for_a_move(reminded, client_for, bob):
    table, link = reminded
    answer = client_for(bob).post(link, {"way": "vacation", "days": "2"})
    assert (answer.status_code, answer.url) == (302, f"/tables/{table.pk}/")
    assert deadline() == NOON + timedelta(days=5, hours=2)  # Saturday and Sunday, noon on Monday, the margin
    assert User.objects.get(pk=bob.pk).vacations == [["2027-03-13", "2027-03-14"]]
    assert "28 days left in 2027" in client_for(bob).get(link).content.decode()


def test_used_up_vacation_is_refused(reminded, client_for, bob):
    _, link = reminded
    User.objects.filter(pk=bob.pk).update(vacations=[["2027-01-01", "2027-01-30"]])
    answer = client_for(bob).post(link, {"way": "vacation", "days": "1"})
    assert answer.status_code == 422 and "You have 0 vacation days left" in answer.content.decode()
    assert deadline() == NOON + timedelta(days=3)


def test_more_time_can_be_proposed_once(reminded, client_for, alice, bob):
    table, link = reminded
    assert client_for(bob).post(link, {"way": "propose", "days": "3"}).status_code == 302
    made = Proposal.objects.get(table=table)
    assert (made.kind, made.days, made.by, deadline()) == ("extend", 3, bob, NOON + timedelta(days=3))
    assert Notice.objects.filter(user=alice, kind="proposal").exists()
    assert client_for(bob).post(link, {"way": "propose", "days": "3"}).status_code == 409


@pytest.mark.parametrize("data", [{}, {"way": "steal", "days": "1"}, {"way": "vacation", "days": "8"}])
def test_bad_input_is_refused(reminded, client_for, bob, data):
    assert client_for(bob).post(reminded[1], data).status_code == 422
    assert deadline() == NOON + timedelta(days=3)


def test_the_link_is_for_one_person_and_one_question(reminded, client_for, alice, bob, hand_over):
    table, link = reminded
    assert client_for(alice).post(link, {"way": "propose", "days": "1"}).status_code == 403
    assert client_for(bob).get(f"{link[:-2]}x/").status_code == 404
    hand_over(table)
    for ask in (client_for(bob).get, client_for(bob).post):
        answer = ask(link, {"way": "vacation", "days": "1"})
        assert (answer.status_code, answer.url) == (302, f"/tables/{table.pk}/")
    assert not Proposal.objects.exists() and User.objects.get(pk=bob.pk).vacations == []
