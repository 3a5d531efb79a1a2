"""A bot as caretaker: it plays for a player who ran out of time, until the player is back."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.models import MoveRecord, Notice, Seat, Table
from games.tables.lobby import USUAL, Pace
from games.web.tasks import sweep
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db
KEEP = Pace(USUAL.clock, Table.OnTimeout.CARETAKER)


def run_out(table, time_machine):
    time_machine.move_to(seat_of(table).deadline + timedelta(seconds=1))


@pytest.fixture
def table(alice, bob, time_machine):
    """Return a table where Alice ran out of time in her first turn, and the bot has played it."""
    made = running_table(alice, bob, pace=KEEP)
    run_out(made, time_machine)
    for _ in range(9):
        sweep()
    return made


def seat_of(table, number=0):
    return Seat.objects.get(table=table, number=number)


def test_a_bot_plays_for_a_player_who_ran_out_of_time(table, alice, bob, client_for):
    moves = MoveRecord.objects.filter(table=table, kind="move")
    assert moves and {(row.cause, row.seat, row.by) for row in moves} == {("caretaker", 0, None)}
    assert seat_of(table).is_kept and seat_of(table, 1).is_awaited
    table.refresh_from_db()
    assert table.has_bots and table.is_running
    for reader in (alice, bob, None):
        page = strip_tags(client_for(reader).get(f"/tables/{table.pk}/").content.decode())
        assert "Alice Ardent ran out of time. A bot plays until they return." in page
        assert "(by a bot as caretaker)" in page
        assert ("m back" in page) == (reader == alice)


def test_the_player_is_notified_once_and_not_for_each_move(table, alice):
    kinds = list(Notice.objects.filter(user=alice).values_list("kind", flat=True))
    assert kinds.count("timeout") == 1 and kinds.count("turn") <= 1


def mail_of_the_time_out(time_machine):
    """Return the email, which is held for some minutes in case there is other news."""
    time_machine.move_to(timezone.now() + timedelta(minutes=20))
    sweep()
    [told] = [message for message in mail.outbox if ": time-out: " in message.subject]
    return told


def test_the_email_says_that_a_bot_plays_for_the_player(table, alice, time_machine):
    told = mail_of_the_time_out(time_machine)
    assert told.to == [alice.email]
    for text in (told.body, told.alternatives[0][0]):
        assert ": a bot plays for you until you say" in text


def test_an_email_about_another_time_out_mentions_no_bot(alice, bob, time_machine):
    made = running_table(alice, bob)
    run_out(made, time_machine)
    sweep()
    assert "a bot plays" not in mail_of_the_time_out(time_machine).body


def test_games_with_a_caretaker_are_not_compared(table, alice, bob, client_for):
    """From then on, no reply times are recorded at the table."""
    before = User.objects.get(pk=bob.pk).replies
    for move in (first_move(table, 1), '{"type":"end"}'):
        post_move(client_for(bob), table, move)
    assert User.objects.get(pk=bob.pk).replies == before == []


def test_a_returning_player_decides_again(table, alice, bob, client_for):
    back = f"/tables/{table.pk}/return/"
    assert client_for(bob).post(back).status_code == 302 and seat_of(table).is_kept
    assert client_for(alice).post(back).status_code == 302
    assert not seat_of(table).is_kept and seat_of(table).timeouts == 0
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "Alice Ardent is back." in page
    client_for(bob).post(back)
    for move in (first_move(table, 1), '{"type":"end"}'):
        post_move(client_for(bob), table, move)
    count = MoveRecord.objects.filter(table=table).count()
    sweep()
    assert seat_of(table).is_awaited and seat_of(table).think_at is None
    assert MoveRecord.objects.filter(table=table).count() == count


def test_only_the_seats_player_can_return(table, charlie, client_for):
    assert client_for(charlie).post(f"/tables/{table.pk}/return/").status_code == 403
    assert client_for(None).post(f"/tables/{table.pk}/return/")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("act", ["return", "move"])
def test_a_move_of_the_bot_that_waits_is_dropped_when_she_acts(
    act, alice, bob, client_for, time_machine, settings
):
    made, settings.BOT_ANSWER_MS = running_table(alice, bob, pace=KEEP), 1000
    run_out(made, time_machine)
    sweep()
    sweep()
    assert seat_of(made).thought
    if act == "move":
        post_move(client_for(alice), made, first_move(made, 0))
    else:
        client_for(alice).post(f"/tables/{made.pk}/return/")
    count = MoveRecord.objects.filter(table=made).count()
    assert (seat_of(made).thought, seat_of(made).think_at) == ("", None)
    time_machine.shift(2)
    sweep()
    assert MoveRecord.objects.filter(table=made).count() == count


def test_the_players_own_move_ends_the_caretakers_service(alice, bob, client_for):
    made = running_table(alice, bob, pace=KEEP)
    Seat.objects.filter(table=made, number=0).update(is_kept=True, think_at=timezone.now())
    assert post_move(client_for(alice), made, first_move(made, 0)).status_code == 302
    seat = seat_of(made)
    assert not seat.is_kept and seat.think_at is None and seat.is_awaited


def test_without_the_option_no_caretaker_plays(alice, bob, time_machine):
    made = running_table(alice, bob)
    run_out(made, time_machine)
    sweep()
    sweep()
    assert {row.cause for row in MoveRecord.objects.filter(table=made, kind="move")} == {"timeout"}
    assert not seat_of(made).is_kept


def test_the_caretaker_option_is_offered_for_new_tables(alice, client_for):
    form = {"seats": 2, "admission": "open", "seating": "joined", "option_memory": "assisted"}
    client_for(alice).post("/tables/new/captivate/", {**form, "on_timeout": "caretaker"})
    made = Table.objects.get()
    assert made.on_timeout == "caretaker"
    assert "A bot plays for the player" in client_for(alice).get(f"/tables/{made.pk}/").content.decode()
    assert not mail.outbox
