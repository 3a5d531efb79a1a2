"""What is sent now, later or never: acting, muting, quiet hours, merging, the daily digest."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from accounts.models import User
from games.models import Decision, Notice, Preferences
from games.notices.delivery.decide import end_of_quiet_hours
from games.notices.services import next_digest
from games.web.tasks import sweep
from tests.notices.conftest import NOON, fixed, subjects, told
from tests.play import first_move, post_move, running_table

LISBON = ZoneInfo("Europe/Lisbon")


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        (time(22), time(8), utc(2027, 1, 5, 21, 59), None),
        (time(22), time(8), utc(2027, 1, 5, 22), utc(2027, 1, 6, 8)),
        (time(22), time(8), utc(2027, 1, 6, 7, 59), utc(2027, 1, 6, 8)),
        (time(22), time(8), utc(2027, 1, 6, 8), None),
        (time(9), time(17), utc(2027, 1, 6, 12), utc(2027, 1, 6, 17)),
        (time(8), time(8), utc(2027, 1, 6, 12), None),
        (None, time(8), utc(2027, 1, 6, 12), None),
        # The night when Lisbon's clocks go forward, and a night in summer, when Lisbon is an hour ahead of UTC.
        (time(22), time(8), utc(2027, 3, 27, 23), utc(2027, 3, 28, 7)),
        (time(22), time(8), utc(2027, 7, 1, 21), utc(2027, 7, 2, 7)),
    ],
)
def test_quiet_hours_end_by_the_players_local_time(begin, end, now, until):
    quiet = Preferences(quiet_from=begin, quiet_until=end).quiet_hours(LISBON.key)
    assert end_of_quiet_hours(quiet, now) == until


@pytest.mark.parametrize(
    ("at", "after", "following"),
    [
        (time(8), utc(2027, 1, 5, 7), utc(2027, 1, 5, 8)),
        (time(8), utc(2027, 1, 5, 8), utc(2027, 1, 6, 8)),
        (time(8), utc(2027, 3, 27, 9), utc(2027, 3, 28, 7)),
        (None, utc(2027, 1, 5, 8), None),
    ],
)
def test_the_digest_comes_at_its_hour_in_the_players_zone(at, after, following):
    assert next_digest(at, LISBON, after) == following


pytestmark = pytest.mark.django_db


def test_notices_to_players_who_just_moved_are_decided_again(alice, bob, clock, hand_over, client_for):
    table = running_table(alice, bob)
    hand_over(table)  # Alice plays her turn
    hand_over(table)  # Bob plays his turn: Alice is to act again, right after her own move
    clock(minutes=1)
    assert told(alice, kind="turn", ply__gt=0) == [("turn", "due", "you have just moved there")]
    clock(minutes=3)
    assert subjects(alice) == []
    clock(minutes=2)
    assert len(subjects(alice)) == 1 and told(alice, kind="turn", ply__gt=0) == [("turn", "sent", "")]


def test_players_who_move_in_time_get_no_notice(alice, bob, clock, hand_over):
    table = running_table(alice, bob)
    hand_over(table)
    hand_over(table)
    clock(minutes=1)
    hand_over(table)  # Alice sees it without a notice
    clock(minutes=6)
    assert subjects(alice) == []
    assert ("turn", "suppressed", "no longer your turn") in told(alice)


def test_being_active_elsewhere_delays_nothing(bobs_turn, alice, bob, clock, hand_over):
    elsewhere = running_table(alice, bob)
    hand_over(elsewhere)
    hand_over(elsewhere)  # Bob has just moved at another table
    bobs_turn()
    clock(seconds=5)
    assert len(subjects(bob)) == 1


def test_a_muted_table_sends_only_how_it_ended(bobs_turn, alice, bob, client_for, clock):
    table = bobs_turn()
    assert client_for(bob).post(f"/tables/{table.pk}/mute/").status_code == 302
    clock(minutes=1)
    clock(hours=50)
    assert told(bob) == [
        ("turn", "suppressed", "you have muted this table"),
        ("reminder", "suppressed", "you have muted this table"),
    ]
    client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 2})
    clock(minutes=1)
    assert [subject.split(": ")[1] for subject in subjects(bob)] == ["game over"]


def test_quiet_hours_hold_notices_until_they_end(bobs_turn, bob, clock, choose):
    choose(bob, quiet_from=time(11), quiet_until=time(14))
    bobs_turn()
    clock(minutes=1)
    assert told(bob) == [("turn", "due", "your quiet hours")]
    assert Notice.objects.get(user=bob).due_at == NOON + timedelta(hours=2)
    clock(minutes=118)
    assert subjects(bob) == []
    clock(minutes=1)
    assert len(subjects(bob)) == 1


def test_near_deadlines_override_quiet_hours_only_if_chosen(bobs_turn, bob, clock, choose):
    choose(bob, quiet_from=time(11), quiet_until=time(14))
    bobs_turn(pace=fixed(hours=2.5))
    clock(minutes=1)
    assert subjects(bob) == [] and told(bob) == [("turn", "due", "your quiet hours")]
    choose(bob, rings_when_near=True)
    clock(minutes=119)
    bobs_turn(pace=fixed(hours=2.5))
    clock(minutes=1)
    assert len(subjects(bob)) == 1


@pytest.mark.parametrize("kind", ["turn", "timeout", "decision"])
def test_the_night_of_the_calendar_is_quiet_too(bobs_turn, alice, bob, clock, choose, kind):
    User.objects.filter(pk=bob.pk).update(time_zone="Europe/Berlin", sleep_from=time(12), sleep_to=time(15))
    table = bobs_turn(pace=fixed(hours=1))
    if kind == "decision":
        decision = Decision.objects.create(kind="warn", person=bob, by=alice, reason="Be kind.")
        Notice.objects.filter(user=bob).update(kind=kind, table=None, ply=0, decision=decision, about=NOON)
    else:
        Notice.objects.filter(user=bob, table=table).update(kind=kind)
    clock(minutes=1)
    assert told(bob) == [(kind, "due", "night in your calendar")]
    assert Notice.objects.get(user=bob).due_at == NOON + timedelta(hours=2)  # 15:00 in Berlin


def test_many_tables_make_one_mail_the_most_urgent_first(bobs_turn, bob, clock):
    slow, quick = bobs_turn(), bobs_turn(pace=fixed(hours=6))
    clock(minutes=1)
    (message,) = mail.outbox
    assert message.subject == f"2 tables are waiting for you: Captivate {quick.pk} and Captivate {slow.pk}"
    assert message.body.startswith("2 tables are waiting for you\n")
    assert message.body.index(f"/tables/{quick.pk}/") < message.body.index(f"/tables/{slow.pk}/")
    lead, merged = Notice.objects.get(table=quick), Notice.objects.get(table=slow)
    assert (lead.status, merged.status, merged.merged_into) == ("sent", "merged", lead)
    assert lead.claim == merged.claim


def test_notices_that_follow_soon_are_merged(bobs_turn, bob, clock):
    bobs_turn()
    clock(minutes=1)
    for _ in range(2):
        bobs_turn()
        clock(minutes=1)
    assert told(bob, status="due") == [("turn", "due", "waiting to be sent with others")] * 2
    clock(minutes=6)
    assert len(subjects(bob)) == 1
    clock(minutes=2)
    (together,) = subjects(bob)[1:]
    assert together.startswith("2 tables are waiting for you: Captivate ")


def test_the_daily_digest_lists_waiting_tables_by_urgency(bobs_turn, alice, bob, clock, choose, client_for):
    slow, quick = bobs_turn(), bobs_turn(pace=fixed(hours=36))
    answers = {
        "offsets": [],
        "rhythm": "daily",
        "digest_time": "18:00",
        "mail": "on",
        "talk": "mentions",
        "webhook_kind": "plain",
    }
    assert client_for(bob).post("/notifications/", answers).status_code == 302
    over = running_table(alice, bob)
    client_for(alice).post(f"/tables/{over.pk}/resign/", {"ply": 0})
    clock(minutes=1)
    assert subjects(bob) == [] and told(bob)[0] == ("turn", "due", "waiting for your daily digest")
    clock(hours=6)
    (message,) = [each for each in mail.outbox if each.to == [bob.email]]
    assert message.subject.startswith("2 tables are waiting for you: Captivate ")
    places = [message.body.index(f"/tables/{table.pk}/") for table in (quick, slow, over)]
    assert places == sorted(places)
    assert sorted(told(bob)) == [
        ("digest", "sent", ""),
        ("finished", "merged", ""),
        *[("turn", "merged", "")] * 2,
    ]


def test_the_digest_comes_every_day_while_something_waits(bobs_turn, bob, clock, choose, hand_over):
    table = bobs_turn()
    choose(bob, offsets=[], digest_time=time(18), digest_at=NOON + timedelta(hours=6))
    clock(hours=6)
    clock(hours=1)
    clock(hours=23)
    assert subjects(bob) == [f"Captivate {table.pk} with Alice Ardent: your turn"] * 2
    hand_over(table)
    clock(hours=24)
    assert len(subjects(bob)) == 2
    assert Preferences.objects.get(pk=bob.pk).digest_at == NOON + timedelta(days=3, hours=6)


def test_near_deadlines_do_not_wait_for_the_digest(bobs_turn, bob, clock, choose):
    choose(bob, digest_time=time(18), digest_at=NOON + timedelta(hours=6))
    bobs_turn(pace=fixed(hours=5))
    clock(minutes=1)
    clock(hours=1)
    assert [kind for kind, *_ in told(bob, status="sent")] == ["turn", "reminder"]


def test_an_invitation_to_a_closed_table_is_not_sent(alice, bob, clock, client_for):
    from games.tables import lobby

    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    lobby.seat_invite(alice, table.pk, name="bob")
    lobby.table_cancel(alice, table.pk)
    clock(seconds=1)
    assert told(bob) == [("invitation", "suppressed", "the table is no longer open")]


def test_a_notice_is_not_delayed_indefinitely(bobs_turn, bob, clock, client_for):
    """The player's own moves keep delaying a notice, but only while the player keeps moving."""
    table = bobs_turn()
    post_move(client_for(bob), table, first_move(table, 1))
    for _ in range(4):
        sweep()
    assert told(bob, kind="turn") == [("turn", "due", "you have just moved there")]
    clock(minutes=6)
    assert told(bob, kind="turn") == [("turn", "sent", "")]
