"""Columns of a row are written as the ORM writes them."""

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError
from django.forms.models import model_to_dict

from games.models import Seat, Table
from games.models.compiled import row_update
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
