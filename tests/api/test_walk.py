"""Every operation of the description, asked by every kind of reader about alice's private table: who gets what."""

import re

import pytest
from django.db import transaction

from games.api.reference import example_of
from games.api.site import description
from games.models import Preferences, PrivateNote, Table, TalkLine
from games.titles import TITLES
from tests.play import fingerprint, running_table, state_of
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

SECRETS = ("note-of-alice", "hooks.example.org", "alice@example.org")
OPERATIONS = [
    (path.removeprefix("/api/v1"), method, operation)
    for path, operations in description()["paths"].items()
    for method, operation in operations.items()
]


@pytest.fixture
def table(alice, bob):
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    Preferences.objects.create(user=alice, webhook_url="https://hooks.example.org/x")
    PrivateNote.objects.create(table=table, user=alice, text="note-of-alice")
    TalkLine.objects.create(table=table, user=alice, text="Ahoy")
    return table


def address_of(path, table):
    values = {
        "table_id": table.pk,
        "username": "alice",
        "title": "captivate",
        "first": "2027-01-01",
        "number": 0,
    }
    return re.sub(r"{(\w+)}", lambda found: str(values.get(found[1], 1)), path)


def asked(reader, path, method, operation, table):
    """Return the answer, and undo what it did."""
    body = operation.get("requestBody")
    heads = {"If_Match": f'"{table.ply}"'} if "ifMatch" in str(operation["parameters"]) else {}
    with transaction.atomic():
        example = example_of(description(), body["content"]["application/json"]["schema"]) if body else None
        answer = reader.ask(method.upper(), address_of(path, table), example, **heads)
        transaction.set_rollback(True)
    for close in getattr(answer, "_resource_closers", ()):  # `answer.close` would close the database
        close()
    return answer


@pytest.mark.parametrize("name", ["nobody", "charlie", "moderator", "bob", "alice"])
def test_every_operation_gives_each_reader_only_what_is_theirs(name, program, alice, bob, charlie, table):
    people = {"nobody": None, "charlie": charlie, "bob": bob, "alice": alice}
    user = people[name] if name in people else person_with_role("mona", "moderator")
    reader, before = program(user), fingerprint(table)
    hands = state_of(table).hands
    for path, method, operation in OPERATIONS:
        answer = asked(reader, path, method, operation, table)
        text = "" if answer.streaming else answer.getvalue().decode()
        what = f"{method} {path}: {answer.status_code} {text[:200]}"
        assert str(answer.status_code) in operation["responses"], what
        if name == "nobody":
            assert answer.status_code == 401, what
        elif name in ("charlie", "moderator") and "{table_id}" in path:
            assert answer.status_code == 404, what
        others = {"alice": hands[1], "bob": hands[0]}.get(name, (*hands[0], *hands[1]))
        is_over = path.endswith("/resign") and answer.status_code == 200  # then all hands are open
        assert is_over or not [card for card in others if f'"{card}"' in text], what
        assert name == "alice" or not [word for word in SECRETS if word in text], what
    assert fingerprint(table) == before


def test_the_reader_of_a_table_sees_what_the_rules_let_the_seat_observe(program, alice, bob, charlie, table):
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


def test_every_title_is_described(program, alice):
    told = program(alice).get("/titles").told["titles"]
    assert {each["slug"] for each in told} <= set(TITLES) and len(told) >= 5
    assert all(each["moves"] and each["seats"] for each in told)
