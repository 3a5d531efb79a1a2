"""`manage.py replay_check`: replaying the log leads to the snapshot."""

import re
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.models import MoveRecord, Table
from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, client_for):
    """Return a running table with moves, one of them undone."""
    found = running_table(alice, bob)
    client = client_for(alice)
    post_move(client, found, first_move(found, 0))
    client.post(f"/tables/{found.pk}/undo/", {"ply": 1})
    post_move(client, found, first_move(found, 0))
    post_move(client, found, '{"type":"end"}')
    return Table.objects.get(pk=found.pk)


def check(**options):
    out = StringIO()
    call_command("replay_check", stdout=out, **options)
    return out.getvalue()


def test_intact_tables_are_not_reported(table):
    assert "agree with" in check()


def test_a_snapshot_that_differs_is_reported(table):
    Table.objects.update(state=table.state.replace('"laid":0', '"laid":1'))
    with pytest.raises(CommandError, match="1 active tables differ"):
        check()


def test_a_deployment_reports_differences_and_continues(table):
    Table.objects.update(state=table.state.replace('"laid":0', '"laid":1'))
    said = check(tell=True)
    assert f"table {table.pk} (captivate, rules 1): the log leads to another state" in said
    assert "1 active tables differ from their logs" in said
    assert "1 active tables were not replayed in time" in check(seconds=-1)


@pytest.mark.parametrize("file", ["compose.yaml", "deploy/systemd/captain-web.service"])
def test_deployments_check_upgrades_before_migrating_and_replays_before_serving(file):
    text = (settings.BASE_DIR / file).read_text()
    commands = re.findall(r"manage\.py (upgrade_check|migrate|replay_check|serve)( --apply| --tell|)", text)
    asked = [
        ("upgrade_check", ""),
        ("migrate", ""),
        ("upgrade_check", " --apply"),
        ("replay_check", " --tell"),
    ]
    assert commands == [*asked, ("serve", "")]


def test_an_unplayable_log_is_reported(table):
    MoveRecord.objects.filter(ply=2).update(move='{"type":"end"}')
    with pytest.raises(CommandError):
        check()


def test_finished_tables_are_not_checked(table, alice, client_for):
    client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    Table.objects.update(state="{}")
    assert "agree with" in check()


def test_notes_are_skipped(table, alice, bob, client_for):
    client_for(bob).post(f"/tables/{table.pk}/propose/", {"propose": "end"})
    client_for(alice).post(f"/tables/{table.pk}/answer/", {"proposal": 1, "answer": "no"})
    post_move(client_for(bob), table, first_move(table, 1))
    assert MoveRecord.objects.filter(kind="note").count() >= 1
    assert "agree with" in check()
