"""Blocks: no chat, no invitations, no seat beside a blocked person, who isn't notified."""

from html import unescape

import pytest

from games.ledger.blocks import BLOCKS
from games.models import Block, Invitation, Notice, Table, TalkLine
from games.tables import lobby
from tests.conftest import person
from tests.play import running_table
from tests.talk.test_talk import say, talk_in

pytestmark = pytest.mark.django_db

BLOCKS_PAGE = "/notifications/blocks/"


def block(client, **fields):
    return client.post(BLOCKS_PAGE, fields)


@pytest.fixture
def table(alice, bob, charlie):
    return running_table(alice, bob, charlie)


def test_blocked_peoples_messages_are_folded_and_not_counted(table, alice, bob, charlie, client_for):
    assert block(client_for(alice), name=" BOB ").status_code == 302
    for client, text in ((bob, "one"), (bob, "two"), (charlie, "three"), (bob, "four @alice")):
        say(client_for(client), table, text)
    page = talk_in(client_for(alice), table)
    assert "2 lines of somebody you block" in page and "1 line of somebody you block" in page
    assert page.index("2 lines of") < page.index("one") < page.index("three") < page.index("1 line of")
    assert "1 new<" in page and "1 new line<" in client_for(alice).get("/tables/").content.decode()
    assert "you block" not in talk_in(client_for(charlie), table) + talk_in(client_for(bob), table)


def test_blocking_a_messages_author_asks_for_confirmation(table, alice, bob, client_for):
    say(client_for(bob), table, "hello")
    line = TalkLine.objects.get().pk
    assert f'href="{BLOCKS_PAGE}?line={line}"' in talk_in(client_for(alice), table)
    assert f"?line={line}" not in talk_in(client_for(bob), table) + talk_in(client_for(None), table)
    page = client_for(alice).get(f"{BLOCKS_PAGE}?line={line}").content.decode()
    assert "Block Bob Bosun?" in page and not Block.objects.exists()
    assert block(client_for(alice), line=line).status_code == 302
    assert [(row.by, row.person) for row in Block.objects.all()] == [(alice, bob)]
    assert "Bob Bosun" in client_for(alice).get(BLOCKS_PAGE).content.decode()
    assert "Alice" not in client_for(bob).get(BLOCKS_PAGE).content.decode().split("<h1>")[1]


def test_people_can_remove_only_their_own_blocks(table, alice, bob, client_for):
    block(client_for(alice), name="bob")
    row = Block.objects.get()
    for unblock in (row.pk, 0, "x", "9" * 40):
        assert block(client_for(bob), unblock=unblock).status_code == 302
    assert Block.objects.exists()
    assert block(client_for(alice), unblock=row.pk).status_code == 302
    assert not Block.objects.exists()


def test_blocking_requires_a_log_in(alice, client_for):
    for answer in (client_for(None).get(BLOCKS_PAGE), block(client_for(None), name="alice")):
        assert "/login/" in answer["Location"]
    assert not Block.objects.exists()


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"name": "nobody"}, 409), ({"name": "alice"}, 409), ({}, 422), ({"name": " "}, 422), ({"line": "x"}, 422),
     ({"line": 2**70}, 422), ({"line": 99999}, 409), ({"invitation": 99999}, 409), ({"name": "x" * 200}, 422)],
)  # fmt: skip
def test_nobody_is_blocked_by_mistake(fields, status, alice, client_for):
    assert block(client_for(alice), **fields).status_code == status
    assert client_for(alice).get(BLOCKS_PAGE, fields).status_code == 200
    assert not Block.objects.exists()


def test_private_messages_reveal_no_name_to_outsiders(alice, bob, charlie, client_for):
    table = running_table(alice, bob, admission=Table.Admission.LINK)
    say(client_for(bob), table, "psst")
    line = TalkLine.objects.get().pk
    assert "Bob" not in client_for(charlie).get(f"{BLOCKS_PAGE}?line={line}").content.decode()
    assert block(client_for(charlie), line=line).status_code == 409


def test_an_invitation_by_a_blocked_person_seems_sent(alice, bob, client_for):
    block(client_for(bob), name="alice")
    table = lobby.table_create(alice, title="captivate", options={}, seats=3, admission="invited")
    client, address = client_for(alice), f"/tables/{table.pk}/invite/"
    assert "Bob has been invited" in client.post(address, {"name": "Bob"}, follow=True).content.decode()
    assert ">Bob Bosun</a></p>" in client.get(f"/tables/{table.pk}/").content.decode()
    assert client.post(address, {"name": "bob"}).status_code == 409
    assert not Notice.objects.filter(user=bob).exists()
    assert "Invitations" not in client_for(bob).get("/tables/").content.decode()
    block(client_for(bob), unblock=Block.objects.get().pk)
    assert "Invitations" in client_for(bob).get("/tables/").content.decode()


def test_an_inviter_can_be_blocked_from_the_invitation(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    lobby.seat_invite(alice, table.pk, name="bob")
    invitation = Invitation.objects.get().pk
    assert f"?invitation={invitation}" in client_for(bob).get("/tables/").content.decode()
    assert block(client_for(charlie), invitation=invitation).status_code == 409
    assert (
        "Block Alice Ardent?"
        in client_for(bob).get(f"{BLOCKS_PAGE}?invitation={invitation}").content.decode()
    )
    block(client_for(bob), invitation=invitation)
    assert "Invitations" not in client_for(bob).get("/tables/").content.decode()


def test_blocked_people_cannot_join_the_blockers_tables(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    block(client_for(alice), name="bob")
    refused = client_for(bob).post(f"/tables/{table.pk}/join/")
    lobby.table_cancel(alice, table.pk)
    closed = client_for(charlie).post(f"/tables/{table.pk}/join/")
    assert (refused.status_code, closed.status_code) == (409, 409)
    sentence = "You can't join this table anymore."
    assert sentence in unescape(refused.text) and sentence in unescape(closed.text)
    other = lobby.table_create(bob, title="captivate", options={}, seats=2)
    # A block works in one direction: she may join his table.
    assert client_for(alice).post(f"/tables/{other.pk}/join/").status_code == 302


def test_blocked_people_cannot_take_over_a_seat_there(table, alice, client_for):
    eve = person("eve")
    table.seats.filter(number=1).update(is_offered=True)
    block(client_for(alice), name="eve")
    answer = client_for(eve).post(f"/tables/{table.pk}/take-over/", {"seat": 1})
    assert answer.status_code == 409 and "no longer available" in answer.content.decode()


def test_the_number_of_blocks_is_limited(alice, bob, client_for):
    from accounts.models import User

    people = User.objects.bulk_create(User(username=f"p{n}", display_name=f"p{n}") for n in range(BLOCKS))
    Block.objects.bulk_create(Block(by=alice, person=each) for each in people)
    assert block(client_for(alice), name="bob").status_code == 409
    assert client_for(alice).get(BLOCKS_PAGE).status_code == 200
