"""*Ask me before every move*: a setting of the player that applies on every device."""

import pytest
from django.test import Client

from tests.play import running_table

pytestmark = pytest.mark.django_db

ASK, AT_ONCE = 'name="ask" value="always"', 'name="ask" value="never"'  # the two choices in the drawer


def browser_of(user):
    client = Client()
    client.force_login(user)
    return client


def test_the_setting_to_confirm_moves_applies_on_every_device(alice, bob):
    address = f"/tables/{running_table(alice, bob).pk}/"
    phone, desk, other = browser_of(alice), browser_of(alice), browser_of(bob)
    assert all(ASK in each.get(address).text for each in (phone, desk, other))
    phone.post(f"{address}asking/", {"ask": "always"})
    assert AT_ONCE in phone.get(address).text
    assert AT_ONCE in desk.get(address).text
    assert ASK in other.get(address).text
    desk.post(f"{address}asking/", {"ask": "never"})
    assert ASK in phone.get(address).text


@pytest.mark.parametrize("who", ["bob", "charlie", None])
def test_nobody_can_change_another_players_setting(who, alice, bob, request):
    address = f"/tables/{running_table(alice, bob).pk}/"
    client = browser_of(request.getfixturevalue(who)) if who else Client()
    assert client.post(f"{address}asking/", {"ask": "always"}).status_code == 302
    alice.refresh_from_db()
    assert not alice.always_ask
