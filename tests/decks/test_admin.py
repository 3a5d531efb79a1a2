"""The admin pages of decks: the files, what can be changed, and who has access (CL-3)."""

import pytest

from games.models import Deck
from games.titles.cardline.deck import bundled, bundled_file, parse_deck, write_deck
from tests.decks.files import ADD, LIST, stored, upload
from tests.staff import enter
from tests.titles.cardline.positions import NUMBERS

pytestmark = pytest.mark.django_db


def test_the_template_is_the_bundled_deck_and_can_be_uploaded(admin):
    assert 'href="/admin/games/deck/template/"' in admin.get(ADD).content.decode()
    answer = admin.get("/admin/games/deck/template/")
    assert answer.content == bundled_file()
    assert "attachment" in answer["Content-Disposition"]
    assert stored(admin, text=answer.content).card_count == len(bundled())


def test_a_stored_deck_can_be_viewed_and_downloaded_but_not_changed(admin):
    deck = stored(admin)
    assert admin.get(LIST).status_code == 200
    assert admin.get(f"{LIST}{deck.pk}/change/").status_code == 200
    assert parse_deck(admin.get(f"{LIST}{deck.pk}/file/").content) == NUMBERS.cards[:60]
    admin.post(f"{LIST}{deck.pk}/change/", {"name": "Other", "digest": "0", "is_offered": "on"})
    assert admin.post(f"{LIST}{deck.pk}/delete/", {"post": "yes"}).status_code == 403
    deck.refresh_from_db()
    assert (deck.name, deck.card_count) == ("My own", 60)


def test_players_and_strangers_are_refused_the_deck_pages(alice, client_for, admin):
    deck = stored(admin)
    for reader in (alice, None):
        client = client_for(reader)
        for address in (
            LIST,
            ADD,
            "/admin/games/deck/template/",
            f"{LIST}{deck.pk}/file/",
            f"{LIST}{deck.pk}/change/",
        ):
            assert client.get(address).status_code == 302
        assert upload(client, name="Mine").status_code == 302
    assert Deck.objects.count() == 1


def test_staff_without_the_permission_cannot_upload(alice):
    alice.is_staff = True
    alice.save()
    client = enter(alice)
    assert upload(client).status_code == 403
    assert client.get("/admin/games/deck/template/").status_code == 403


def test_a_withdrawn_deck_is_offered_again_unless_its_name_is_taken(admin):
    deck = stored(admin)
    admin.post(f"{LIST}{deck.pk}/change/", {})
    other = stored(admin, text=write_deck(NUMBERS.cards[:50]))
    assert admin.post(f"{LIST}{deck.pk}/change/", {"is_offered": "on"}).status_code == 200
    admin.post(f"{LIST}{other.pk}/change/", {})
    assert admin.post(f"{LIST}{deck.pk}/change/", {"is_offered": "on"}).status_code == 302
    assert list(Deck.objects.filter(is_offered=True)) == [deck]
