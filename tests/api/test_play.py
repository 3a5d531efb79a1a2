"""A whole game by programs: opened, joined, played, told and looked back at."""

import pytest

from games.engine.chance import Chance
from games.models import MoveRecord, Table
from games.titles import TITLES
from tests.play import running_table

pytestmark = pytest.mark.django_db


def test_two_programs_open_join_and_play_a_table(program, alice, bob):
    one, two = program(alice), program(bob)
    opened = one.post("/tables", {"title": "captivate", "seats": 2, "seating": "joined"})
    assert opened.status_code == 201
    assert opened["Location"] == f"/api/v1/tables/{opened.told['id']}"
    number = opened.told["id"]
    assert [row["id"] for row in two.get("/lobby").told["tables"]] == [number]
    joined = two.post(f"/tables/{number}/seats", {})
    assert joined.told["status"] == "running"
    assert joined.told["you"] == 1 and joined.told["asked"] is None
    asked = one.get("/tables/next").told
    assert asked["id"] == number and asked["asked"]["is_complete"]
    move = asked["asked"]["moves"][0]["move"]
    played = one.post(f"/tables/{number}/moves", {"moves": [move]}, If_Match=f'"{asked["ply"]}"')
    assert played.status_code == 200
    assert played["ETag"] == f'"{played.told["ply"]}"' != f'"{asked["ply"]}"'
    log = two.get(f"/tables/{number}/log?since={asked['ply'] - 1}").told
    assert log["entries"][0]["ply"] == asked["ply"]
    assert log["is_all"]


@pytest.mark.parametrize("title", [slug for slug in TITLES if slug != "blank"])
def test_every_title_can_be_played_to_its_end_by_the_moves_that_are_offered(title, program, alice, bob):
    table, chooser = running_table(alice, bob, title=title), Chance(title.encode(), 1)
    programs = [program(alice), program(bob)]
    for _ in range(TITLES[title].max_plies):
        number = (
            Table.objects.get(pk=table.pk)
            .seats.filter(is_awaited=True)
            .values_list("number", flat=True)
            .first()
        )
        if number is None:
            break
        at = programs[number].get(f"/tables/{table.pk}").told
        moves = [each["move"] for each in at["asked"]["moves"]]
        assert at["asked"]["default"] in moves
        move = chooser.pick(moves)
        played = programs[number].post(
            f"/tables/{table.pk}/moves", {"moves": [move]}, If_Match=str(at["ply"])
        )
        assert played.status_code == 200, played.told
    over = programs[0].get(f"/tables/{table.pk}").told
    assert over["status"] == "finished" and over["ending"]["reason"] in TITLES[title].reasons
    replayed = programs[0].get(f"/tables/{table.pk}/replay?ply=0&view_as=all").told
    assert [view["seat"] for view in replayed["views"]] == [0, 1]


def test_a_stale_move_is_refused_and_nothing_is_done(program, alice, bob):
    table = running_table(alice, bob)
    one = program(alice)
    at = one.get(f"/tables/{table.pk}").told
    move = {"moves": [at["asked"]["moves"][0]["move"]]}
    path = f"/tables/{table.pk}/moves"
    assert one.post(path, move).status_code == 428
    assert one.post(path, move, If_Match="soon").told["code"] == "malformed"
    stale = one.post(path, move, If_Match='"99"')
    assert (stale.status_code, stale.told["code"]) == (412, "changed-meanwhile")
    illegal = one.post(path, {"moves": [{"type": "end"}]}, If_Match=str(at["ply"]))
    assert (illegal.status_code, illegal.told["code"]) == (422, "illegal")
    other = program(bob).post(path, move, If_Match=str(at["ply"]))
    assert (other.status_code, other.told["code"]) == (409, "not-awaited")
    back = f"/tables/{table.pk}/take-back"
    assert [one.post(back).status_code, one.post(back, If_Match='"99"').status_code] == [428, 412]
    assert MoveRecord.objects.filter(table=table).count() == 1  # the set-up


def test_a_repeat_is_answered_as_the_first_time(program, alice, bob):
    table, one = running_table(alice, bob), program(alice)
    at = one.get(f"/tables/{table.pk}").told
    move = {"moves": [at["asked"]["moves"][0]["move"]]}
    heads = {"If_Match": str(at["ply"]), "Idempotency_Key": "k1"}
    first = one.post(f"/tables/{table.pk}/moves", move, **heads)
    again = one.post(f"/tables/{table.pk}/moves", move, **heads)
    assert (again.status_code, again.content, again["ETag"]) == (200, first.content, first["ETag"])
    assert again["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first
    other = one.post(f"/tables/{table.pk}/moves", {"moves": [{"type": "end"}]}, **heads)
    assert (other.status_code, other.told["code"]) == (422, "key-reused")
    opened = [one.post("/tables", {"title": "captivate", "seats": 2}, Idempotency_Key="k2") for _ in range(2)]
    assert opened[0].told["id"] == opened[1].told["id"]
    assert Table.objects.count() == 2
    refused = [program(bob).post(f"/tables/{table.pk}/start", Idempotency_Key="k3") for _ in range(2)]
    assert refused[0].content == refused[1].content and refused[1].status_code == 409
