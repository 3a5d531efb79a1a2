"""With the export of a finished game, anybody can check its chance and its log, using only `verify.py`."""

import copy
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import transaction

from games.engine.chance import Chance
from games.engine.commitments import nonce_digest
from games.engine.exported import replay_export
from games.models import Table
from games.tables import lobby, play
from games.tables.packed import log_pack
from games.tables.unit_of_work import lock_table
from games.titles import TITLES
from tests.history.schema import EXPORT, faults
from tests.play import play_on

pytestmark = pytest.mark.django_db

SCRIPT = Path("static/history/verify.py")
verdict = runpy.run_path(str(SCRIPT))["verdict"]


def started(*people, title="captivate", options=None, **columns):
    """Return a table that has just begun; all players but the last have sent their parts of the chance."""
    table = lobby.table_create(
        people[0],
        title=title,
        options=options or {},
        seats=len(people),
        **columns,
    )
    lobby.seat_contribute(people[0], table.pk, nonce="0123456789abcdef" * 2)
    for user in people[1:]:  # the last leaves it to the site
        lobby.seat_take(
            user, table.pk, token=table.token, nonce="" if user is people[-1] else "fedcba9876543210" * 2
        )
    return Table.objects.get(pk=table.pk)


def by_seat(table):
    return [seat.user for seat in table.seats.order_by("number")]


def ended(*people, **choices):
    """Return a game after some plies, in which all seats but one have resigned."""
    return resigned(played(*people, **choices))


def played(*people, **choices):
    table, chooser = started(*people, **choices), Chance(b"moves", 0)
    for _ply in range(8):
        play_on(table, by_seat(table), chooser)
    return table


def resigned(table):
    while (row := Table.objects.get(pk=table.pk)).is_running:
        seat = row.seats.filter(is_live=True).last()
        play.seat_resign(seat.user, row.pk, expected_ply=row.ply)
    return row


def exported(client, table, **query):
    answer = client.get(f"/tables/{table.pk}/export.json", query)
    assert answer.status_code == 200
    return answer.json()


@pytest.fixture
def game(alice, bob, client):
    return exported(client, ended(alice, bob))


def failures(game, receipts=()):
    return [said for holds, said in verdict(game, receipts)[2] if holds is False]


@pytest.mark.parametrize("title", list(TITLES))
def test_everything_holds_of_a_game_of_every_title(title, alice, bob, charlie, client):
    people = [alice, bob, charlie][: max(2, TITLES[title].seats[0])]
    table = played(*people, title=title)
    running, game = exported(client, table), exported(client, resigned(table))
    assert failures(running) == failures(game) == []
    assert [*faults(EXPORT, running), *faults(EXPORT, game)] == []
    wanted = "holds" if running["status"] == "finished" else "cannot be checked"
    assert [verdict(each)[0] for each in (running, game)] == [wanted, "holds"]
    assert sum(len(entry["secret"]["draws"]) for entry in game["entries"]) > 10 or title == "captn-eli", (
        "the set-up draws, but where squads come first"
    )


