"""Emails: one for each turn, with news and links, including one to unsubscribe; never lost, never sent twice."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.links import unsubscribe_token
from games.engine.codec import dump_state
from games.models import Notice, Table
from games.notices.delivery.claim import ATTEMPTS
from games.notices.delivery.decide import GRACE
from games.web.tasks import notice_send, sweep
from tests.play import first_move, post_move, running_table
from tests.titles.cannonades.positions import position

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'


@pytest.fixture
def turn_of_bob(alice, bob, client_for, django_capture_on_commit_callbacks):
    """Return a table where alice has played her turn, and its notices are sent."""
    table = running_table(alice, bob)
    Notice.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        post_move(client_for(alice), table, first_move(table, 0))
        post_move(client_for(alice), table, END)
    return table


def test_the_email_has_the_news_and_links_to_the_table(turn_of_bob, bob):
    (message,) = mail.outbox
    assert message.to == [bob.email]
    assert message.subject == f"Captivate {turn_of_bob.pk} with Alice Ardent: your turn"
    for text in (message.body, message.alternatives[0].content):
        assert "Alice Ardent plays" in text and "Alice Ardent ends the turn" in text
        assert "are dealt" not in text  # news for somebody who hasn't moved yet
        assert f"http://localhost:8000/tables/{turn_of_bob.pk}/" in text
    assert message.alternatives[0].mimetype == "text/html"


def test_the_email_about_an_answer_out_of_turn_says_what_is_asked(
    alice, bob, client_for, django_capture_on_commit_callbacks
):
    table = running_table(alice, bob, title="cannonades")
    Notice.objects.all().delete()
    Table.objects.filter(pk=table.pk).update(state=dump_state(position("(O0) (P0) | BG PY\n(B2) R0 | BG PY")))
    table.seats.filter(number=0).update(is_awaited=True, asked_ply=0)
    table.seats.filter(number=1).update(is_awaited=False, awaited_since=None)
    with django_capture_on_commit_callbacks(execute=True):
        move = '{"type":"shoot","card":"blue-green","seat":1,"berth":0}'
        assert post_move(client_for(alice), table, move).status_code == 302
    (message,) = mail.outbox
    assert message.subject == f"Cannonades {table.pk} with Alice Ardent: your answer"
    for text in (message.body, message.alternatives[0].content):
        assert "Cannonades: you have a question to answer" in text
        assert "Your Blue 2 grins: choose what it does." in text


def test_one_email_a_turn_however_often_the_task_runs(turn_of_bob):
    notice = Notice.objects.get()
    for _ in range(3):
        notice_send(notice.pk)
        sweep()
    assert len(mail.outbox) == 1
    assert Notice.objects.get().status == Notice.Status.SENT


def test_one_click_unsubscribes(turn_of_bob, bob, client_for):
    header = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    assert mail.outbox[0].extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = header.removeprefix("http://localhost:8000")
    assert client_for(None).get(address).status_code == 200
    bob.refresh_from_db()
    assert bob.mail_turns  # a GET changes nothing
    assert client_for(None).post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    bob.refresh_from_db()
    assert not bob.mail_turns


def test_a_tampered_unsubscribe_link_is_refused(bob, client_for):
    token = unsubscribe_token(bob.pk)
    assert client_for(None).post(f"/mail/stop/{token[:-2]}xx/").status_code == 404
    bob.refresh_from_db()
    assert bob.mail_turns


def test_players_who_turned_emails_off_get_none(alice, bob, client_for, django_capture_on_commit_callbacks):
    bob.mail_turns = False
    bob.save()
    table = running_table(alice, bob)
    with django_capture_on_commit_callbacks(execute=True):
        post_move(client_for(alice), table, first_move(table, 0))
        post_move(client_for(alice), table, END)
    assert mail.outbox == []
    assert Notice.objects.get(user=bob, kind="turn").reason_words == "emails are off"


def test_the_sweep_finds_a_lost_hint(alice, bob, client_for):
    table = running_table(alice, bob)  # on-commit callbacks do not run here, as if the process had died
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert mail.outbox == []
    sweep()
    assert [message.to for message in mail.outbox] == [[bob.email]]


def test_a_turn_made_in_the_meantime_is_not_emailed(alice, bob, client_for, time_machine):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    post_move(client_for(bob), table, first_move(table, 1))
    post_move(client_for(bob), table, END)
    sweep()
    assert mail.outbox == []  # Alice has just moved herself
    assert Notice.objects.get(user=bob, kind="turn").status == Notice.Status.SUPPRESSED
    time_machine.move_to(timezone.now() + GRACE)
    sweep()
    assert [message.to for message in mail.outbox] == [[alice.email]]
    news = mail.outbox[0].body
    assert "Bob Bosun ends the turn" in news and "Alice Ardent ends the turn" not in news  # her own last ply


def test_a_dead_workers_claim_is_taken_over(turn_of_bob, time_machine):
    Notice.objects.update(status=Notice.Status.CLAIMED, claimed_at=timezone.now())
    mail.outbox.clear()
    sweep()
    assert mail.outbox == []
    time_machine.move_to(timezone.now() + timedelta(minutes=6))
    sweep()
    assert len(mail.outbox) == 1


def test_a_failure_is_recorded_and_retried_later(turn_of_bob, settings, time_machine):
    Notice.objects.update(status=Notice.Status.DUE, attempts=0, due_at=timezone.now())
    settings.EMAIL_BACKEND = "no.such.Backend"
    for _ in range(ATTEMPTS):
        sweep()
        time_machine.move_to(timezone.now() + timedelta(hours=2))
    notice = Notice.objects.get()
    assert notice.status == Notice.Status.FAILED and notice.attempts == ATTEMPTS
    assert notice.reason_words == "couldn't be delivered" and "ModuleNotFoundError" in notice.detail


def test_the_end_of_the_game_is_emailed_with_the_result(
    alice, bob, client_for, django_capture_on_commit_callbacks
):
    table = running_table(alice, bob)
    with django_capture_on_commit_callbacks(execute=True):
        client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    (message,) = mail.outbox
    assert message.to == [bob.email] and message.subject.endswith(": game over")
    assert "Alice Ardent: rank 2" in message.body
