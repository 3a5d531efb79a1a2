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
from games.engine.contract import Malformed
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
check = runpy.run_path(str(SCRIPT))["check"]


def started(*people, title="captivate", options=None, **columns):
    """Return a table that has just started; all players but the last have sent a nonce."""
    table = lobby.table_create(
        people[0],
        title=title,
        options=options or {},
        seats=len(people),
        nonce="0123456789abcdef" * 2,
        **columns,
    )
    for user in people[1:]:  # the last leaves it to the site
        lobby.seat_take(user, table.pk, nonce="" if user is people[-1] else "fedcba9876543210" * 2)
    return Table.objects.get(pk=table.pk)


def by_seat(table):
    return [seat.user for seat in table.seats.order_by("number")]


def ended(*people, title="captivate"):
    """Return a game after some plies, in which all seats but one have resigned."""
    return resigned(played(*people, title=title))


def played(*people, title="captivate"):
    table, chooser = started(*people, title=title), Chance(b"moves", 0)
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
    return [said for holds, said in check(game, receipts) if not holds]


@pytest.mark.parametrize("title", list(TITLES))
def test_every_check_passes_for_every_title(title, alice, bob, charlie, client):
    people = [alice, bob, charlie][: max(2, TITLES[title].seats[0])]
    table = played(*people, title=title)
    running, game = exported(client, table), exported(client, resigned(table))
    assert failures(running) == failures(game) == []
    assert [*faults(EXPORT, running), *faults(EXPORT, game)] == []
    assert sum(len(entry["draws"] or ()) for entry in game["entries"]) > 10 or title == "captn-eli", (
        "the set-up draws, but where squads come first"
    )


