"""The admin shows tables to moderators, without the secrets of running games; nothing can be edited by hand."""

import pytest

from games.models import Notice, Table
from tests.play import first_move, post_move, running_table, state_of
from tests.staff import enter

pytestmark = pytest.mark.django_db

PAGES = ("table", "moverecord", "notice", "invitation", "proposal", "departure")


@pytest.fixture
def boss(charlie):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    return charlie


def test_only_staff_can_open_the_admin(alice, bob, client_for):
    running_table(alice, bob)
    for page in PAGES:
        for reader in (alice, None):
            assert client_for(reader).get(f"/admin/games/{page}/").status_code == 302


def test_lists_and_pages_open_without_secrets(alice, bob, boss, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    client, state = enter(boss), state_of(table)
    hidden = {*state.deck, *state.hands[0], *state.hands[1]}
    notice = Notice.objects.first()
    record = table.records.first()
    for address in (*PAGES, f"table/{table.pk}/change", f"moverecord/{record.pk}/change",
                    f"notice/{notice.pk}/change"):  # fmt: skip
        answer = client.get(f"/admin/games/{address}/")
        assert answer.status_code == 200
        assert not [card for card in hidden if card in answer.content.decode()]


def test_nothing_can_be_edited_by_hand(alice, bob, boss):
    table = running_table(alice, bob)
    client = enter(boss)
    for action in ("change", "delete"):
        client.post(f"/admin/games/table/{table.pk}/{action}/", {"post": "yes", "status": "cancelled"})
    assert client.get("/admin/games/table/add/").status_code == 403
    assert Table.objects.get(pk=table.pk).status == Table.Status.RUNNING
