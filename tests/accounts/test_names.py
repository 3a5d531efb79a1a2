"""Nobody can choose a name that could be mistaken for another player's name or for the site."""

import pytest
from django.db import transaction

from accounts import forms
from accounts.lookalikes import distinct_names, keys_of
from accounts.models import KnownName, User
from accounts.names import expect_free
from games.errors import MalformedInput
from games.models import Table
from games.moderation.services import people
from games.moderation.services.accounts import own_account_erase
from games.tables import lobby
from games.talk.services import line_say
from tests.accounts.test_profile import ANSWERS
from tests.accounts.test_signup import sign_up
from tests.conftest import person

pytestmark = pytest.mark.django_db

LOOK_ALIKES = ["Benno", "BENNO", " Benno ", "\u0412enno", "Benn\u043e", "\u0392enno",
               "\uff22enno", "Benn0"]  # fmt: skip
UNSEEN = ["Benno\u3164", "Ben\u200bno", "Benno\u202e", "\u2066Benno", "Benno\u00ad", "Benno\u2800", "Ben\u115fno",
          "Benno\u00a0X", "Benno\U000e0041", "Ben\u200dno", "Ben\u200cno", "Benno\U0001f419\ufe0f"]  # fmt: skip
FREE = ["Bennet", "Ben No", "Αλέξανδρος", "Борис", "王小明", "Cap'n Admiral", "Guestolo", "Abbot", "Zoë 🐙",
        "Sea \U0001f3f4\u200d\u2620\ufe0f", "Us \U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0915\u094d\u200d\u0937"]  # fmt: skip
RESERVED = ["moderator", "Moderator Jo", "m0derator", "m\u043ederator", "M o d", "ADMIN", "The Captain's Table",
            "Former player 7", "Seat 2", "ADMlN", "adm1n", "OFFlClAL", "moderator2", "Guest-1234", "gu\u0435st 1234",
            "5upport", "Suppor7", "MOD team", "mods", "4dmin", "Jo (@alice)", "Jo (\uff20alice)",
            "Jo 5taff", "M0D3RAT0R", "Official Jo",
            "Jo (b\u043et)", "Jo \uff08bot\uff09", "Jo [b0t]"]  # fmt: skip


@pytest.fixture
def benno(db):
    return person("benno", display_name="Benno")


@pytest.mark.parametrize("name", LOOK_ALIKES + UNSEEN + RESERVED)
def test_a_deceptive_display_name_is_refused(client, client_for, alice, benno, name):
    assert sign_up(client, display_name=name).status_code == 200
    assert not User.objects.filter(username="dora").exists()
    refused = client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": name})
    assert refused.status_code == 422
    assert User.objects.get(pk=alice.pk).display_name == "Alice Ardent"


@pytest.mark.parametrize(
    "name",
    [
        "b\u0435nno",
        "Benno",
        "benn0",
        "dora\u3164",
        "moderator",
        "admin",
        "adm1n",
        "guest1234",
        "alice_ardent\u115f",
    ],
)
def test_a_deceptive_user_name_is_refused(client, benno, name):
    assert sign_up(client, username=name).status_code == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    FREE,
)
def test_other_names_are_allowed_in_every_script(client_for, alice, benno, name):
    assert client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": name}).status_code == 302
    assert User.objects.get(pk=alice.pk).display_name == name


def test_people_can_respell_their_name_and_former_names_stay_reserved(client, client_for, alice, benno):
    mine = client_for(benno)
    assert mine.post("/accounts/profile/", ANSWERS | {"display_name": "BENNO"}).status_code == 302
    benno.username = "somebody"
    benno.save(update_fields=["username"])
    mine.post("/accounts/profile/", ANSWERS | {"display_name": "Somebody Else"})
    refused = client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "Benno"})
    assert refused.status_code == 422 and TAKEN in refused.text
    assert sign_up(client, username="benn0").status_code == 200 and not User.objects.filter(username="benn0")
    assert mine.post("/accounts/profile/", ANSWERS | {"display_name": "Benno"}).status_code == 302


def test_an_erased_account_releases_its_names(client_for, alice, benno):
    client_for(benno).post("/accounts/profile/", ANSWERS | {"display_name": "Somebody Else"})
    own_account_erase(benno)
    assert not KnownName.objects.filter(user=benno).exists()
    for name in ("Benno", "Somebody Else"):
        assert (
            client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": name}).status_code == 302
        )


