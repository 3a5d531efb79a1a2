"""What a playthrough says, how it is parsed, and how games with a certain end are found."""

import json
import re
from dataclasses import replace as changed
from itertools import islice

import msgspec
import pytest

from games.engine import play
from games.engine.codec import dump_move
from games.engine.errors import Illegal, Malformed
from games.engine.playthrough import POLICIES, games_by, parse, render
from games.engine.replay import Entry, ReplayError, replay
from games.titles import TITLES
from tests.engine.positions import every_case, random_game

CAPTIVATE = TITLES["captivate"]
SEED = (1).to_bytes(32, "big")


def rendered(entries=(), seats=2, options=None, seed=SEED, game=CAPTIVATE):
    return render(game, seats, options or {}, seed, entries)


def lines_of(text, ply):
    """The lines of one ply, without its headline."""
    part = next(part for part in text.split("\n\n") if part.startswith(f"ply {ply}:"))
    return part.splitlines()[1:]


@pytest.fixture
def begun():
    """A first turn of one card and its end, and the state before it."""
    state = play.setup(CAPTIVATE, 2, {"memory": "assisted"}, SEED).state
    first = next(move for move in CAPTIVATE.legal_moves(state, 0))
    return state, [Entry(0, "move", 0, dump_move(first)), Entry(1, "move", 0, '{"type":"end"}')]


def test_the_header_and_the_setup():
    text = rendered()
    assert text.splitlines()[:6] == [
        "title: captivate",
        "seats: 2",
        'options: {"memory":"assisted"}',
        f"seed: {SEED.hex()}",
        "",
        "setup",
    ]
    assert "  seen all: turn = 0\n" in text
    assert "  asked: 0 (20 legal)\n" in text
    assert text.endswith("\n\noutcome: null\n")


def test_the_setup_tells_each_seat_its_own_cards(begun):
    state, _ = begun
    told = [line for line in rendered().splitlines() if line.startswith("  told")]
    assert [line.split(":")[0] for line in told] == ["  told 0", "  told 1", "  told spectator"]
    for seat in (0, 1):
        others = "".join(line for line in told if not line.startswith(f"  told {seat}"))
        for card in state.hands[seat]:
            assert f'"{card}"' in told[seat]
            assert f'"{card}"' not in others


def test_a_ply_shows_only_what_has_changed(begun):
    state, entries = begun
    text = rendered(entries[:1])
    assert f"ply 0: seat 0 {entries[0].move}" in text
    seen = [line for line in lines_of(text, 0) if line.startswith("  seen")]
    assert {line.split(": ")[1].split(" ")[0].split("[")[0] for line in seen} == {"field", "hands", "laid"}
    assert "  seen all: laid = 1" in seen
    assert f'  seen 0: hands[0].cards -= ["{state.hands[0][0]}"]' in seen


def test_viewers_that_see_the_same_share_a_line(begun):
    _, entries = begun
    told = [line for line in lines_of(rendered(entries), 1) if "turn-ended" in line]
    assert [line.split(":")[0] for line in told] == ["  told 0", "  told 1 spectator"]
    assert "cards" in told[0]
    assert "cards" not in told[1]


def test_a_leaver_and_the_outcome():
    text = rendered([Entry(0, "leave", 1)], seats=2)
    assert "ply 0: seat 1 leaves" in text
    assert text.splitlines()[-1].startswith('outcome: {"reason":"left","ranks":[1,2],"scores":[-')
    assert "asked" not in "".join(lines_of(text, 0))


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_script_and_observations_come_back_out_of_the_text(case):
    """What stands after `seen`, put together again, is what each viewer sees at the end."""
    plies = list(random_game(case, 2, leavers=True))
    entries = tuple(ply.entry for ply in plies)
    seed = (2).to_bytes(32, "big")
    text = render(case.game, case.seats, case.options, seed, entries)
    script = parse(text)
    assert (script.title, script.seats, script.options) == (case.game.slug, case.seats, dict(case.options))
    assert (script.seed, script.entries) == (seed, entries)
    assert render(case.game, script.seats, script.options, script.seed, script.entries) == text
    for viewer in (*range(case.seats), None):
        assert put_together(text, viewer) == plain(case.game.observe(plies[-1].step.state, viewer))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry(0, "undo", 0), "moves and leavers"),
        (Entry(0, "move", None, '{"type":"end"}'), "moves and leavers"),
        (Entry(0, "move", 0, '{"type":"end"}'), "legal"),
        (Entry(0, "move", 0, "{"), "form"),
        (Entry(0, "leave", 5), "not in the game"),
    ],
)
def test_entries_that_do_not_fit(entry, reason):
    with pytest.raises(ReplayError, match=reason):
        rendered([entry])