def test_verify_py_prints_its_checks_and_sets_the_exit_code(game, tmp_path):
    file = tmp_path / "game.json"
    for broken in (False, True):
        if broken:
            game["entries"][2]["minute"] = "2020-01-01T00:00Z"
        file.write_text(json.dumps(game))
        run = subprocess.run(
            [sys.executable, "-I", SCRIPT, file], capture_output=True, text=True, check=False
        )
        assert (run.returncode, "FAILED" in run.stdout) == (int(broken), broken)
    assert (
        subprocess.run([sys.executable, SCRIPT, tmp_path], capture_output=True, check=False).returncode == 2
    )


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "null", "[" * 100_000, '{"format": 1.5}', '{"a": NaN}', "\ufeff{}", '"\\ud800"',
        '{"format": "captains-table-game", "version": 1, "entries": [1]}',
    ],
)  # fmt: skip
def test_a_file_that_is_no_export_gets_a_clear_message(text, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    run = ran(file)
    assert "Traceback" not in run.stderr and run.returncode in (1, 2)
    assert ("Can't read this" in run.stderr) is (run.returncode == 2)


BROKEN = {
    "no such ply": lambda game: game["seeds"][0].update({"from": 999}),
    "a draw below nothing": lambda game: drawing(game)["draws"].__setitem__(0, [0, 0]),
    "a draw below more than there is": lambda game: drawing(game)["draws"].__setitem__(0, [2**70, 0]),
    "a ply of no size": lambda game: entry(game).update(ply=10**30),
    "no list": lambda game: game.update(entries={}),
    "no events": lambda game: entry(game).update(events=[[]]),
    "no hash": lambda game: entry(game).update(seal="xyz"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_export_gets_a_clear_message(what, game, tmp_path):
    BROKEN[what](game)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    checked, replay = ran(file), ran(file, "-m", "games.engine", "replay")
    assert checked.returncode in (1, 2) and "Traceback" not in checked.stderr + replay.stderr


def test_an_export_cannot_forge_output_lines(game, tmp_path):
    game["seats"][0]["nonce_by"] = "x\x1b[2J\nAll checks passed."
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    assert not {"\x1b", "All checks passed."} & {*ran(file).stdout, *ran(file).stdout.splitlines()[:-1]}


def ran(file, *program):
    command = [sys.executable, *(program or ("-I", SCRIPT)), file]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_test_vector_is_right():
    raw = Path("docs/samples/game.json").read_bytes()
    assert failures(json.loads(raw)) == [] and all(holds for holds, _said in replay_export(raw, TITLES))


def entry(game, at=3):
    return game["entries"][at]


def flip(text):
    return ("1" if text[0] != "1" else "2") + text[1:]


def swap(game):
    entries = game["entries"]
    entries[3], entries[4] = entries[4], entries[3]


def sited(game):
    return next(at for at, seat in enumerate(game["seats"]) if seat["nonce_by"] == "site")


def drawing(game):
    return next(each for each in game["entries"] if each["draws"])


TAMPERED = {
    "a move": (lambda game: entry(game)["secret"].update(move='{"type":"end"}'), "ply 2: its secret part"),
    "a secret": (lambda game: entry(game, 0)["secret"]["hidden"][0]["0"].update(cards=[]), "ply -1: its secret part"),
    "a public fact": (lambda game: entry(game)["events"][0].update(type="other"), "ply 2:"),
    "a time": (lambda game: entry(game).update(minute="2020-01-01T00:00Z"), "ply 2:"),
    "who moved": (lambda game: entry(game).update(seat=1 - entry(game)["seat"]), "ply 2:"),
    "a seal": (lambda game: entry(game).update(seal=flip(entry(game)["seal"])), "ply 2:"),
    "a link": (lambda game: entry(game).update(link=flip(entry(game)["link"])), "ply 2:"),
    "a nonce": (lambda game: game["seats"][0].update(nonce="a" * 32), "key:"),
    "a nonce of the site": (
        lambda game: game["seats"][sited(game)].update(nonce="a" * 32), "follows from the seed",
    ),
    "no nonce": (lambda game: game["seats"][1].update(nonce="dice"), "nonce: seat 1"),
    "the order of entries": (swap, "ply 2: the log continues with ply 3"),
    "a dropped entry": (lambda game: game["entries"].pop(4), "ply 3: the log continues with ply 4"),
    "the last entry dropped": (lambda game: game["entries"].pop(), "head:"),
    "the seed": (lambda game: game["seeds"][0].update(seed=flip(game["seeds"][0]["seed"])), "commitment:"),
    "the commitment": (
        lambda game: game["seeds"][0].update(commitment=flip(game["seeds"][0]["commitment"])), "commitment:",
    ),
    "the key": (lambda game: game["seeds"][0].update(key=flip(game["seeds"][0]["key"])), "key:"),
    "the options": (lambda game: game["options"].update(memory="none"), "key:"),
    "the title": (lambda game: game.update(title="cardline"), "key:"),
    "a draw": (lambda game: drawing(game)["draws"].__setitem__(0, [52, 60]), "(wrong: [0])"),
    "a seat": (lambda game: [seat.update(place=1 - seat["place"]) for seat in game["seats"]], "key:"),
    "the seating": (lambda game: game.update(seating="joined"), "key:"),
    "a move that is not opened": (lambda game: entry(game).update(secret=None), "ply 2: its secret part isn't public"),
    "draws that are not shown": (lambda game: drawing(game).update(draws=None), "its draws aren't shown"),
    "what was told": (lambda game: entry(game).update(events=None, seal=None), "its content isn't public yet"),
    "a seed that is not opened": (lambda game: game["seeds"][0].update(seed=None, key=None), "seed: not public yet"),
    "from when on the seed was in force": (lambda game: game["seeds"][0].update({"from": 2}), "seed: the first"),
    "another seed, of no note": (
        lambda game: game["seeds"].append({**game["seeds"][0], "from": 3}), "the log announces the later seeds",
    ),
    "no entries": (lambda game: game["entries"].clear(), "this table hasn't started"),
    "the format": (lambda game: game.update(version=2), "format:"),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_detected_and_named(what, game):
    tamper, named = TAMPERED[what]
    other = copy.deepcopy(game)
    tamper(other)
    assert other != game
    assert any(named in said for said in failures(other)), failures(other)


def test_receipts_of_earlier_plies_are_valid_and_changed_ones_are_not(alice, bob, client):
    table = started(alice, bob)
    receipts, chooser = [table.receipt], Chance(b"moves", 0)
    for _ply in range(4):
        play_on(table, by_seat(table), chooser)
        receipts.append(Table.objects.get(pk=table.pk).receipt)
    resigned(table)
    game = exported(client, table)
    assert failures(game, receipts) == []
    own, seat = bytes.fromhex(game["seeds"][0]["commitment"]), game["seats"][0]
    digest = nonce_digest(game["identity"], seat["place"], seat["nonce"]).hex()
    assert failures(game, [f"Commitment: {own.hex()}", seat["nonce"].upper(), digest]) == []
    assert len(failures(game, ["a" * 64, "a" * 32])) == 2, "another commitment, and a part of nobody"
    wrong = receipts[2][:-1] + ("0" if receipts[2][-1] != "0" else "1")
    assert failures(game, [*receipts, wrong, "999-" + "a" * 32, "nothing"]) == [
        f"receipt: the log up to ply {receipts[2].split('-')[0]} is the same as then",
        "receipt: the log up to ply 999 is the same as then",
        "receipt: 'nothing' isn't a receipt, commitment or nonce",
    ]


def test_the_export_of_a_running_game_contains_no_secret(alice, bob, charlie, client_for):
    table = started(alice, bob)
    for reader in (alice, bob, charlie, None):
        game = exported(client_for(reader), table)
        assert {each["secret"] for each in game["entries"]} == {None}
        assert {each["draws"] and 1 for each in game["entries"]} == {None}
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
    shown |= {seat["nonce"] for seat in seats} | {seat["name"] for seat in seats}
    shown |= {each[name] for each in entries for name in ("seal", "link", "minute")}
    assert len(shown) > 2 * len(entries) and not shown & told
    address = f"/tables/{table.pk}/export.json?names=0"
    assert client.get(address)["Content-Disposition"] == 'attachment; filename="captivate.json"'


def test_an_export_without_names_is_replayed_but_not_verified(alice, bob, client):
    game = exported(client, ended(alice, bob), names="0")
    assert replayed(game) == []
    assert [said for _holds, said in check(game)] == failures(game) and "without names" in failures(game)[0]


def test_an_export_with_an_impossible_set_up_has_no_draws(alice, bob, client):
    table = ended(alice, bob, title="cardline")
    options = {**table.options, "deck": "0" * 32}
    Table.objects.update(options=options)
    assert not any(each["draws"] for each in exported(client, table)["entries"])


def test_only_its_players_can_export_a_private_game(alice, bob, charlie, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2, admission=Table.Admission.LINK)
    lobby.seat_take(bob, table.pk, token=table.token)
    for address in ("export.json", "chance/"):
        codes = [
            client_for(who).get(f"/tables/{table.pk}/{address}").status_code
            for who in (alice, bob, charlie, None)
        ]
        assert codes == [200, 200, 404, 302]  # redirect to the log-in


def replayed(game):
    return [said for holds, said in replay_export(json.dumps(game).encode(), TITLES) if not holds]


@pytest.mark.parametrize("title", ["captivate", "cardline", "nautilus"])
def test_the_rules_agree_with_the_export(title, alice, bob, client):
    game = exported(client, ended(alice, bob, title=title))
    assert replayed(game) == []
    last = drawing(game)["draws"].pop()
    assert replayed(game)[0].startswith(f"ply {drawing(game)['ply']}: it drew ")
    drawing(game)["draws"].append(last)
    game["entries"][0]["secret"]["hidden"][0] = {"0": {"cards": ["dark-1"]}}
    assert replayed(game) == ["ply -1: setup: legal, and it did what the log says"]


def test_the_rules_detect_an_illegal_move_and_a_wrong_result(game):
    other = copy.deepcopy(game)
    entry(other)["secret"]["move"] = '{"type":"play","card":"dark-1","cell":[9,9]}'
    assert replayed(other)[0].startswith("ply 2: ")
    game["result"]["ranks"].reverse()
    assert replayed(game)[0].startswith("result: left")


def test_an_unfinished_games_export_cannot_be_replayed(alice, bob, client):
    with pytest.raises(Malformed):
        replayed(exported(client, started(alice, bob)))


def test_replaying_an_export_prints_the_checks(game, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game))
    command = [sys.executable, "-m", "games.engine", "replay"]
    run = subprocess.run([*command, file], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.count("FAILED")) == (0, 0) and "All checks passed." in run.stdout
    assert subprocess.run([*command, tmp_path / "none"], capture_output=True, check=False).returncode == 2


def test_a_packed_log_is_exported_like_an_unpacked_one(alice, bob, client):
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
