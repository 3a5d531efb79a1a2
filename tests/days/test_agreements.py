"""Agreements are proposed, answered, and carried out once all agree; outsiders can do nothing."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.html import strip_tags

from games.clock.clocks import DAY, HOUR, Bank, Fixed, NoClock
from games.models import MoveRecord, Notice, Proposal, Seat, Table
from games.tables.access import table_for
from games.tables.lobby import Pace
from games.web.tasks import sweep
from tests.play import fingerprint, first_move, post_move, running_table

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'


def propose(client, table, kind, **fields):
    return client.post(f"/tables/{table.pk}/propose/", {"propose": kind, **fields})


def answer(client, table, word, proposal=None):
    proposal = proposal or Proposal.objects.latest("pk").pk
    return client.post(f"/tables/{table.pk}/answer/", {"proposal": proposal, "answer": word})


def deadlines(table):
    return [seat.deadline for seat in Seat.objects.filter(table=table).order_by("number")]


def test_each_of_the_cast_gets_the_right_answer(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    before = fingerprint(table)
    assert propose(client_for(charlie), table, "end").status_code == 403
    assert "/login/" in propose(client_for(None), table, "end")["Location"]
    for kind, fields in (
        ("win", {}),
        ("", {}),
        ("pause", {}),
        ("pause", {"days_pause": 31}),
        ("extend", {"days_extend": "x"}),
    ):
        assert propose(client_for(alice), table, kind, **fields).status_code == 400
    assert propose(client_for(alice), table, "resume").status_code == 409
    assert fingerprint(table) == before and not Proposal.objects.exists()
    assert propose(client_for(alice), table, "end").status_code == 302
    assert answer(client_for(charlie), table, "yes").status_code == 403
    assert answer(client_for(bob), table, "perhaps").status_code == 400
    assert answer(client_for(bob), table, "yes", proposal=999).status_code == 409
    assert Table.objects.get(pk=table.pk).is_running


def test_only_players_vote_at_a_private_table(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    assert propose(client_for(charlie), table, "end").status_code == 404
    assert answer(client_for(charlie), table, "yes", proposal=1).status_code == 404


def test_agreeing_to_end_shares_first_place(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    client_for(charlie).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    propose(client_for(alice), table, "end")
    assert answer(client_for(bob), table, "yes").status_code == 302
    table.refresh_from_db()
    assert table.is_finished and table.reason == "agreed"
    assert [seat.rank for seat in table.seats.order_by("number")] == [1, 1, 3]
    assert not Seat.objects.filter(table=table, is_awaited=True).exists() and deadlines(table) == [None] * 3
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "The players agreed to end the game." in page and "?card=" not in page


def test_calling_a_game_off_leaves_no_result(alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    propose(client_for(alice), table, "cancel")
    answer(client_for(bob), table, "yes")
    table.refresh_from_db()
    assert table.status == Table.Status.CANCELLED and table.finished_at
    assert [seat.rank for seat in table.seats.all()] == [None, None]
    assert post_move(client_for(alice), table, first_move(table, 0)).status_code == 409
    assert "called this game off" in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert not Seat.objects.filter(is_live=True).exists()
    assert not Seat.objects.filter(is_awaited=True).exists() and deadlines(table) == [None, None]


def test_the_log_says_who_agreed_and_who_did_not(alice, bob, charlie, client_for):
    def log():
        return strip_tags(client_for(alice).get(f"/tables/{table.pk}/log/").content.decode())

    table = running_table(alice, bob, charlie)
    propose(client_for(alice), table, "end")
    assert "Bob Bosun agrees" not in log() and "declined" not in log()
    answer(client_for(bob), table, "yes")
    assert "Bob Bosun agrees." in log()
    answer(client_for(charlie), table, "no")
    assert "Charlie Chart declined." in log() and "now everybody does" not in log()
    propose(client_for(bob), table, "pause", days_pause=3)
    answer(client_for(alice), table, "yes")
    answer(client_for(charlie), table, "yes")
    assert "Charlie Chart agrees, and now everybody does: " in log()


def test_a_player_who_left_cannot_vote(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    client_for(charlie).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    assert propose(client_for(charlie), table, "end").status_code == 403
    propose(client_for(alice), table, "end")
    assert answer(client_for(charlie), table, "no").status_code == 403
    assert Proposal.objects.get().status == Proposal.Status.OPEN


def test_a_paused_table_cannot_be_paused_again(alice, bob, client_for):
    table = running_table(alice, bob)
    propose(client_for(alice), table, "pause", days_pause=3)
    answer(client_for(bob), table, "yes")
    assert propose(client_for(bob), table, "pause", days_pause=3).status_code == 409
    assert Proposal.objects.count() == 1


def test_all_must_agree_and_one_no_closes_a_proposal(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    propose(client_for(alice), table, "end")
    answer(client_for(bob), table, "yes")
    assert Table.objects.get(pk=table.pk).is_running
    answer(client_for(charlie), table, "no")
    assert Proposal.objects.get().status == Proposal.Status.DECLINED
    assert answer(client_for(bob), table, "yes").status_code == 409
    assert propose(client_for(alice), table, "end").status_code == 409  # only once a day
    assert propose(client_for(bob), table, "end").status_code == 302
    assert propose(client_for(charlie), table, "cancel").status_code == 409  # only one at a time


def test_a_vote_can_be_withdrawn_before_all_have_agreed(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    propose(client_for(alice), table, "end")
    answer(client_for(bob), table, "yes")
    answer(client_for(bob), table, "no")
    answer(client_for(charlie), table, "yes")
    assert Table.objects.get(pk=table.pk).is_running


@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_proposal_can_be_answered_only_at_its_table(word, alice, bob, charlie, client_for):
    here, there = running_table(alice, bob), running_table(alice, charlie)
    propose(client_for(alice), there, "end")
    before = fingerprint(here), fingerprint(there)
    assert answer(client_for(bob), here, word).status_code == 409
    assert answer(client_for(alice), here, word).status_code == 409
    assert (fingerprint(here), fingerprint(there)) == before
    assert Proposal.objects.get().status == Proposal.Status.OPEN


def test_a_pause_stops_all_clocks_and_keeps_the_time_left(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, title="captn-eli", pace=Pace(Fixed(DAY)))
    time_machine.move_to(timezone.now() + timedelta(hours=20), tick=False)
    before = deadlines(table)
    propose(client_for(alice), table, "pause", days_pause=7)
    answer(client_for(bob), table, "yes")
    assert deadlines(table) == [None, None]
    time_machine.move_to(timezone.now() + timedelta(days=6), tick=False)
    sweep()
    assert not MoveRecord.objects.filter(cause="timeout").exists()
    propose(client_for(bob), table, "resume")
    answer(client_for(alice), table, "yes")
    assert [after - earlier for after, earlier in zip(deadlines(table), before, strict=True)] == [
        pytest.approx(timedelta(days=6), abs=timedelta(seconds=1))
    ] * 2


def test_a_pause_ends_automatically(alice, bob, client_for, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    table = running_table(alice, bob, pace=Pace(Fixed(DAY)))
    propose(client_for(alice), table, "pause", days_pause=2)
    answer(client_for(bob), table, "yes")
    post_move(client_for(alice), table, first_move(table, 0))
    post_move(client_for(alice), table, END)
    assert Seat.objects.get(table=table, number=1).remaining == DAY
    time_machine.move_to(timezone.now() + timedelta(days=2), tick=False)  # exactly to that moment
    sweep()
    table.refresh_from_db()
    assert not table.is_paused and deadlines(table) == [None, timezone.now() + timedelta(days=1)]
    assert "The pause is over." in client_for(bob).get(f"/tables/{table.pk}/").content.decode()


def test_an_extension_gives_days_to_the_awaited_seats(alice, bob, client_for):
    table = running_table(alice, bob)
    before = deadlines(table)[0]
    propose(client_for(alice), table, "extend", days_extend=3)
    answer(client_for(bob), table, "yes")
    assert deadlines(table) == [before + timedelta(days=3), None]
    assert (
        propose(
            client_for(alice), running_table(alice, bob, pace=Pace(NoClock())), "extend", days_extend=3
        ).status_code
        == 409
    )


@pytest.mark.parametrize(("days", "left"), [(2, 3 * DAY), (4, 2 * DAY)])
def test_agreed_days_are_used_before_the_bank(days, left, alice, bob, client_for, time_machine):
    """Three days are added to a bank of three. The seat uses the agreed days first."""
    time_machine.move_to(timezone.now(), tick=False)
    table = running_table(alice, bob, pace=Pace(Bank(3 * DAY, 12 * HOUR, 7 * DAY)))
    propose(client_for(alice), table, "extend", days_extend=3)
    answer(client_for(bob), table, "yes")
    time_machine.shift(timedelta(days=days))
    for move in (first_move(table, 0), END):
        post_move(client_for(alice), table, move)
    assert Seat.objects.get(table=table, number=0).bank == left + 12 * HOUR


def test_leaving_closes_the_open_proposal(alice, bob, charlie, client_for):
    table = running_table(alice, bob, charlie)
    propose(client_for(alice), table, "end")
    answer(client_for(bob), table, "yes")
    client_for(charlie).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    assert Proposal.objects.get().status == Proposal.Status.LAPSED
    assert Table.objects.get(pk=table.pk).is_running


def test_nobody_can_agree_alone(alice, bob, client_for):
    table = running_table(alice, bob)
    Seat.objects.filter(table=table, number=1).update(is_offered=True)
    assert propose(client_for(alice), table, "cancel").status_code == 409


def test_an_unanswered_proposal_lapses(alice, bob, client_for, time_machine):
    table = running_table(alice, bob, pace=Pace(NoClock()))
    propose(client_for(alice), table, "end")
    time_machine.move_to(timezone.now() + timedelta(days=7, seconds=1), tick=False)
    assert answer(client_for(bob), table, "yes").status_code == 409
    assert "proposes to end the game" in client_for(bob).get(f"/tables/{table.pk}/log/").content.decode()
    assert "I agree" not in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert propose(client_for(bob), table, "end").status_code == 302


def test_only_voters_see_the_question(alice, bob, charlie, client_for):
    table = running_table(alice, bob)
    propose(client_for(alice), table, "pause", days_pause=7)
    words = "Alice Ardent proposes to stop all clocks for 7 days."
    pages = [
        client_for(reader).get(f"/tables/{table.pk}/").content.decode()
        for reader in (alice, bob, charlie, None)
    ]
    assert all(words in page for page in pages)
    assert ["I agree" in page for page in pages] == [False, True, False, False]
    assert ["Take it back" in page for page in pages] == [True, False, False, False]
    assert ["Make a proposal" in page for page in pages] == [False] * 4


def test_the_others_pages_are_updated_at_once(
    alice, bob, charlie, client_for, django_capture_on_commit_callbacks
):
    table = running_table(alice, bob, charlie)
    Notice.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        propose(client_for(alice), table, "end")
    assert sorted(message.to for message in mail.outbox) == [[bob.email], [charlie.email]]


def test_the_others_are_emailed(alice, bob, client_for, django_capture_on_commit_callbacks):
    table = running_table(alice, bob)
    Notice.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        propose(client_for(alice), table, "end")
    assert [message.to for message in mail.outbox] == [[bob.email]]


def test_votes_do_not_make_a_page_stale_nor_stop_an_undo(alice, bob, client_for):
    table = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, table, first_move(table, 0), ply=0)
    propose(client_for(bob), table, "end")
    assert post_move(client, table, first_move(table, 0), ply=1).status_code == 302
    propose(client_for(alice), table, "pause", days_pause=1)
    ply = Table.objects.get(pk=table.pk).ply
    assert client.post(f"/tables/{table.pk}/undo/", {"ply": ply}).status_code == 302
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "<s>Bob Bosun proposes" not in page and "Bob Bosun proposes" in page


def test_has_proposal_is_known_however_the_table_was_read(alice, bob, client_for, django_assert_num_queries):
    table = running_table(alice, bob)
    propose(client_for(alice), table, "end")
    with django_assert_num_queries(1):
        assert table_for(bob, table.pk).has_proposal
    with django_assert_num_queries(2):
        assert Table.objects.get(pk=table.pk).has_proposal
    answer(client_for(bob), table, "no")
    assert not table_for(bob, table.pk).has_proposal and not Table.objects.get(pk=table.pk).has_proposal