def test_no_game_no_playthrough():
    with pytest.raises(Illegal):
        rendered(seats=9)
    with pytest.raises(Illegal):
        rendered(options={"memory": "none"})


def plain(value):
    """The value after a round trip through JSON."""
    return json.loads(msgspec.json.encode(value))


def put_together(text, viewer):
    """One viewer's observation at the end of a playthrough, made only from its lines."""
    known, name = {}, "spectator" if viewer is None else str(viewer)
    for line in text.splitlines():
        found = re.fullmatch(r"  seen ([^:]*): (\S+) (=|\+=|-=) (.*)", line)
        if found and (found[1] == "all" or name in found[1].split()):
            change(known, re.findall(r"[^.\[\]]+", found[2]), found[3], json.loads(found[4]))
    return known


def change(known, path, sign, value):
    *way, last = (int(step) if step.isdecimal() else step for step in path)
    for step in way:
        known = known[step]
    if sign == "=":
        known[last] = value
    elif sign == "+=":
        known[last] += value
    else:
        for taken in value:
            known[last].remove(taken)


HEADER = "title: captivate\nseats: 2\noptions: {}\nseed: 00\n\nsetup\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "setup\n",
        HEADER.replace("seats: 2\n", ""),
        HEADER.replace("seats: 2", "seats: two"),
        HEADER.replace("seed: 00", "seed: 0"),
        HEADER.replace("{}", "[]"),
        HEADER.replace("{}", "{"),
        HEADER + "\nply 0: seat 0\n",
        HEADER + "\nply 0: somebody leaves\n",
        HEADER + "\nply 0: seat 0 leaves early\n",
        HEADER + "\nply x: seat 0 leaves\n",
    ],
)
def test_what_is_no_playthrough(text):
    assert parse(HEADER).entries == ()
    with pytest.raises(Malformed):
        parse(text)


def test_games_are_found_again():
    """The same policy, title, seats and options give the same games."""
    policy = POLICIES["random"]
    once, again = (
        list(islice(games_by(lambda *a: policy(CAPTIVATE, *a), CAPTIVATE, 2, {}), 4)) for _ in range(2)
    )
    assert once == again
    assert len({played.script.entries for played in once}) == 4
    for played in once:
        assert played.script.options == {"memory": "assisted"}
        assert f'outcome: {{"reason":"{played.reason}"' in rendered(
            played.script.entries, seed=played.script.seed
        )


def test_seats_leave_in_every_second_game():
    games = list(islice(games_by(lambda *a: POLICIES["random"](CAPTIVATE, *a), CAPTIVATE, 4, {}), 20))
    leavers = ["leave" in {entry.kind for entry in played.script.entries} for played in games]
    assert not any(leavers[::2])
    assert any(leavers[1::2])
    assert ["left" in played.events for played in games] == leavers


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("slug", TITLES)
def test_every_policy_plays_every_title(name, slug):
    game = TITLES[slug]
    played = next(games_by(lambda *a: POLICIES[name](game, *a), game, game.seats[0], {}))
    state = replay(game, game.seats[0], played.script.options, played.script.seed, played.script.entries)
    assert game.outcome(state).reason == played.reason


def test_another_title_than_that_of_the_script_is_another_game():
    """The text names the title, which is not taken from anywhere else."""
    assert parse(rendered(game=changed(CAPTIVATE, slug="other"))).title == "other"
