"""A table whose players move while somebody reads it: the answer shows one moment, not a mix of two."""

import pytest
from django.db import connection

from games.api.tokens import token_create
from games.models import Table
from games.tables import play
from tests.play import first_move, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def moving(alice, bob):
    """Return a table of alice and bob, and a wrapper of queries with which alice moves before seats are read."""
    table = running_table(alice, bob, title="cardline")
    left = [first_move(table, 0)]

    def meanwhile(execute, sql, *more):
        if "FROM games_seat" in sql and left:
            play.move_play(alice, table.pk, move=left.pop(), expected_ply=0)
        return execute(sql, *more)

    return table, connection.execute_wrapper(meanwhile)


def test_a_page_that_is_read_during_a_move_shows_the_table_after_it(moving, bob, client_for):
    table, wrapper = moving
    browser = client_for(bob)
    with wrapper:
        page = browser.get(f"/tables/{table.pk}/")
    ply = Table.objects.get(pk=table.pk).ply
    assert page.status_code == 200 and ply > 0
    assert f'name="ply" value="{ply}"' in page.content.decode()
    assert table.seats.get(user=bob).seen_ply == ply - 1


def test_a_document_that_is_read_during_a_move_shows_the_table_after_it(moving, bob, client):
    table, wrapper = moving
    _token, secret = token_create(bob, name="test", scopes=["read"])
    with wrapper:
        answer = client.get(f"/api/v1/tables/{table.pk}", headers={"Authorization": f"Bearer {secret}"})
    told = answer.json()
    assert answer.status_code == 200
    assert answer["ETag"] == f'"{told["ply"]}"' and told["ply"] == Table.objects.get(pk=table.pk).ply > 0
    assert told["asked"] and told["awaited"] == [1]
