"""Columns of a row are written as the ORM writes them."""

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError
from django.forms.models import model_to_dict

from games.models import MoveRecord, Notice, Seat, Table
from games.models.compiled import row_update, rows_insert
from tests.play import running_table

pytestmark = pytest.mark.django_db
LATE = datetime(2030, 2, 3, 4, 5, 6, 789, UTC)
SEAT = {
    "is_awaited": True, "awaited_since": LATE, "deadline": None, "turn_ply": 12, "orders": {"shield": "ya'\"%s ü"},
    "reckoning": [{"reason": "clock", "until": "2030"}], "rank": None, "score": 7, "user_id": None, "bank": 2**31 - 1,
}  # fmt: skip


@pytest.fixture
def table(alice, bob):
    return running_table(alice, bob)


def content(model):
    return [model_to_dict(row) | {"pk": row.pk} for row in model.objects.order_by("pk")]


def test_what_is_written_is_what_the_orm_writes(table):
    found = []
    for write in (row_update, lambda row, names: row.save(update_fields=names)):
        seat = table.seats.get(number=1)
        for name, value in SEAT.items():
            setattr(seat, name, value)
        seat.acted_ply = 99  # not named, so not written
        write(seat, list(SEAT))
        found.append(content(Seat))
        Seat.objects.filter(pk=seat.pk).update(orders={}, deadline=LATE, score=None, is_awaited=False)
    assert found[0] == found[1]
    first, second = found[0]
    assert (second["orders"], second["score"], second["deadline"]) == (SEAT["orders"], 7, None)
    assert 99 not in (first["acted_ply"], second["acted_ply"]) and first["score"] is None


def test_another_set_of_columns_is_another_statement(table):
    seed, table.state, table.ply = bytes(table.seed), "{}", 41
    row_update(table, ["ply"])
    assert Table.objects.get().ply == 41 and Table.objects.get().state != "{}"
    row_update(table, ["state", "seed"])
    assert Table.objects.get().state == "{}" and bytes(Table.objects.get().seed) == seed


def test_a_row_that_is_gone_is_an_error(table):
    seat = table.seats.get(number=0)
    Seat.objects.filter(pk=seat.pk).delete()
    with pytest.raises(DatabaseError, match="gone"):
        row_update(seat, ["score"])


def plies(table):
    """A ply with every column filled, and one with what a ply has at least."""
    full = MoveRecord(
        table=table, ply=3, kind="move", cause="order", seat=1, move='{"a": "%s ü"}', events="[1]", kept=b"\x00k",
        before="{}", previous=2, back_to=1, expected=3, undoable=True, by=table.creator, made_at=LATE,
        rules_version=2, seal=b"s",
    )  # fmt: skip
    return [full, MoveRecord(table=table, ply=4, kind="note", rules_version=2, made_at=LATE)]


@pytest.mark.parametrize("count", [1, 2])
def test_rows_that_are_inserted_are_those_of_the_orm(table, count):
    found = []
    for write in (rows_insert, MoveRecord.objects.bulk_create):
        rows = plies(table)[:count]
        write(rows)
        read = [MoveRecord.objects.get(pk=row.pk) for row in rows]
        assert [(row.ply, row._state.adding, row._state.db) for row in rows] == [
            (each.ply, False, each._state.db) for each in read
        ]
        values = [{name: value for name, value in vars(each).items() if name != "_state"} for each in read]
        found.append([each | {"id": None, "kept": each["kept"] and bytes(each["kept"])} for each in values])
        MoveRecord.objects.filter(ply__gte=3).delete()
    assert found[0] == found[1] and found[0][0]["made_at"] == LATE


def test_what_a_field_sets_by_itself_is_set(table, bob):
    rows = [Notice(user=bob, table=table, kind="turn", ply=ply, due_at=LATE) for ply in (1, 2)]
    rows_insert(rows)
    assert [row.created_at for row in rows] == [Notice.objects.get(pk=row.pk).created_at for row in rows]
    rows_insert([])
    assert Notice.objects.filter(due_at=LATE).count() == 2
