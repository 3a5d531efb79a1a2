"""Tables whose rules version this site can't play: they stop, tell everybody why, and lose nothing."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.days.absences import absence_announce
from games.days.deadlines import deadline_enforce
from games.models import MoveRecord, Notice, Seat, Table
from games.titles.captivate.cards import CARDS
from games.web.tasks import sweep
from tests.play import fingerprint, first_move, post_move, running_table

pytestmark = pytest.mark.django_db

WORD = "this site no longer supports its rules"
OTHERS = [{"rules_version": 99}, {"state_schema": "0" * 16}]
stopped = pytest.mark.parametrize("columns", OTHERS, ids=["other version", "other form"])


@pytest.fixture
def table(alice, bob, client_for):
    """Return a running table with one move."""
    found = running_table(alice, bob, title="captivate")
    post_move(client_for(alice), found, first_move(found, 0))
    return Table.objects.get(pk=found.pk)


def check(*arguments):
    out = StringIO()
    call_command("upgrade_check", *arguments, stdout=out)
    return out.getvalue()


@stopped
def test_a_stopped_table_says_why_and_shows_nothing_of_the_game(table, columns, alice, charlie, client_for):
    Table.objects.update(**columns)
    for reader in (alice, charlie, None):
        page = client_for(reader).get(f"/tables/{table.pk}/")
        assert page.status_code == 200
        assert WORD in page.content.decode()
        assert not [card for card in CARDS if f'"{card}"' in page.content.decode()]
        assert client_for(reader).get(f"/tables/{table.pk}/log/").status_code == 200


@stopped
@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("move", {"move": '{"type":"end"}'}),
        ("undo", {}),
        ("resign", {}),
        ("orders", {"order_grin": "draw"}),
        ("propose", {"propose": "end"}),
        ("propose", {"propose": "pause", "days_pause": 2}),
        ("propose", {"propose": "upgrade"}),
    ],
)
def test_players_cannot_act_at_a_stopped_table(table, columns, act, fields, alice, client_for):
    Table.objects.update(**columns)
    before = fingerprint(table)
    for headers in ({}, {"HX-Request": "true"}):
        answer = client_for(alice).post(f"/tables/{table.pk}/{act}/", {"ply": 1, **fields}, headers=headers)
        assert answer.status_code == 409
    assert fingerprint(table) == before


def test_lists_still_show_a_stopped_table(table, alice, client_for):
    Table.objects.update(rules_version=99)
    for address in ("/", "/tables/", "/my-tables/", f"/tables/{table.pk}/talk/"):
        assert client_for(alice).get(address, follow=True).status_code in (200, 404)


def test_a_stopped_table_is_shown_even_if_its_title_is_not_installed(table, alice, client_for):
    Table.objects.update(title="gone")
    for address in (
        f"/tables/{table.pk}/",
        f"/tables/{table.pk}/log/",
        "/tables/",
        "/lobby/",
        "/notifications/log/",
    ):
        assert client_for(alice).get(address).status_code == 200, address


def test_players_can_agree_to_call_off_a_stopped_table(table, alice, bob, client_for):
    Table.objects.update(rules_version=99)
    assert (
        client_for(alice).post(f"/tables/{table.pk}/propose/", {"propose": "cancel"}, follow=True).status_code
        == 200
    )
    assert "I agree" in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    proposal = table.proposals.get()
    client_for(bob).post(f"/tables/{table.pk}/answer/", {"proposal": proposal.pk, "answer": "yes"})
    table.refresh_from_db()
    assert table.status == Table.Status.CANCELLED


def test_nobody_runs_out_of_time_at_a_stopped_table(table, alice):
    past = timezone.now() - timedelta(hours=1)
    Table.objects.update(rules_version=99)
    Seat.objects.filter(is_awaited=True).update(deadline=past)
    seat = Seat.objects.get(is_awaited=True)
    assert deadline_enforce(seat.pk) is False
    seat.refresh_from_db()
    assert (seat.deadline, seat.timeouts, seat.is_awaited) == (None, 0, True)
    assert Table.objects.get().is_held
    absence_announce(alice, past.date(), past.date())


def test_upgrade_check_says_what_happens_to_each_table(table):
    assert f"played: captivate, table {table.pk}: by rules version {table.rules_version}" in check()
    Table.objects.update(rules_version=99)
    with pytest.raises(CommandError, match="1 active tables would be stopped"):
        check()
    said = check("--allow-stops")
    assert f"stopped: captivate, table {table.pk}: rules version 99 is not played here" in said
    assert not Table.objects.get().is_held  # a dry run
    Table.objects.update(title="gone")
    assert "the title is not installed" in check("--allow-stops")


def test_upgrade_check_lists_twenty_tables_a_line_or_all(table, alice, bob):
    Table.objects.bulk_create(
        Table(
            title="captivate", rules_version=99, status=Table.Status.RUNNING, creator=alice, seat_count=2,
            token=f"token-{number}", expires_at=timezone.now(),
        )
        for number in range(25)
    )  # fmt: skip
    ids = [
        str(pk) for pk in Table.objects.filter(rules_version=99).order_by("pk").values_list("pk", flat=True)
    ]
    assert f"25 tables {', '.join(ids[:20])} and 5 more, to {ids[-1]}: rules version 99" in check(
        "--allow-stops"
    )
    assert f"25 tables {', '.join(ids)}: rules version 99" in check("--allow-stops", "--all")


def test_applying_stops_the_clocks_until_the_rules_are_back(table):
    Table.objects.update(rules_version=99)
    check("--apply")
    check("--apply")
    assert Table.objects.get().is_held
    assert not Seat.objects.exclude(deadline=None).exists()
    Table.objects.update(rules_version=1)
    check("--apply")
    assert not Table.objects.get().is_held
    assert Seat.objects.exclude(deadline=None).count() == 1
    notes = MoveRecord.objects.filter(kind="note").order_by("ply").values_list("events", flat=True)
    assert [note[10:].split('"')[0] for note in notes] == ["rules-missing", "rules-back"]


def test_players_of_a_stopped_table_are_emailed_once(table, alice, bob, django_capture_on_commit_callbacks):
    Table.objects.update(rules_version=99)
    Notice.objects.all().delete()
    for _again in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            check("--apply")
    told = {message.to[0]: message for message in mail.outbox if "game paused" in message.subject}
    assert set(told) == {alice.email, bob.email} and len(mail.outbox) == 2
    assert told[bob.email].subject == f"Captivate {table.pk} with Alice Ardent: game paused"
    assert "Nothing is lost" in told[bob.email].body


def test_no_email_if_the_table_resumes_before_it_is_sent(table):
    Notice.objects.all().delete()
    for version in (99, 1):
        Table.objects.update(rules_version=version)
        check("--apply")
    sweep()
    assert {*Notice.objects.filter(kind="stopped").values_list("reason", flat=True)} == {"goes-on"}
