"""Nobody is called so that others take them for somebody else, or for the site."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command

from accounts.lookalikes import told_apart
from accounts.models import TakenName, User
from games.models import Table
from games.tables import lobby
from games.talk.services import line_say
from tests.accounts.test_profile import ANSWERS
from tests.accounts.test_signup import sign_up
from tests.conftest import person

pytestmark = pytest.mark.django_db

LOOK_ALIKES = ["Benno", "BENNO", " Benno ", "\u0412enno", "Benn\u043e", "\u0392enno",
               "\uff22enno", "Benn0"]  # fmt: skip
UNSEEN = ["Benno\u3164", "Ben\u200bno", "Benno\u202e", "\u2066Benno", "Benno\u00ad", "Benno\u2800", "Ben\u115fno",
          "Benno\u00a0X", "Benno\U000e0041"]  # fmt: skip
RESERVED = ["moderator", "Moderator Jo", "m0derator", "m\u043ederator", "M o d", "ADMIN", "The Captain's Table",
            "Former player 7", "Seat 2", "ADMlN", "adm1n", "OFFlClAL", "moderator2", "Guest-1234", "gu\u0435st 1234",
            "Jo (b\u043et)", "Jo \uff08bot\uff09", "Jo [b0t]"]  # fmt: skip


@pytest.fixture
def benno(db):
    return person("benno", display_name="Benno")


@pytest.mark.parametrize("name", LOOK_ALIKES + UNSEEN + RESERVED)
def test_a_name_that_deceives_is_refused_at_the_sign_up_and_in_the_profile(
    client, client_for, alice, benno, name
):
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
def test_so_is_a_user_name(client, benno, name):
    assert sign_up(client, username=name).status_code == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    ["Bennet", "Ben No", "Αλέξανδρος", "Борис", "王小明", "Cap'n Admiral", "Guestolo", "Abbot", "Zoë 🐙"],
)
def test_other_names_are_free_in_every_script(client_for, alice, benno, name):
    assert client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": name}).status_code == 302
    assert User.objects.get(pk=alice.pk).display_name == name


def test_a_name_may_be_written_otherwise_by_who_has_it_and_is_free_once_given_up(client_for, alice, benno):
    mine = client_for(benno)
    assert mine.post("/accounts/profile/", ANSWERS | {"display_name": "BENNO"}).status_code == 302
    benno.username = "somebody"
    benno.save(update_fields=["username"])
    mine.post("/accounts/profile/", ANSWERS | {"display_name": "Somebody Else"})
    assert (
        client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "Benno"}).status_code == 302
    )


def test_who_had_a_name_before_keeps_it_and_can_change_the_rest(client_for, alice, benno):
    User.objects.filter(pk=alice.pk).update(display_name="Moderator")  # from before there was a rule
    answer = client_for(alice).post("/accounts/profile/", ANSWERS | {"display_name": "Moderator"})
    assert answer.status_code == 302
    assert User.objects.get(pk=alice.pk).time_zone == ANSWERS["time_zone"]


def test_an_upgrade_gives_a_name_to_the_oldest_account_and_a_user_name_before_others(alice, benno):
    TakenName.objects.all().delete()
    User.objects.filter(pk=alice.pk).update(display_name="Benn\u043e")
    import_module("accounts.migrations.0003_taken_names").take_names(apps, None)
    assert set(TakenName.objects.filter(key="benno").values_list("user", flat=True)) == {benno.pk}
    call_command("migrate", verbosity=0, interactive=False)


@pytest.mark.parametrize(
    ("other", "is_close"),
    [("Bénno", True), ("Benn", True), ("Bennoo", True), ("Bneno", True), ("Ben-no", True), ("Benna", True),
     ("Bannu", False), ("Olaf", False), ("Benno the Second", False)],
)  # fmt: skip
def test_the_user_name_stands_beside_names_that_are_close(other, is_close):
    told = told_apart([("Benno", "benno"), (other, "other"), ("Zita", "zita")])
    assert told == [
        "Benno (@benno)" if is_close else "Benno",
        f"{other} (@other)" if is_close else other,
        "Zita",
    ]


@pytest.mark.parametrize("seats", [2, 3], ids=["running", "open"])
def test_at_a_table_close_names_are_told_apart(client_for, bob, benno, seats):
    User.objects.filter(pk=bob.pk).update(display_name="Bénno")
    bob.refresh_from_db()
    table = lobby.table_create(bob, title="captivate", options={}, seats=seats, seating=Table.Seating.JOINED)
    lobby.seat_take(benno, table.pk, token=table.token)
    line_say(bob, table.pk, text="Ahoy")
    for path in (f"/tables/{table.pk}/", f"/tables/{table.pk}/talk/", "/tables/"):
        page = client_for(benno).get(path).text
        assert "Bénno (@bob)" in page, path
    assert "Benno (@benno)" in client_for(bob).get(f"/tables/{table.pk}/").text
