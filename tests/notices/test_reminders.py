"""Reminders: at the chosen offsets, once for each deadline, never after the move."""

from datetime import time, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.days import agreements
from games.ledger.reminders import Wishes, next_reminder, offset_reached, reminders_write
from games.models import Notice, Seat
from tests.notices.conftest import NOON, fixed, subjects, told
from tests.play import running_table

WISHES = Wishes((24 * 60, 4 * 60))


@pytest.mark.parametrize(
    ("left", "following", "reached"),
    [
        (timedelta(days=3), timedelta(days=2), None),
        (timedelta(hours=24), timedelta(hours=20), 24 * 60),
        (timedelta(hours=23), timedelta(hours=19), 24 * 60),
        (timedelta(hours=4), None, 4 * 60),
        (timedelta(minutes=1), None, 4 * 60),
        (timedelta(0), None, None),
        (timedelta(days=-1), None, None),
    ],
)
def test_reminders_are_before_the_deadline_and_after_now(left, following, reached):
    deadline = NOON + left
    assert next_reminder(deadline, WISHES, NOON) == (None if following is None else NOON + following)
    assert offset_reached(deadline, WISHES, NOON) == reached
    assert next_reminder(None, WISHES, NOON) is None


@pytest.mark.django_db
def test_the_default_reminders_come_once_each(bobs_turn, bob, clock):
    bobs_turn()
    clock(minutes=1)
    clock(hours=47, minutes=50)
    assert len(subjects(bob)) == 1  # only the email about the turn
    for _ in range(3):
        clock(minutes=20)
    clock(hours=19, minutes=20)
    clock(hours=1)
    number = Seat.objects.first().table_id
    whats = ("your turn", "24 hours left for your move", "4 hours left for your move")
    assert subjects(bob) == [f"Captivate {number} with Alice Ardent: {what}" for what in whats]
    for told_, left in zip(mail.outbox, (None, "24 hours left", "4 hours left"), strict=True):
        assert left is None or f"{left} for your move in Captivate" in told_.body
    assert "You have until Saturday 12:00 (UTC), in 4 hours." in mail.outbox[-1].body


@pytest.mark.django_db
def test_two_missed_reminders_become_one(bobs_turn, bob, clock):
    bobs_turn()
    clock(hours=69)
    assert [kind for kind, *_ in told(bob)] == ["turn", "reminder"]
    assert Notice.objects.get(kind="reminder").offset == 240
    number = Seat.objects.first().table_id
    assert subjects(bob) == [f"Captivate {number} with Alice Ardent: 3 hours left for your move"]


@pytest.mark.django_db
def test_no_reminder_for_a_turn_already_made(bobs_turn, bob, clock, hand_over):
    table = bobs_turn()
    clock(hours=48, look=False)
    assert reminders_write(NOON + timedelta(hours=48)) == 1
    hand_over(table)
    assert Seat.objects.get(table=table, user=bob).remind_at is None
    clock(hours=1)
    assert ("reminder", "suppressed", "no longer your turn") in told(bob)
    clock(hours=20)
    assert subjects(bob) == []


@pytest.mark.django_db
def test_a_moved_deadline_is_reminded_again(bobs_turn, alice, bob, clock):
    table = bobs_turn()
    clock(hours=49)
    proposal = agreements.proposal_make(bob, table.pk, kind="extend", days=1)
    agreements.proposal_answer(alice, table.pk, proposal_id=proposal.pk, is_yes=True)
    assert Seat.objects.get(table=table, user=bob).deadline == NOON + timedelta(days=4)
    clock(hours=22)
    assert [kind for kind, *_ in told(bob)].count("reminder") == 1
    clock(hours=1)
    about = Notice.objects.filter(kind="reminder").values_list("about", "offset")
    assert sorted(about) == [(NOON + timedelta(days=3), 1440), (NOON + timedelta(days=4), 1440)]


