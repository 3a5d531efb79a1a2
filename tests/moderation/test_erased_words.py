"""An erased account: former names are also found in texts of others, and no vacation or report stays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import vacations
from accounts.models import User
from games.models import (
    AccessRecord,
    Decision,
    MoveRecord,
    PrivateNote,
    Report,
    ReportNote,
    Seat,
    Table,
    TalkLine,
)
from games.tables.packed import PACKED_AFTER, logs_pack
from tests.history.test_verify import exported, failures, resigned, started
from tests.moderation.acts import act, log_of
from tests.moderation.test_erase import erase
from tests.play import running_table
from tests.staff import log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob):
    return running_table(alice, bob)


def rename(client, who, **names):
    answer = client.post(f"/admin/accounts/user/{who.pk}/act/rename/", {"reason": "asked", **names})
    assert answer.status_code == 302, answer.content.decode()
    who.refresh_from_db()


def say(table, user, text):
    return TalkLine.objects.create(table=table, user=user, text=text)


def text_of(row):
    row.refresh_from_db()
    return row.text


def test_former_names_are_found_in_others_texts(table, administrator, alice, bob):
    lines = [say(table, alice, text) for text in ("Well played, Bob Bosun!", "@bob your turn", "Bob is slow")]
    lines[1].mentioned.add(bob)
    rename(administrator, bob, username="robert", display_name="Robert Rudder")
    lines += [say(table, alice, "Ahoy ROBERT RUDDER, hi robert, Roberta and @roberta")]
    erase(administrator, bob)
    nameless = f"Former player {bob.pk}"
    assert [text_of(line) for line in lines] == [
        f"Well played, {nameless}!", f"@former-player-{bob.pk} your turn", f"{nameless} is slow",
        f"Ahoy {nameless}, hi {nameless}, Roberta and @roberta",
    ]  # fmt: skip


def test_others_private_notes_keep_no_name_either(table, administrator, alice, bob):
    note = PrivateNote.objects.create(table=table, user=alice, text="Bob keeps the dragons back")
    erase(administrator, bob)
    assert text_of(note) == f"Former player {bob.pk} keeps the dragons back"


def test_words_that_only_resemble_a_name_stay(table, administrator, alice, bob, charlie):
    User.objects.filter(pk=bob.pk).update(username="will", display_name="Will")
    bob.refresh_from_db()
    mine = say(table, alice, "you will see, Will; goodwill, @willow")
    elsewhere = say(running_table(alice, charlie), alice, "Will they win?")
    erase(administrator, bob)
    assert text_of(mine) == f"you will see, Former player {bob.pk}; goodwill, @willow"
    assert text_of(elsewhere) == "Will they win?"


def test_reasons_of_decisions_and_looks_are_cleaned_in_the_audit_log_and_in_the_log(
    table, administrator, moderator, alice, bob, client_for
):
    act(moderator, table, "extend", days=1, reason="Bob Bosun is ill")
    AccessRecord.objects.create(table=table, ply=0, by=alice, reason="does bob cheat? Bob says no")
    assert "Bob Bosun is ill" in log_of(client_for(alice), table)
    erase(administrator, bob)
    nameless = f"Former player {bob.pk}"
    assert Decision.objects.get(kind="extend").reason == f"{nameless} is ill"
    assert AccessRecord.objects.get().reason == f"does bob cheat? {nameless} says no"
    log = log_of(client_for(alice), table)
    assert f"{nameless} is ill" in log and "Bob" not in log


def test_reasons_of_decisions_about_others_are_cleaned_too(
    table, administrator, moderator, alice, bob, charlie
):
    for person, reason in (alice, "Do not insult Bob Bosun"), (charlie, "Leave @bob alone: Bob is far away"):
        warned = moderator.post(f"/admin/accounts/user/{person.pk}/act/warn/", {"reason": reason})
        assert warned.status_code == 302
    erase(administrator, bob)
    nameless = f"Former player {bob.pk}"
    told = dict(Decision.objects.filter(kind="warn").values_list("person", "reason"))
    assert told[alice.pk] == f"Do not insult {nameless}"
    assert (
        told[charlie.pk] == f"Leave @former-player-{bob.pk} alone: Bob is far away"
    )  # never at a table with Bob


def test_a_packed_log_is_cleaned_too(table, administrator, moderator, alice, bob, client_for):
    act(moderator, table, "extend", days=1, reason="Bob Bosun is ill")
    client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": Table.objects.get().ply})
    Table.objects.update(finished_at=timezone.now() - 2 * PACKED_AFTER)
    assert logs_pack(timezone.now()) == 1
    erase(administrator, bob)
    log = log_of(client_for(alice), table)
    assert "is ill" in log and "Bob" not in log


def test_the_chain_of_the_log_holds_after_that(administrator, moderator, alice, bob, client):
    table = started(alice, bob)
    act(moderator, table, "extend", days=1, reason="Bob Bosun is ill")
    vacation_enter(bob)
    resigned(table)
    before = exported(client, table)
    assert failures(before) == []
    erase(administrator, bob)
    after = exported(client, table)
    assert failures(after) == [] and "Bob" not in str(after["entries"])
    assert [entry["link"] for entry in before["entries"]] == [entry["link"] for entry in after["entries"]]


def vacation_enter(user):
    """Enter a vacation of three days, starting tomorrow; returns its first day."""
    first = timezone.now().date() + timedelta(days=1)
    data = {"first": first.isoformat(), "last": (first + timedelta(days=2)).isoformat()}
    assert log_in(user).post("/accounts/calendar/vacation/", data).status_code == 302
    return first.isoformat()


def test_vacations_are_removed_from_logs_and_reckonings(administrator, alice, bob, client_for):
    table = running_table(alice, bob)
    today = timezone.now().date()
    first = vacation_enter(bob)
    Seat.objects.filter(user=bob).update(
        reckoning=[
            {"reason": "vacation", "at": f"{first}T00:00:00Z"},
            {"reason": "night", "at": f"{first}T00:00:00Z"},
        ]
    )
    assert "on vacation" in log_of(client_for(alice), table)
    erase(administrator, bob, tables="run")
    log = log_of(client_for(alice), table)
    assert "on vacation" not in log and f"Former player {bob.pk} announced a vacation." in log
    assert not MoveRecord.objects.filter(events__contains=first).exists()
    assert [step["reason"] for step in Seat.objects.get(user=bob).reckoning] == ["night"]
    assert User.objects.get(pk=bob.pk).vacations == [] and vacations.days_left(bob, today.year)


def test_reports_are_deleted_and_others_open_ones_lose_their_text(
    table, administrator, moderator, alice, bob, charlie
):
    about = Report.objects.create(about="name", table=table, person=bob, by=alice, text="Bob is no name")
    mine = Report.objects.create(about="table", table=table, by=bob, text="Alice stalls", person=alice)
    closed = Report.objects.create(about="table", table=table, by=bob, text="settled long ago")
    other = Report.objects.create(about="table", table=table, by=charlie, text="Bob and Alice are slow")
    ReportNote.objects.create(report=other, by=alice, text="Bob again")
    for report in (about, closed):
        answer = moderator.post(f"/admin/games/report/{report.pk}/act/settle/", {"reason": "Bob was told"})
        assert answer.status_code == 302
    erase(administrator, bob)
    nameless = f"Former player {bob.pk}"
    kept = {report.pk: report.text for report in Report.objects.all()}
    assert kept == {mine.pk: "[erased]", other.pk: f"{nameless} and Alice are slow"}
    assert [note.text for note in ReportNote.objects.all()] == [f"{nameless} again"]
    assert {each.reason for each in Decision.objects.filter(kind="settle")} == {"[erased]"}


def test_the_form_of_a_reason_warns_of_names(table, moderator, administrator, bob):
    for client, address in (
        (moderator, f"/admin/games/table/{table.pk}/act/hold/"),
        (administrator, f"/admin/accounts/user/{bob.pk}/act/erase/"),
    ):
        assert "Don&#x27;t name anybody" in client.get(address).content.decode()


def test_a_name_that_was_changed_on_the_profile_is_found_too(table, administrator, alice, bob):
    line = say(table, alice, "Well played, Bob Bosun!")
    changes = {"display_name": "Robert Rudder", "time_zone": "UTC", "mail_turns": "on"}
    assert log_in(bob).post("/accounts/profile/", changes).status_code == 302
    erase(administrator, bob)
    assert text_of(line) == f"Well played, Former player {bob.pk}!"
