"""A player's games as a ZIP, and what happened in sentences: for whom, with which names, and nothing hidden."""

import io
import json
import zipfile

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.history import archive
from games.models import Circle, Entry, Follow, Member, Rating, Table, TalkLine, Tournament
from games.tables.packed import log_pack
from games.tables.play import seat_resign
from tests.conftest import person
from tests.history.schema import EXPORT, faults
from tests.history.test_replay import finished
from tests.history.test_verify import ended, failures
from tests.play import running_table, state_of
from tests.tables.test_past import OURS

pytestmark = pytest.mark.django_db


def fetched(client, **query):
    answer = client.get("/tables/export.zip", query)
    assert answer.status_code == 200 and answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def told(client, table, **query):
    return client.get(f"/tables/{table.pk}/transcript.txt", query)


def test_everybody_gets_their_own_games(alice, bob, charlie, client, client_for):
    over, running = ended(alice, bob), running_table(alice, charlie)
    files = fetched(client_for(alice))
    names = {f"captivate-{table.pk}.{kind}" for table in (over, running) for kind in ("json", "txt")}
    assert set(files) == {*names, "README.txt"}
    assert not failures(json.loads(files[f"captivate-{over.pk}.json"]))
    for name in names:
        if name.endswith("json"):
            assert not list(faults(EXPORT, json.loads(files[name])))
    assert f"captivate-{over.pk}.json" not in fetched(client_for(charlie))
    assert "login" in client.get("/tables/export.zip").url
    assert client_for(person("newcomer")).get("/tables/export.zip").status_code == 404


def test_the_archive_of_a_running_game_contains_no_secret(alice, bob, client_for):
    table = running_table(alice, bob)
    hands = state_of(table).hands
    text = "".join(fetched(client_for(alice)).values())
    assert not [card for card in (*hands[0], *hands[1], *state_of(table).deck) if card in text]
    assert '"seed": null' in text


def test_names_can_be_left_out(alice, bob, client_for):
    table = ended(alice, bob)
    named, bare = fetched(client_for(alice)), fetched(client_for(alice), names=0)
    for each in ("json", "txt"):
        assert "Bob Bosun" in named[f"captivate-{table.pk}.{each}"]
    text = "".join(bare.values())
    assert not any(word in text for word in ("Bob", "bob", "Alice", "alice"))
    assert set(bare) == {"1-captivate.json", "1-captivate.txt", "README.txt"}
    lines = bare["1-captivate.txt"].splitlines()
    assert "Seat 2" in lines[-1] and lines[0] == "Captivate"
    assert str(table.started_at.year) not in text, "when it was played"


def test_many_games_are_split_into_files_of_bounded_cost(alice, bob, client_for, monkeypatch):
    monkeypatch.setattr(archive, "MOST", 2)
    tables = [finished(alice, bob, plies=2) for _each in range(3)]
    log_pack(tables[2].pk)
    first = fetched(client_for(alice))
    assert len(first) == 5 and f"?before={tables[1].pk}" in first["README.txt"]
    client = client_for(alice)
    with CaptureQueriesContext(connection) as queries:
        rest = fetched(client, before=tables[1].pk)
    assert set(rest) == {f"captivate-{tables[0].pk}.json", f"captivate-{tables[0].pk}.txt", "README.txt"}
    assert "before" not in rest["README.txt"] and len(queries) <= 16
    monkeypatch.setattr(archive, "BYTES", 1)
    assert len(fetched(client_for(alice))) == 3


def test_the_next_nameless_file_has_a_url_without_table_numbers(alice, bob, client_for, monkeypatch):
    monkeypatch.setattr(archive, "MOST", 2)
    tables = [finished(alice, bob, plies=2) for _each in range(3)]
    client = client_for(alice)
    first, rest = fetched(client, names=0), fetched(client, names=0, skip=2)
    assert "/tables/export.zip?names=0&skip=2\n" in first["README.txt"]
    assert "before" not in first["README.txt"]
    assert fetched(client, names=0, before=tables[1].pk) == rest, "as addresses were before"
    assert set(rest) == {"3-captivate.json", "3-captivate.txt", "README.txt"}
    assert "skip" not in rest["README.txt"] and set(fetched(client, names=0, skip="x")) == set(first)


