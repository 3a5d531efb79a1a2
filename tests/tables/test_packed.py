"""A packed log reads as before, and is unpacked before anything is written to it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.days import agreements
from games.engine.chance import Chance
from games.models import Departure, MoveRecord, PackedLog, Table
from games.moderation.services.rewind import table_rewind
from games.moderation.services.rewrites import name_in_log
from games.tables import packed
from games.tables.packed import PACKED_AFTER, log_pack
from games.tables.page import past_moves
from games.tables.play import move_play, seat_resign, turn_undo
from games.web.tasks import logs_end
from tests.play import first_move, play_on, running_table
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Make packed rows small, so that a short log needs several."""
    monkeypatch.setattr(packed, "PLIES_PER_ROW", 9)


@pytest.fixture
def over(alice, bob):
    """Return a short game that was resigned, with an undone move, a rewind, notes, and saved states."""
    table = running_table(alice, bob)
    move_play(alice, table.pk, move=first_move(table, 0), expected_ply=0)
    turn_undo(alice, table.pk, expected_ply=1)
    agreements.proposal_make(bob, table.pk, kind="pause", days=3)
    _play(table, alice, bob, plies=40)
    mona = person_with_role("mona", "moderator")
    head = MoveRecord.objects.get(table=table, ply=Table.objects.get(pk=table.pk).head)
    table_rewind(mona, table.pk, ply=head.previous, reason="a quarrel")
    _play(table, alice, bob, plies=2)
    seat_resign(bob, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    return Table.objects.get(pk=table.pk)


def _play(table, *people, plies):
    for number in range(plies):
        play_on(table, people, Chance(b"packed", number))


def log_of(table):
    return list(MoveRecord.objects.filter(table=table).order_by("ply").values())


def without_id(rows):
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def _pages(table, *clients):
    """Return every page made from the log, with its log lines, for each reader."""
    addresses = ["", "log/", *(f"log/?before={ply}" for ply in (3, 9, 10, 17, 30, 99_999))]
    answers = [client.get(f"/tables/{table.pk}/{each}") for client in clients for each in addresses]
    return [(answer.status_code, _main(answer.content.decode())) for answer in answers]


def _main(page):
    return "\n".join(line for line in page.splitlines() if "csrf" not in line.lower() and "nonce" not in line)


def test_packing_changes_no_page(over, alice, charlie, client_for, django_assert_max_num_queries):
    clients = client_for(alice), client_for(charlie)
    seen = _pages(over, *clients)
    assert any("(taken back)" in page for _status, page in seen) and {status for status, _ in seen} == {200}
    assert log_pack(over.pk) and not MoveRecord.objects.exists() and PackedLog.objects.count() > 3
    assert _pages(over, *clients) == seen
    with django_assert_max_num_queries(9):
        clients[0].get(f"/tables/{over.pk}/", headers={"HX-Request": "true"})


def test_an_old_page_knows_what_was_taken_back_later_without_unpacking_it(
    over, alice, client_for, monkeypatch
):
    client = client_for(alice)
    seen = _pages(over, client)
    log_pack(over.pk)
    unpacked, honest = [], packed._unpack
    monkeypatch.setattr(packed, "_unpack", lambda row: unpacked.append(row.first) or honest(row))
    client.get(f"/tables/{over.pk}/log/?before=3")
    assert unpacked == [-1], "rows behind the page"
    assert _pages(over, client) == seen


def test_unpacking_restores_the_log(over, client_for, alice):
    rows = log_of(over)
    assert any(row["kept"] for row in rows)
    log_pack(over.pk)
    mona = User.objects.get(username="mona")
    table_rewind(mona, over.pk, ply=5, reason="once more")
    assert without_id(log_of(over))[: len(rows)] == without_id(rows)
    table = Table.objects.get(pk=over.pk)
    assert table.is_running and not table.is_packed and not PackedLog.objects.exists()
    assert not log_pack(over.pk)  # the game is running


def test_only_games_that_ended_days_ago_are_packed(over, alice, bob, time_machine):
    running = running_table(alice, bob)
    logs_end()
    assert not PackedLog.objects.exists()
    time_machine.move_to(timezone.now() + PACKED_AFTER + timedelta(minutes=1))
    logs_end()
    assert list(Table.objects.filter(is_packed=True)) == [over]
    assert set(MoveRecord.objects.values_list("table", flat=True)) == {running.pk}


def test_a_post_to_a_packed_table_changes_nothing(over, alice, client_for):
    log_pack(over.pk)
    rows = list(PackedLog.objects.values())
    answer = client_for(alice).post(f"/tables/{over.pk}/move/", {"move": '{"type":"end"}', "ply": over.ply})
    assert answer.status_code == 409
    assert list(PackedLog.objects.values()) == rows and Table.objects.get(pk=over.pk).is_packed


def test_moves_of_earlier_tables_are_still_offered(alice, bob):
    tables = [running_table(alice, bob, title="captn-eli", seed=seed) for seed in (1, 2, 3)]
    for table in tables:
        _play(table, alice, bob, plies=2)
    offered = past_moves(alice, tables[2], "squad")
    assert len(offered) == 2
    Table.objects.filter(pk__in=[table.pk for table in tables[:2]]).update(status="cancelled")
    log_pack(tables[0].pk)
    assert past_moves(alice, tables[2], "squad") == offered
    log_pack(tables[1].pk)
    assert past_moves(alice, tables[2], "squad") == offered


def test_an_old_name_is_replaced_in_a_packed_log(over, bob):
    told = '[{"type":"seat-taken","public":{"former":"Bob Bosun","name":"Charlie Cook"},"private":{}}]'
    MoveRecord.objects.create(table=over, ply=over.ply, kind="note", events=told, rules_version=1)
    Departure.objects.create(table=over, user=bob, seat_number=1)
    log_pack(over.pk)
    User.objects.filter(pk=bob.pk).update(display_name="Robert")
    name_in_log(User.objects.get(pk=bob.pk), "Bob Bosun")
    assert '"former":"Robert"' in MoveRecord.objects.get(ply=over.ply).events
