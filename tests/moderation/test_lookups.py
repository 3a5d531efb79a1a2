"""List URLs accept only the offered filters, because even a yes or no could reveal a secret."""

import pytest

from tests.play import first_move, post_move, running_table

pytestmark = pytest.mark.django_db

SECRET = (
    "games/table/?state__contains=deck", "games/table/?token__startswith=a", "games/table/?seed=x",
    "games/moverecord/?move__contains=light", "games/moverecord/?before__contains=light",
    "games/moverecord/?events__contains=light", "games/moverecord/?table__state__contains=light",
    "games/moverecord/?cause=order", "games/notice/?user__password__startswith=a",
    "accounts/user/?password__startswith=md5",
)  # fmt: skip


@pytest.mark.parametrize("address", SECRET)
def test_no_list_can_be_filtered_by_a_secret(address, administrator, moderator, alice, bob, client_for):
    table = running_table(alice, bob)
    post_move(client_for(alice), table, first_move(table, 0))
    for reader in (administrator, moderator):
        assert reader.get(f"/admin/{address}").status_code == 400


def test_the_offered_filters_and_links_work(moderator, alice, bob):
    table = running_table(alice, bob)
    for address in ("table/?status__exact=running", "table/?waiting=3", f"notice/?table__id__exact={table.pk}",
                    f"moverecord/?table={table.pk}", "report/?state__exact=new",
                    "decision/?kind__exact=hold"):  # fmt: skip
        assert moderator.get(f"/admin/games/{address}").status_code == 200, address