def test_archives_are_limited(alice, bob, client_for, settings):
    settings.RATES = {**settings.RATES, "export-all": (1, 3600), "export": (1, 3600)}
    table = running_table(alice, bob)
    cache.clear()
    client = client_for(alice)
    assert [client.get("/tables/export.zip").status_code for _each in range(2)] == [200, 429]
    assert [told(client, table).status_code for _each in range(2)] == [200, 429]


@pytest.mark.parametrize("title", OURS)
def test_the_transcript_has_a_line_for_each_ply_with_something_to_tell(title, alice, bob, client):
    table = finished(alice, bob, title=title)
    for _form in ("rows", "packed"):
        answer = told(client, table)
        assert answer["Content-Type"].startswith("text/plain")
        lines = answer.content.decode().split("\n\n", 1)[1].splitlines()
        assert (
            len(lines) >= table.ply // 2
            and "Bob Bosun" in lines[-1]
            and lines[-1].startswith(f"{table.ply:>4}  ")
        )
        assert "1. Alice Ardent, rank 1" in answer.content.decode()
        log_pack(table.pk)


def test_the_transcript_shows_readers_of_the_table_what_they_may_know(
    alice, bob, charlie, client, client_for
):
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    hand = state_of(table).hands[0]
    for reader, status in (
        (client_for(alice), 200),
        (client_for(bob), 200),
        (client_for(charlie), 404),
        (client, 302),
    ):
        answer = told(reader, table)
        assert answer.status_code == status
        if reader.session.get("_auth_user_id") != str(alice.pk):
            assert not [card for card in hand if card in answer.content.decode()]
    seat_resign(bob, table.pk, expected_ply=0)
    assert told(client_for(charlie), table).status_code == 404


def test_a_table_that_has_not_started_has_no_transcript(alice, client_for):
    client_for(alice).post("/tables/new/captivate/", {})
    open_table = Table.objects.create(
        title="captivate", seat_count=2, creator=alice, expires_at="2030-01-01T00:00Z"
    )
    assert told(client_for(alice), open_table).status_code == 404


def test_the_archive_has_ratings_circles_follows_and_tournaments(alice, bob, client_for):
    running_table(alice, bob, is_rated=True)
    Rating.objects.create(user=alice, title="captivate", mu=27.5, games=3)
    circle = Circle.objects.create(name="The Crew", owner=bob)
    for user in (alice, bob):
        Member.objects.create(circle=circle, user=user)
    TalkLine.objects.create(circle=circle, user=alice, text="my own words")
    TalkLine.objects.create(circle=circle, user=bob, text="words of bob")
    Follow.objects.create(by=alice, person=bob)
    Follow.objects.create(by=bob, person=alice)
    cup = Tournament.objects.create(name="Spring Cup", title="captivate", created_by=bob)
    Entry.objects.create(tournament=cup, user=alice)
    client = client_for(alice)
    files = fetched(client)
    data = json.loads(files["you.json"])
    assert (data["ratings"][0]["mu"], data["circles"][0]["name"]) == (27.5, "The Crew")
    assert [each["text"] for each in data["circle_messages"]] == ["my own words"]
    assert [each["username"] for each in data["follows"]] == ["bob"]
    assert data["tournament_entries"][0]["tournament"] == "Spring Cup"
    assert "you.json" not in fetched(client, names="0")
    alone = person("newcomer")
    Follow.objects.create(by=alone, person=bob)
    assert set(fetched(client_for(alone))) == {"README.txt", "you.json"}