@pytest.mark.django_db
def test_no_reminder_of_a_deadline_that_moved_before_sending(bobs_turn, alice, bob, clock):
    table = bobs_turn()
    clock(hours=48, look=False)
    assert reminders_write(NOON + timedelta(hours=48)) == 1
    proposal = agreements.proposal_make(bob, table.pk, kind="extend", days=1)
    agreements.proposal_answer(alice, table.pk, proposal_id=proposal.pk, is_yes=True)
    clock(hours=1)
    assert ("reminder", "suppressed", "the deadline has moved") in told(bob)
    assert not any("hours left" in subject for subject in subjects(bob))


@pytest.mark.django_db
def test_each_player_chooses_offsets_and_can_change_them(bobs_turn, bob, clock, choose, client_for):
    choose(bob, offsets=[720])
    table = bobs_turn()
    assert Seat.objects.get(table=table, user=bob).remind_at == NOON + timedelta(hours=60)
    answers = {
        "offsets": ["60", "2880"],
        "rhythm": "each",
        "mail": "on",
        "talk": "all",
        "webhook_kind": "plain",
    }
    assert client_for(bob).post("/notifications/", answers).status_code == 302
    assert Seat.objects.get(table=table, user=bob).remind_at == NOON + timedelta(hours=24)
    assert client_for(bob).post("/notifications/", answers | {"offsets": []}).status_code == 302
    clock(hours=71)
    assert subjects(bob) == [f"Captivate {table.pk} with Alice Ardent: your turn"]


@pytest.mark.django_db
def test_two_simultaneous_sweeps_write_a_reminder_once(bobs_turn, bob, clock):
    bobs_turn()
    clock(hours=48, look=False)
    seat = Seat.objects.get(user=bob)
    for _ in range(2):
        Seat.objects.filter(pk=seat.pk).update(remind_at=seat.remind_at)  # as another sweep has read it
        assert reminders_write(NOON + timedelta(hours=48)) == 1
    assert Notice.objects.filter(kind="reminder").count() == 1


@pytest.mark.django_db
def test_players_who_left_are_notified_only_of_the_end(alice, bob, charlie, clock, client_for):
    table = running_table(alice, bob, charlie)
    client_for(charlie).post(f"/tables/{table.pk}/resign/", {"ply": table.ply})
    Notice.objects.create(user=charlie, table=table, kind="turn", ply=99, due_at=NOON)
    clock(minutes=1)
    assert ("turn", "suppressed", "you have left this table") in told(charlie)
    client_for(bob).post(f"/tables/{table.pk}/resign/", {"ply": table.ply})
    for _ in range(5):
        clock(days=1)
    assert [subject.split(": ")[1] for subject in subjects(charlie)] == ["game over"]


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["quiet hours", "night", "both"])
def test_reminders_due_at_night_are_sent_before(bobs_turn, bob, clock, choose, way):
    """NOON is 13:00 in Berlin. The reminder four hours before 8:00 would be sent at 4:00."""
    nights = {"time_zone": "Europe/Berlin"}
    if way != "quiet hours":
        nights |= {"sleep_from": time(22), "sleep_to": time(6)}
    User.objects.filter(pk=bob.pk).update(**nights)
    if way != "night":
        choose(bob, quiet_from=time(21), quiet_until=time(7))
    bobs_turn(pace=fixed(hours=19))
    begin = 21 if way == "night" else 20
    clock(minutes=1)
    assert Seat.objects.get(user=bob).remind_at == NOON + timedelta(hours=begin - 13)
    clock(hours=begin - 13, minutes=-2)
    assert len(subjects(bob)) == 1
    clock(minutes=1)
    assert len(subjects(bob)) == 2
    while timezone.now() < NOON + timedelta(hours=18):
        clock(minutes=30)
        assert len(subjects(bob)) == 2
    assert [kind for kind, *_ in told(bob)] == ["turn", "reminder"]


@pytest.mark.django_db
def test_a_new_calendar_reschedules_reminders(bobs_turn, bob, client_for):
    bobs_turn(pace=fixed(hours=19))
    assert Seat.objects.get(user=bob).remind_at == NOON + timedelta(hours=15)
    client_for(bob).post("/accounts/calendar/", {"sleep_from": "22:00", "sleep_to": "06:00"})
    assert Seat.objects.get(user=bob).remind_at == NOON + timedelta(hours=9)
    assert Seat.objects.get(user=bob).deadline == NOON + timedelta(hours=19)