def test_the_first_line_says_whether_it_holds_and_the_exit_code_agrees(game, tmp_path):
    file = tmp_path / "game.json"
    broken = copy.deepcopy(game)
    broken["entries"][2]["minute"] = "2020-01-01T00:00Z"
    closed = {**game, "identity": None}
    said = {
        0: "holds: nobody chose the shuffles, if Alice Ardent did not conspire with the operator",
        1: "does not hold: ply 1: it is earlier than the entry before",
        2: "cannot be checked: names: exported without names, times and hashes. Download the file with names",
    }
    for code, export in enumerate((game, broken, closed)):
        file.write_text(json.dumps(export))
        for run in (ran(file), ran(file, "-m", "games.engine", "replay")):
            assert (run.returncode, run.stdout.splitlines()[0]) == (code, said[code])
    assert ran(tmp_path).returncode == 2


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "[" * 100_000, '{"format": 1.5}', '{"a": NaN}', "\ufeff{}", '"\\ud800"',
        '{"format": "captains-table-game", "version": 1, "entries": [1]}',
    ],
)  # fmt: skip
def test_what_is_no_export_ends_in_a_clear_message(text, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    run = ran(file)
    assert run.stderr == "" and run.returncode in (1, 2)
    assert run.stdout.startswith({1: "does not hold: ", 2: "cannot be checked: "}[run.returncode])


BROKEN = {
    "no such ply": lambda game: game["seeds"][0].update({"from": 999}),
    "a draw below nothing": lambda game: game["entries"][0]["secret"]["draws"].__setitem__(0, [0, 0]),
    "a draw below more than there is": lambda game: game["entries"][0]["secret"]["draws"].__setitem__(
        0, [2**70, 0]
    ),
    "a ply of no size": lambda game: game["entries"][3].update(ply=10**30),
    "no list": lambda game: game.update(entries={}),
    "no events": lambda game: game["entries"][3].update(events=[[]]),
    "no hash": lambda game: game["entries"][3].update(seal="xyz"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_export_ends_in_a_clear_message(what, game, tmp_path):
    BROKEN[what](game)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    checked, replay = ran(file), ran(file, "-m", "games.engine", "replay")
    assert (
        checked.returncode in (1, 2) and replay.returncode in (1, 2) and checked.stderr + replay.stderr == ""
    )


def test_an_export_cannot_write_lines_of_its_own(game, tmp_path):
    game["seats"][0]["name"] = "x\x1b[2J\nholds: all of it"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    assert "\x1b" not in ran(file).stdout and not any(
        line.startswith("holds") for line in ran(file).stdout.splitlines()
    )


def ran(file, *program):
    command = [sys.executable, *(program or ("-I", SCRIPT)), file]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_test_vector_holds():
    game = json.loads(Path("docs/samples/game.json").read_text())
    assert verdict(game)[0] == replay_export(game, TITLES)[0] == "holds"


def test_receipts_of_earlier_plies_hold_and_changed_ones_do_not(alice, bob, client):
    table = started(alice, bob)
    receipts, chooser = [table.receipt], Chance(b"moves", 0)
    for _ply in range(4):
        play_on(table, by_seat(table), chooser)
        receipts.append(Table.objects.get(pk=table.pk).receipt)
    resigned(table)
    game = exported(client, table)
    assert failures(game, receipts) == []
    own = bytes.fromhex(game["seeds"][0]["commitment"])
    seat = next(seat for seat in game["seats"] if seat["nonce"])
    digest = nonce_digest(game["identity"], seat["nonce"]).hex()
    assert failures(game, [f"Commitment: {own.hex()}", seat["nonce"].upper(), digest]) == []
    assert len(failures(game, ["a" * 64, "a" * 32])) == 2, "another commitment, and a part of nobody"
    wrong = receipts[2][:-1] + ("0" if receipts[2][-1] != "0" else "1")
    assert failures(game, [*receipts, wrong, "999-" + "a" * 32, "nothing"]) == [
        f"receipt: the log up to ply {receipts[2].split('-')[0]} is the same as then",
        "receipt: the log up to ply 999 is the same as then",
        "receipt: 'nothing' isn't a receipt, commitment or nonce",
    ]


def test_while_a_game_runs_its_export_tells_no_secret(alice, bob, charlie, client_for):
    table = started(alice, bob)
    for reader in (alice, bob, charlie, None):
        game = exported(client_for(reader), table)
        assert {each["secret"] for each in game["entries"]} == {None}
        assert game["seeds"] == [{**game["seeds"][0], "seed": None, "key": None}]
        assert bytes(table.seed).hex() not in json.dumps(game) and bytes(table.key).hex() not in json.dumps(
            game
        )
        assert failures(game) == [], "the chain can be checked all the same"


def values_in(found):
    """Yield all texts and numbers in a JSON value, however deep."""
    if isinstance(found, dict | list):
        return {
            value
            for each in (found.values() if isinstance(found, dict) else found)
            for value in values_in(each)
        }
    return {found}


def test_a_table_cannot_be_found_by_its_export_without_names(alice, bob, client):
    table = ended(alice, bob)
    whole, bare = exported(client, table), exported(client, table, names="0")
    assert not list(faults(EXPORT, bare)) and {seat["name"] for seat in bare["seats"]} == {None}
    told = values_in({**bare, "options": None})
    seats, entries, seeds = whole["seats"], whole["entries"], whole["seeds"]
    shown = {whole["identity"], whole["head"], whole["started"], whole["finished"], seeds[0]["commitment"]}
    shown |= {seat[name] for seat in seats for name in ("nonce", "name", "digest") if seat[name]}
    shown |= {each[name] for each in entries for name in ("seal", "link", "minute")}
    assert len(shown) > 2 * len(entries) and not shown & told
    address = f"/tables/{table.pk}/export.json?names=0"
    assert client.get(address)["Content-Disposition"] == 'attachment; filename="captivate.json"'


def test_an_export_without_names_is_played_through_but_not_verified(alice, bob, client):
    game = exported(client, ended(alice, bob), names="0")
    assert replayed(game) == [verdict(game)[1]] and "without names" in verdict(game)[1]
    game["entries"][2]["secret"]["position"] = "0" * 32
    assert replay_export(game, TITLES)[:2] == ("does not hold", "ply 1: the rules lead to another position")


def test_a_private_game_is_exported_to_its_players_alone(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2, admission=Table.Admission.LINK)
    lobby.seat_take(bob, table.pk, token=table.token)
    for address in ("export.json", "chance/"):
        codes = [
            client_for(who).get(f"/tables/{table.pk}/{address}").status_code
            for who in (alice, bob, charlie, None)
        ]
        assert codes == [200, 200, 404, 302]  # redirect to the log-in


def replayed(game, *others):
    return [said for holds, said in replay_export(game, TITLES, others)[2] if not holds]


def test_the_site_answers_whether_the_rules_agree(alice, bob, charlie, client_for):
    table = ended(alice, bob, admission=Table.Admission.LINK)
    address = f"/tables/{table.pk}/rules-check.json"
    assert client_for(alice).get(address).json()["result"] == "holds"
    assert client_for(charlie).get(address).status_code == 404
    Table.objects.update(rules_version=1, options={"memory": "none"})
    assert client_for(alice).get(address).json()["result"] == "does not hold"


def test_a_packed_log_is_exported_as_it_was(alice, bob, client):
    table = ended(alice, bob)
    game = exported(client, table)
    log_pack(table.pk)
    assert exported(client, table) == game
    lock_unpacked(table)
    assert exported(client, table) == game


def lock_unpacked(table):
    with transaction.atomic():
        lock_table(table.pk)
    assert not Table.objects.get(pk=table.pk).is_packed
