"""A table's emails form one thread, say what the site did for the reader, and name the time zone and games."""

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.clock.clocks import Fixed
from games.days.deadlines import deadline_enforce
from games.models import Notice, Seat
from games.tables.lobby import Pace
from tests.notices.conftest import fixed
from tests.play import play_near_end, running_table

pytestmark = pytest.mark.django_db


def test_all_emails_of_a_table_are_one_thread_with_distinct_ids(bobs_turn, bob, clock):
    table = bobs_turn()
    clock(minutes=1)
    clock(hours=48)
    clock(hours=25)
    sent = [message.message() for message in mail.outbox if message.to == [bob.email]]
    assert len(sent) == 3 and len({each["Message-ID"] for each in sent}) == 3
    root = f"<table-{table.pk}@localhost>"
    for each in sent:
        assert each["In-Reply-To"] == each["References"] == root != each["Message-ID"]
        assert each["List-Id"] == f"Captivate {table.pk} <table-{table.pk}.localhost>"
        assert each["Subject"].startswith(f"Captivate {table.pk} with Alice Ardent: ")


def test_an_email_about_several_tables_is_in_no_thread_and_names_the_games(bobs_turn, bob, clock):
    tables = [bobs_turn(pace=fixed(hours=60 + more)) for more in range(5)]
    clock(minutes=1)
    (sent,) = [message for message in mail.outbox if message.to == [bob.email]]
    names = [f"Captivate {table.pk}" for table in tables]
    assert sent.subject == f"5 tables are waiting for you: {', '.join(names[:3])} and 2 more"
    message = sent.message()
    assert message["In-Reply-To"] is message["References"] is None
    assert message["List-Id"] == "Captain's Table <tables.localhost>"


def test_only_tables_that_wait_are_counted_and_named_as_waiting(bobs_turn, alice, bob, clock):
    over = running_table(alice, bob)
    tables = [bobs_turn(pace=fixed(hours=60 + more)) for more in range(2)]
    play_near_end(over, [alice, bob], left=0)
    clock(minutes=1)
    (sent,) = [message for message in mail.outbox if message.to == [bob.email]]
    names = " and ".join(f"Captivate {table.pk}" for table in tables)
    assert sent.subject == f"2 tables are waiting for you: {names}"
    assert "Your game of Captivate is over" in sent.body
    assert f"How to check: http://localhost:8000/tables/{over.pk}/chance/" in sent.body


def test_others_are_listed_in_natural_words(alice, bob, charlie, clock):
    table = running_table(alice, bob, charlie)
    clock(minutes=1)
    (subject,) = [message.subject for message in mail.outbox if message.to == [alice.email]]
    assert subject == f"Captivate {table.pk} with Bob Bosun and Charlie Chart: your turn"


def test_a_deadline_names_the_readers_zone(bobs_turn, bob, clock):
    User.objects.filter(pk=bob.pk).update(time_zone="America/New_York")
    bobs_turn()
    clock(minutes=1)
    for text in (mail.outbox[-1].body, mail.outbox[-1].alternatives[0].content):
        assert "You have until Saturday 07:00 (America/New York), in 3 days." in text


def test_a_mail_says_that_the_site_played_and_how_many_more_cost_the_seat(
    bobs_turn, alice, bob, clock, hand_over
):
    table = bobs_turn(pace=Pace(Fixed(72 * 3600), offers_seats=True))
    Notice.objects.all().delete()
    says = (
        "we played a move for you; 2 more time-outs in a row and you lose your seat",
        "we played a move for you; 1 more time-out in a row and you lose your seat",
        "your seat is open for takeover until you make your move",
    )
    for number, words in enumerate(says, 1):
        clock(hours=72, minutes=1)
        clock(minutes=11)
        told = [message for message in mail.outbox if message.to == [bob.email]][-1]
        assert told.subject == f"Captivate {table.pk} with Alice Ardent: time-out: {words}"
        for text in (told.body, told.alternatives[0].content):
            assert f"You ran out of time for a move in Captivate: {words}" in text
            assert number > 2 or "(time-out: played automatically)" in text
        if number < 3:
            hand_over(table)  # Alice plays on
            clock(minutes=11)
    assert Seat.objects.get(table=table, user=bob).is_offered


def test_a_time_out_is_in_the_subject_even_with_a_next_turn(bobs_turn, alice, bob, clock, choose, hand_over):
    choose(bob, offsets=[])
    table = bobs_turn(pace=fixed(hours=72))
    clock(
        hours=71, minutes=55
    )  # the email of the turn is sent; news of the next ten minutes waits to be merged
    clock(minutes=6, look=False)
    deadline_enforce(Seat.objects.get(table=table, user=bob).pk)
    hand_over(table)  # Alice plays on
    clock(minutes=11)
    told = [message for message in mail.outbox if message.to == [bob.email]][-1]
    assert "It's your turn in Captivate" in told.body and "Captivate: we played a move for you" in told.body
    assert told.subject == (
        f"Captivate {table.pk} with Alice Ardent: time-out: "
        "we played a move for you; 2 more time-outs in a row and you lose your seat"
    )
    assert told.message()["References"] == f"<table-{table.pk}@localhost>"


def test_time_outs_at_several_tables_are_in_the_subject_of_their_one_mail(bobs_turn, bob, clock, choose):
    choose(bob, offsets=[])
    tables = [bobs_turn(pace=fixed(hours=72)) for _ in range(2)]
    clock(minutes=1)
    clock(hours=72)
    clock(minutes=11)
    (told,) = [message for message in mail.outbox if message.to == [bob.email]][1:]
    names = " and ".join(f"Captivate {table.pk}" for table in tables)
    assert told.subject == f"2 time-outs: {names}"


def test_an_email_about_a_table_and_something_else_names_the_game(bobs_turn, bob, clock):
    table = bobs_turn()
    about = {"about": timezone.now(), "due_at": timezone.now()}
    Notice.objects.create(user=bob, kind=Notice.Kind.WEBHOOK_OVER, channel=Notice.Channel.MAIL, **about)
    clock(minutes=1)
    (told,) = [message for message in mail.outbox if message.to == [bob.email]]
    assert told.subject == f"1 table is waiting for you: Captivate {table.pk}"
