"""Numbers in addresses and forms: only ASCII digits, and small enough for the database."""

import pytest

from tests.play import fingerprint, running_table

pytestmark = pytest.mark.django_db

NO_PLY = ["٣", "¹", "1.0", "+1", "-1", " 1", "1 ", "1_0", "0x1", "1e3", "\x00", "9" * 10, "9" * 5000]


@pytest.mark.parametrize("word", NO_PLY, ids=range(len(NO_PLY)))
def test_an_invalid_ply_is_malformed(word, alice, bob, client_for):
    table = running_table(alice, bob)
    before = fingerprint(table)
    assert client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": word}).status_code == 400
    assert fingerprint(table) == before


@pytest.mark.parametrize("word", ["٣", "x", "-1", "9" * 19, ""])
def test_an_invalid_page_key_shows_the_first_page(word, alice, bob, client_for):
    table = running_table(alice, bob)
    page = client_for(alice).get("/lobby/", {"watch": 1, "before": word}).content.decode()
    assert f"/tables/{table.pk}/" in page
    older = client_for(alice).get("/lobby/", {"watch": 1, "before": table.pk}).content.decode()
    assert f"/tables/{table.pk}/" not in older
