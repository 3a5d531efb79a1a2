"""Decisions about people: made on pages of the admin, and seen by the people concerned."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.days import agreements
from games.models import Decision, MoveRecord, Notice, PersonJob, Table
from games.web.tasks import sweep
from tests.conftest import PASSWORD, person
from tests.play import first_move, post_move, records, running_table
from tests.staff import enter, log_in, person_with_role

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"
DECIDED = {
    "warn": {},
    "mute": {"days": "3"},
    "suspend": {"days": "3", "tables": "run"},
    "ban": {"tables": "run"},
    "rename": {"username": "robert", "display_name": "Robert"},
    "merge": {"into": "charlie"},
    "erase": {"tables": "leave", "repeated": "bob"},
}
MODERATORS = ("warn", "mute", "suspend")


def act(client, who, name, **data):
    return client.post(f"{PEOPLE}{who.pk}/act/{name}/", {"reason": "Spoke like a pirate", **data})


def decided(client, who, name, **data):
    """Do an action about a person, and return the decision."""
    answer = act(client, who, name, **{**DECIDED.get(name, {}), **data})
    assert answer.status_code == 302, answer.content.decode()
    return Decision.objects.latest("pk")


@pytest.fixture
def in_mails():
    """Run what is waiting for the commit, and return the emails to a person."""

    def mails(user):
        sweep()
        return [each for each in mail.outbox if each.to == [user.email]]

    return mails


@pytest.mark.parametrize("name", DECIDED)
def test_each_action_needs_a_permission_and_leaves_a_decision(
    name, moderator, administrator, player, bob, charlie
):
    for client in (player, Client()):
        assert act(client, bob, name, **DECIDED[name]).status_code == 302
    assert not Decision.objects.exists()
    allowed = moderator if name in MODERATORS else administrator
    if name not in MODERATORS:
        assert act(moderator, bob, name, **DECIDED[name]).status_code == 403
    assert allowed.get(f"{PEOPLE}{bob.pk}/act/{name}/").status_code == 200
    assert act(allowed, bob, name, **DECIDED[name], reason=" ").status_code == 422
    assert not Decision.objects.exists()
    decision = decided(allowed, bob, name)
    assert (decision.kind, decision.person, decision.reason) == (name, bob, "Spoke like a pirate")
    assert allowed.get(f"{PEOPLE}{bob.pk}/change/").status_code == 200


@pytest.mark.parametrize("name", DECIDED)
def test_moderators_cannot_judge_themselves_or_each_other(name, administrator, adam, moderator):
    assert act(administrator, adam, name, **{**DECIDED[name], "repeated": "adam"}).status_code in (403, 409)
    if name in MODERATORS:
        assert act(moderator, adam, name, **DECIDED[name]).status_code == 403
    assert not Decision.objects.exists()


@pytest.mark.parametrize("name", DECIDED)
def test_only_superusers_can_judge_a_superuser(name, administrator, bob):
    User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    person("charlie")  # the account to merge into
    refused = act(administrator, bob, name, **DECIDED[name])
    assert refused.status_code == 403 and "Only another superuser" in refused.content.decode()
    assert not Decision.objects.exists()
    root = enter(person("root", is_staff=True, is_superuser=True))
    assert decided(root, bob, name).person == bob


def test_a_warning_is_shown_on_every_page_until_confirmed(moderator, bob, in_mails):
    inside = log_in(bob)
    decision = decided(moderator, bob, "warn", reason="No <b>pirate</b> talk")
    for address in ("/tables/", "/lobby/", "/accounts/profile/"):
        page = inside.get(address).content.decode()
        assert "A moderator warned you." in page and "No &lt;b&gt;pirate&lt;/b&gt; talk" in page
        assert "Mona Mate" not in page
    assert "No <b>pirate</b> talk" in in_mails(bob)[0].body
    assert log_in(person("eve")).post(f"/decisions/{decision.pk}/read/").status_code == 404
    assert inside.get(f"/decisions/{decision.pk}/read/").status_code == 405
    inside.post(f"/decisions/{decision.pk}/read/")
    assert "warned you" not in inside.get("/tables/").content.decode()
    assert "warned you" in inside.get("/decisions/").content.decode()


def test_decisions_are_emailed_even_if_emails_are_off(moderator, bob, in_mails):
    User.objects.filter(pk=bob.pk).update(mail_turns=False)
    decided(moderator, bob, "mute")
    body = in_mails(bob)[0].body
    assert "muted you until" in body and "Spoke like a pirate" in body


def test_a_mute_lasts_for_days_or_permanently_and_can_be_undone(moderator, bob):
    assert act(moderator, bob, "mute").status_code == 422
    assert act(moderator, bob, "mute", days="3", permanently="on").status_code == 422
    decided(moderator, bob, "mute")
    bob.refresh_from_db()
    first = bob.muted_until
    assert timedelta(days=2) < first - timezone.now() < timedelta(days=4)
    second = decided(moderator, bob, "mute", days="", permanently="on")
    bob.refresh_from_db()
    assert bob.muted_until.year == 9999
    assert "muted permanently" in moderator.get(f"{PEOPLE}{bob.pk}/change/").content.decode()
    assert "permanently" in log_in(bob).get("/decisions/").content.decode()
    decided(moderator, bob, "undo", decision=second.pk)
    bob.refresh_from_db()
    assert bob.muted_until == first


def test_a_suspension_ends_all_sessions_and_the_log_in_page_says_why(moderator, bob, in_mails):
    inside = [log_in(bob), log_in(bob)]
    decided(moderator, bob, "suspend")
    assert [client.get("/tables/").status_code for client in inside] == [302, 302]
    answer = Client().post("/accounts/login/", {"login": "bob", "password": PASSWORD})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "suspended your account until" in page and "Spoke like a pirate" in page
    wrong = Client().post("/accounts/login/", {"login": "bob", "password": "not this"})
    assert "pirate" not in wrong.content.decode()
    body = in_mails(bob)[0].body
    assert "suspended your account until" in body and "Spoke like a pirate" in body


def test_a_suspension_ends_automatically_and_old_sessions_stay_closed(moderator, bob):
    inside = log_in(bob)
    decided(moderator, bob, "suspend")
    sweep()
    bob.refresh_from_db()
    assert not bob.is_active
    User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now())
    sweep()
    bob.refresh_from_db()
    assert bob.is_active and bob.suspended_until is None
    assert inside.get("/tables/").status_code == 302
    assert log_in(bob).get("/tables/").status_code == 200


def test_a_ban_outlasts_a_suspension_and_both_can_be_undone(administrator, bob):
    first = decided(administrator, bob, "suspend")
    second = decided(administrator, bob, "ban")
    assert act(administrator, bob, "suspend", days="1", tables="run").status_code == 409
    decided(administrator, bob, "undo", decision=first.pk)
    bob.refresh_from_db()
    assert not bob.is_active
    decided(administrator, bob, "undo", decision=second.pk)
    bob.refresh_from_db()
    assert bob.is_active
    assert act(administrator, bob, "undo", decision=second.pk).status_code == 422


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("run", ""),
        ("hold", "paused the table"),
        ("leave", "Bob Bosun"),
        ("offer", "seat for takeover"),
    ],
)
def test_running_tables_are_treated_as_chosen(what, told, moderator, alice, bob, charlie, drained):
    table = running_table(alice, bob, charlie, title="captivate")
    decided(moderator, bob, "suspend", tables=what)
    drained()
    table.refresh_from_db()
    seat = table.seats.get(number=1)
    assert (table.is_held, seat.has_left, seat.is_offered) == (
        what == "hold",
        what == "leave",
        what == "offer",
    )
    assert told in log_in(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "pirate" not in log_in(alice).get(f"/tables/{table.pk}/log/").content.decode()
    before = records(table)
    drained()
    assert records(table) == before
    if what == "leave":
        assert MoveRecord.objects.get(table=table, kind="leave").cause == "moderator"


@pytest.fixture
def drained():
    """Return a function that does all open jobs; a second call has nothing to do."""

    def drain():
        sweep()
        assert not PersonJob.objects.filter(done_at=None).exists()

    return drain


def test_paused_tables_resume_with_the_end_or_the_undo(moderator, alice, bob, drained):
    tables = [running_table(alice, bob) for _ in range(3)]
    decision = decided(moderator, bob, "suspend", tables="hold")
    drained()
    assert Table.objects.filter(is_held=True).count() == 3
    decided(moderator, bob, "undo", decision=decision.pk)
    drained()
    assert not Table.objects.filter(is_held=True).exists()
    assert post_move(log_in(alice), tables[2], first_move(tables[2], 0)).status_code == 302


def test_paused_tables_resume_when_the_suspension_ends(moderator, alice, bob, drained):
    running_table(alice, bob)
    decided(moderator, bob, "suspend", tables="hold")
    drained()
    User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now())
    Table.objects.update(paused_until=timezone.now())
    sweep()
    assert not Table.objects.get().is_paused


@pytest.mark.parametrize(("days", "tables"), [(1, "hold"), (3, "run"), (3, "leave")])
def test_a_later_suspension_ends_the_pause_of_an_earlier_one(
    days, tables, moderator, alice, bob, charlie, drained
):
    table = running_table(alice, bob, charlie)
    decided(moderator, bob, "suspend", tables="hold", days=30)
    drained()
    decided(moderator, bob, "suspend", tables=tables, days=days)
    drained()
    table.refresh_from_db()
    assert table.is_held == (tables == "hold")
    assert table.paused_until is None or table.paused_until < timezone.now() + timedelta(days=2)


def test_other_holds_outlast_a_suspension(moderator, alice, bob, charlie, drained):
    """A pause by the seats, one by a moderator, and one for another person."""
    agreed, held, shared = (running_table(charlie, bob) for _ in range(3))
    proposal = agreements.proposal_make(charlie, agreed.pk, kind="pause", days=20)
    agreements.proposal_answer(bob, agreed.pk, proposal_id=proposal.pk, is_yes=True)
    moderator.post(f"/admin/games/table/{held.pk}/act/hold/", {"days": 5, "reason": "a look"})
    decision = decided(moderator, bob, "suspend", tables="hold", days=10)
    decided(moderator, charlie, "suspend", tables="hold", days=4)
    drained()
    decided(moderator, bob, "undo", decision=decision.pk)
    drained()
    spans = {table.pk: table.paused_until - timezone.now() for table in Table.objects.all()}
    assert [round(spans[table.pk] / timedelta(days=1)) for table in (held, shared)] == [5, 4]
    User.objects.filter(pk=charlie.pk).update(suspended_until=None)
    Table.objects.filter(pk=agreed.pk).update(paused_until=timezone.now())
    sweep()
    agreed.refresh_from_db()
    assert not agreed.is_held and agreed.paused_until > timezone.now() + timedelta(days=19)


def test_a_suspended_person_leaves_or_closes_open_tables(moderator, alice, bob, charlie, client_for, drained):
    from games.tables import lobby

    own = lobby.table_create(bob, title="captivate", options={}, seats=3)
    joined = lobby.table_create(alice, title="captivate", options={}, seats=4)
    for user in (bob, charlie):
        lobby.seat_take(user, joined.pk)
    decided(moderator, bob, "suspend")
    drained()
    own.refresh_from_db()
    assert own.status == "cancelled"
    seats = joined.seats.order_by("number").values_list("number", "user__username")
    assert list(seats) == [(0, "alice"), (1, "charlie")]


def test_at_the_moderators_own_tables_the_clocks_decide(alice, bob, drained):
    mona = person_with_role("mona", "moderator")
    shared, other = running_table(mona, bob), running_table(alice, bob)
    decided(enter(mona), bob, "suspend", tables="leave")
    drained()
    assert [each.seats.get(user=bob).has_left for each in (shared, other)] == [False, True]


def test_many_tables_are_processed_one_by_one(moderator, alice, bob, drained, django_assert_max_num_queries):
    for _ in range(12):
        running_table(alice, bob)
    with django_assert_max_num_queries(60):
        decided(moderator, bob, "suspend", tables="leave")
    drained()
    assert not Table.objects.filter(status="running").exists()
    job = PersonJob.objects.get()
    assert job.past == Table.objects.latest("pk").pk


def test_others_see_a_new_name_and_the_change_can_be_undone(administrator, alice, bob, charlie):
    table = running_table(alice, bob)
    decision = decided(administrator, bob, "rename")
    page = log_in(alice).get(f"/tables/{table.pk}/").content.decode()
    assert "Robert" in page and "Bob Bosun" not in page
    assert act(administrator, bob, "rename", username="ALICE").status_code == 409
    assert act(administrator, bob, "rename", username="a b").status_code == 400
    assert act(administrator, bob, "rename", display_name="a\u202eb").status_code in (400, 422)
    assert act(administrator, bob, "rename").status_code == 409
    decided(administrator, bob, "undo", decision=decision.pk)
    bob.refresh_from_db()
    assert (bob.username, bob.display_name) == ("bob", "Bob Bosun")


def test_moderators_cannot_undo_an_administrators_decision(moderator, administrator, bob):
    decision = decided(administrator, bob, "ban")
    assert act(moderator, bob, "undo", decision=decision.pk).status_code == 403
    log = f"/admin/games/decision/{decision.pk}/act/undo/"
    assert moderator.post(log, {"reason": "No"}).status_code == 403
    assert administrator.post(log, {"reason": "A mistake"}).status_code == 302
    bob.refresh_from_db()
    assert bob.is_active


def test_decisions_are_notified_only_by_email(moderator, bob):
    decided(moderator, bob, "warn")
    assert list(Notice.objects.values_list("kind", "channel", "table")) == [("decision", "mail", None)]
