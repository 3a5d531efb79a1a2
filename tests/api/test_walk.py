"""Every operation of the description, asked by every kind of reader about alice's private places: who gets what."""

import re
from datetime import date

import pytest
from django.db import transaction

from accounts import vacations
from games.api.reference import example_of
from games.api.site import description
from games.bots import seating
from games.circles.services import circle_join, circle_open
from games.clock.clocks import DAY, Bank
from games.days.agreements import proposal_make
from games.models import Preferences, PrivateNote, Table, TalkLine, Tournament
from games.players.finding import search_make, searches_of
from games.tables import lobby, play
from games.talk.services import circle_line_say
from games.titles import TITLES
from tests.play import fingerprint, first_move, running_table, state_of
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

SECRETS = ("note-of-alice", "hooks.example.org", "alice@example.org")  # alice's
SHARED = ("talk-of-the-circle", "talk-of-the-table", "Crew of two", "Regatta of the circle")  # and bob's
OPERATIONS = [
    (path.removeprefix("/api/v1"), method, operation)
    for path, operations in description()["paths"].items()
    for method, operation in operations.items()
]
# Which of the tables below an operation is asked about, if not the first one.
PLACES = {
    "open": ("bots_seat", "bot_remove", "nonce_add", "player_invite", "table_cancel", "table_leave",
             "table_of_link", "table_start"),
    "offer": ("invitation_decline", "table_join"),
    "orders": ("orders_set", "proposal_make"),
    "over": ("rematch_join", "replay_show", "rules_check_show", "table_play_on", "transcript_show"),
}  # fmt: skip
# What alice can't do at any of them, and the answer. Other tests show that somebody can.
REFUSED = {
    "seat_take_over": 403, "hint_show": 404, "hint_ask": 409, "mail_invite": 403, "circle_leave": 409,
    "table_leave": 409,
}  # fmt: skip


@pytest.fixture
def places(alice, bob):
    """Return tables by name, a circle and its tournament: private ones of alice and bob."""
    private = {"admission": Table.Admission.INVITED}
    vacations.vacation_add(alice, date(2027, 11, 1), date(2027, 11, 9))
    Preferences.objects.create(user=alice, webhook_url="https://hooks.example.org/x")
    search_make(alice, title="nautilus", seats=2, pace="three-days", is_rated=False)
    circle = circle_open(alice, name="Crew of two")
    circle_join(bob, circle.link)
    circle_line_say(bob, circle.pk, text="talk-of-the-circle")
    found = {
        "running": running_table(alice, bob, **private), "over": running_table(alice, bob, **private),
        "orders": running_table(alice, bob, title="cannonades", **private),
        "open": lobby.table_create(alice, title="captivate", options={}, seats=3, seats_from=2, admission="link"),
        "offer": lobby.table_create(bob, title="captivate", options={}, seats=2, **private),
        "circle": circle,
        "tournament": Tournament.objects.create(
            name="Regatta of the circle", title="captivate", created_by=alice, circle=circle
        ),
    }  # fmt: skip
    seating.bots_seat(alice, found["open"].pk, level="deckhand", count=1)
    lobby.seat_invite(bob, found["offer"].pk, name="alice")
    play.seat_resign(bob, found["over"].pk, expected_ply=0)
    table = found["running"]
    play.move_play(alice, table.pk, move=first_move(table, 0), expected_ply=0)  # it's still her turn
    found["search"] = searches_of(alice)[0]
    found["proposal"] = proposal_make(bob, table.pk, kind="extend", days=1)
    PrivateNote.objects.create(table=table, user=alice, text="note-of-alice")
    TalkLine.objects.create(table=table, user=alice, text="talk-of-the-table")
    return {
        name: Table.objects.get(pk=each.pk) if isinstance(each, Table) else each
        for name, each in found.items()
    }


def place_of(name):
    """Return the name of the table that an operation is asked about."""
    return next((place for place, names in PLACES.items() if name in names), "running")


def address_of(path, name, places):
    table, circle = places[place_of(name)], places["circle"]
    bot = next((seat.number for seat in table.seats.all() if seat.has_bot), 1)
    values = {
        "table_id": table.pk, "username": "alice" if path.startswith("/players") else "bob", "title": "captivate",
        "first": "2027-11-01", "number": bot, "circle_id": circle.pk, "tournament_id": places["tournament"].pk,
        "proposal_id": places["proposal"].pk, "token": table.token, "search_id": places["search"].pk,
    }  # fmt: skip
    return re.sub(r"{(\w+)}", lambda found: str(values[found[1]]), path)