def test_name_changes_are_limited(client_for, alice, settings):
    settings.RATES = settings.RATES | {"name": (2, 86_400)}
    mine = client_for(alice)
    names = ["Ada", "Berta", "Carla"]
    answers = [mine.post("/accounts/profile/", ANSWERS | {"display_name": name}) for name in names]
    assert [answer.status_code for answer in answers] == [302, 302, 422]
    alice.refresh_from_db()
    assert alice.display_name == "Berta"
    assert mine.post("/accounts/profile/", ANSWERS | {"display_name": "Berta"}).status_code == 302
    assert set(alice.known_names.values_list("name", flat=True)) == {"alice", "Alice Ardent", "Ada", "Berta"}


@pytest.fixture
def meanwhile(monkeypatch, benno):
    """A name is free at the check; then benno takes it, in his own transaction."""

    def looked_up_too_early(name, person=None):
        expect_free(name, person)
        if name == "Zephyra" and benno.display_name != "Zephyr\u0430":
            benno.display_name = "Zephyr\u0430"
            benno.save(update_fields=["display_name"])

    for module in (forms, people):
        monkeypatch.setattr(module, "expect_free", looked_up_too_early)


TAKEN = "This name, or one that looks like it, is taken"


def test_only_one_of_two_people_gets_a_name_taken_at_the_same_time(client, client_for, alice, meanwhile):
    answer = client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "Zephyra"})
    assert (answer.status_code, TAKEN in answer.text) == (422, True)
    alice.refresh_from_db()
    assert alice.display_name == "Alice Ardent"
    assert set(alice.taken_names.values_list("key", flat=True)) == keys_of("alice") | keys_of("Alice Ardent")


def test_a_name_taken_during_the_sign_up_is_an_error(client, meanwhile):
    answer = sign_up(client, display_name="Zephyra")
    assert (answer.status_code, TAKEN in answer.text) == (200, True)
    assert not User.objects.filter(username="dora").exists()
    assert sign_up(client, display_name="Zoe").status_code == 302


def test_a_name_taken_while_a_moderator_renames_is_an_error(alice, meanwhile):
    with pytest.raises(MalformedInput), transaction.atomic():
        people.name_set(alice, username="alice", display_name="Zephyra")
    assert not User.objects.filter(display_name="Zephyra").exists()


def test_people_with_a_now_reserved_name_can_change_the_rest(client_for, alice, benno):
    User.objects.filter(pk=alice.pk).update(display_name="Moderator")  # from before the name was reserved
    answer = client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "Moderator"})
    assert answer.status_code == 302
    assert User.objects.get(pk=alice.pk).time_zone == ANSWERS["time_zone"]


@pytest.mark.parametrize(
    ("other", "is_close"),
    [("Bénno", True), ("Benn", True), ("Bennoo", True), ("Bneno", True), ("Ben-no", True), ("Benna", True),
     ("Bannu", False), ("Olaf", False), ("Benno the Second", False)],
)  # fmt: skip
def test_similar_names_are_shown_with_the_user_name(other, is_close):
    told = distinct_names([("Benno", "benno"), (other, "other"), ("Zita", "zita")])
    assert told == [
        "Benno (@benno)" if is_close else "Benno",
        f"{other} (@other)" if is_close else other,
        "Zita",
    ]


@pytest.mark.parametrize("seats", [2, 3], ids=["running", "open"])
def test_similar_names_at_a_table_are_distinguished(client_for, bob, benno, seats):
    User.objects.filter(pk=bob.pk).update(display_name="Bénno")
    bob.refresh_from_db()
    table = lobby.table_create(bob, title="captivate", options={}, seats=seats, seating=Table.Seating.JOINED)
    lobby.seat_take(benno, table.pk, token=table.token)
    line_say(bob, table.pk, text="Ahoy")
    for path in (f"/tables/{table.pk}/", f"/tables/{table.pk}/talk/", "/tables/"):
        page = client_for(benno).get(path).text
        assert "Bénno (@bob)" in page, path
    assert "Benno (@benno)" in client_for(bob).get(f"/tables/{table.pk}/").text
