"""Private notes: only their player sees them, and saving in another window never loses text."""

import logging

import pytest

from games.models import PrivateNote, Table
from tests.play import first_move, post_move, running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

PART = {"headers": {"HX-Request": "true"}}
SECRET = "I keep the kraken for the end"


def save(client, table, text, seen="", **extra):
    return client.post(f"/tables/{table.pk}/note/", {"text": text, "seen": seen}, **extra)


def version_in(client, table):
    page = client.get(f"/tables/{table.pk}/note/").content.decode()
    return page.split('name="seen" value="')[1].split('"')[0].replace("&#x2B;", "+")


@pytest.fixture
def table(alice, bob):
    return running_table(alice, bob)


def test_a_note_is_saved_and_only_its_player_sees_it(table, alice, bob, charlie, client_for, caplog):
    caplog.set_level(logging.DEBUG)
    assert save(client_for(alice), table, SECRET)["Location"] == f"/tables/{table.pk}/#note"
    for address in ("", "note/"):
        assert SECRET in client_for(alice).get(f"/tables/{table.pk}/{address}").content.decode()
    for reader in (bob, charlie, None):
        for address in ("", "note/", "talk/", "log/"):
            page = client_for(reader).get(f"/tables/{table.pk}/{address}").content.decode()
            assert SECRET not in page
    assert 'id="note-text"' in client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert 'id="note-text"' not in client_for(charlie).get(f"/tables/{table.pk}/").content.decode()
    assert SECRET not in caplog.text


def test_only_seats_have_notes(table, alice, charlie, client_for):
    assert client_for(charlie).get(f"/tables/{table.pk}/note/").status_code == 404
    assert save(client_for(charlie), table, "x").status_code == 404
    assert "/login/" in save(client_for(None), table, "x")["Location"]
    private = running_table(alice, charlie, admission=Table.Admission.LINK)
    assert save(client_for(None), private, "x").status_code == 302
    assert not PrivateNote.objects.exists()


def test_moderators_do_not_see_notes(table, alice, client_for):
    save(client_for(alice), table, SECRET)
    for role in ("moderator", "administrator"):
        staff = enter(person_with_role(f"staff{role}", role))
        assert staff.get("/admin/games/privatenote/").status_code == 404
        for address in ("", "games/", f"games/table/{table.pk}/change/", f"accounts/user/{alice.pk}/change/"):
            assert SECRET not in staff.get(f"/admin/{address}", follow=True).content.decode()


def test_saving_from_an_old_window_shows_both_texts(table, alice, client_for):
    client = client_for(alice)
    save(client, table, "first")
    seen = version_in(client, table)
    assert save(client, table, "second", seen).status_code == 302
    answer = save(client, table, "from the other window", seen)
    page = answer.content.decode()
    assert answer.status_code == 409 and PrivateNote.objects.get().text == "second"
    assert "from the other window</textarea>" in page and ">second</blockquote>" in page
    fresh = page.split('name="seen" value="')[1].split('"')[0].replace("&#x2B;", "+")
    assert save(client, table, "both", fresh).status_code == 302
    assert PrivateNote.objects.get().text == "both"


def test_the_same_text_is_no_conflict_and_an_empty_one_clears(table, alice, client_for):
    client = client_for(alice)
    for _ in range(2):
        assert save(client, table, "first").status_code == 302
    assert save(client, table, "", version_in(client, table)).status_code == 302
    assert PrivateNote.objects.get().text == ""


@pytest.mark.parametrize(
    ("text", "seen", "status"),
    [("a\x00b", "", 400), ("a\x07b", "", 400), ("x" * 4001, "", 400), ("x" * 17000, "", 400), ("x", "yesterday", 400),
     ("x", "2026-01-01", 400), ("x", "2026-99-99T00:00:00Z", 400), ("x", "2026-01-01T00:00:00Z", 409)],
)  # fmt: skip
def test_bad_input_is_refused_and_the_text_is_kept(text, seen, status, table, alice, client_for):
    for extra in ({}, PART):
        answer = save(client_for(alice), table, text, seen, **extra)
        assert answer.status_code == status and 'class="errorlist"' in answer.content.decode()
        assert text in answer.content.decode()
    assert not PrivateNote.objects.exists()


def test_scripts_get_only_the_form(table, alice, client_for):
    answer = save(client_for(alice), table, "<b>x</b>\n</textarea>", **PART)
    page = answer.content.decode()
    assert answer.status_code == 200 and page.count("<form") == 1 and "<html" not in page
    assert "&lt;b&gt;x&lt;/b&gt;\n&lt;/textarea&gt;" in page and "Saved." in page


def test_a_note_stays_with_its_author_when_the_seat_changes_hands(table, alice, bob, charlie, client_for):
    save(client_for(bob), table, SECRET)
    table.seats.filter(number=1).update(user=charlie)
    assert SECRET not in client_for(charlie).get(f"/tables/{table.pk}/").content.decode()
    assert client_for(bob).get(f"/tables/{table.pk}/note/").status_code == 404


def test_a_move_does_not_change_the_note(table, alice, client_for):
    save(client_for(alice), table, SECRET)
    part = post_move(client_for(alice), table, first_move(table, 0), **PART).content.decode()
    assert 'id="table"' in part and 'id="note' not in part and 'id="talk"' not in part