def body_of(operation, name, places):
    """Return the example of the description, or what fits the place."""
    given = {
        "moves_play": {"moves": [{"type": "end"}]}, "orders_set": {"orders": {"grin": "draw"}},
        "note_save": {"text": "x", "version": PrivateNote.objects.get().version},
        "circle_join": {"link": places["circle"].link}, "player_invite": {"username": "charlie"},
        "proposal_make": {"kind": "extend", "days": 1}, "table_play_on": {"ply": -1, "seat": 0, "against": "deckhand"},
    }  # fmt: skip
    body = operation.get("requestBody")
    if name in given or not body:
        return given.get(name)
    return example_of(description(), body["content"]["application/json"]["schema"])


def asked(reader, path, method, operation, places):
    """Return the answer, and undo what it did."""
    name = operation["operationId"]
    ply = places[place_of(name)].ply
    heads = {"If_Match": f'"{ply}"'} if "ifMatch" in str(operation["parameters"]) else {}
    with transaction.atomic():
        address, body = address_of(path, name, places), body_of(operation, name, places)
        answer = reader.ask(method.upper(), address, body, **heads)
        transaction.set_rollback(True)
    for close in getattr(answer, "_resource_closers", ()):  # `answer.close` would close the database
        close()
    return answer


PRIVATE = ("{table_id}", "{circle_id}", "{tournament_id}")


@pytest.mark.parametrize("name", ["nobody", "charlie", "moderator", "bob", "alice"])
def test_every_operation_gives_each_reader_only_what_is_theirs(name, program, alice, bob, charlie, places):
    people = {"nobody": None, "charlie": charlie, "bob": bob, "alice": alice}
    user = people[name] if name in people else person_with_role("mona", "moderator")
    reader, before = program(user), fingerprint(places["running"])
    hands, wrong = state_of(places["running"]).hands, []
    others = {"alice": hands[1], "bob": hands[0]}.get(name, (*hands[0], *hands[1]))
    hidden = {"alice": (), "bob": SECRETS}.get(name, (*SECRETS, *SHARED))
    for path, method, operation in OPERATIONS:
        answer, what = asked(reader, path, method, operation, places), operation["operationId"]
        text = "" if answer.streaming else answer.getvalue().decode()
        known = others if place_of(what) == "running" and what != "resign" else ()  # then all hands are open
        leaked = [word for word in (*map('"{}"'.format, known), *hidden) if word in text]
        if what == "circle_join":  # which needs the link
            leaked = []
        is_right = {
            "nobody": answer.status_code == 401,
            "alice": answer.status_code // 100 == 2 or answer.status_code == REFUSED.get(what),
            "bob": True,
        }.get(name, answer.status_code == 404 or not any(each in path for each in PRIVATE))
        if leaked or not is_right or str(answer.status_code) not in operation["responses"]:
            wrong.append(f"{what}: {answer.status_code} {leaked} {text[:300]}")
    assert wrong == []
    assert fingerprint(places["running"]) == before


def test_the_reader_of_a_table_sees_what_the_rules_let_the_seat_observe(program, alice, bob, charlie, places):
    table = places["running"]
    shown = [program(person).get(f"/tables/{table.pk}").told for person in (alice, bob)]
    for seat, each in enumerate(shown):
        assert each["you"] == seat
        assert (
            each["observation"]["hands"][seat]["cards"]
            and not each["observation"]["hands"][1 - seat]["cards"]
        )
    assert shown[0]["asked"] and shown[1]["asked"] is None
    open_table = running_table(alice, bob, seed=8)
    watched = program(charlie).get(f"/tables/{open_table.pk}").told
    assert watched["you"] is None and not any(hand["cards"] for hand in watched["observation"]["hands"])


def test_only_players_see_links_invitations_and_their_own_bank(program, alice, bob, charlie):
    waiting = lobby.table_create(alice, title="captivate", options={}, seats=2)
    lobby.seat_invite(alice, waiting.pk, name="bob")
    host, outsider = (program(person).get(f"/tables/{waiting.pk}").told for person in (alice, charlie))
    assert host["join_url"] and host["invited"] == ["bob"]
    assert outsider["join_url"] is None and outsider["invited"] == []
    table = running_table(alice, bob, pace=lobby.Pace(Bank(DAY, DAY, DAY)))
    banks = [program(person).get(f"/tables/{table.pk}").told["seats"][0]["bank"] for person in (alice, bob)]
    assert banks[0] is not None and banks[1] is None


def test_every_title_is_described(program, alice):
    told = program(alice).get("/titles").told["titles"]
    assert {each["slug"] for each in told} <= set(TITLES) and len(told) >= 5
    assert all(each["moves"] and each["seats"] for each in told)
