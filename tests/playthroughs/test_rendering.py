"""What a playthrough says, how it is parsed, and how games with a given end are found."""

from dataclasses import replace as changed
from itertools import islice, takewhile
from random import Random

import pytest

from games.engine import play
from games.engine.codec import dump, dump_move
from games.engine.contract import Illegal, Malformed
from games.engine.playthrough import POLICIES, games_by, parse, render
from games.engine.replay import Entry, ReplayError, replay
from games.titles import TITLES
from tests.engine.positions import every_case, random_game

CAPTIVATE = TITLES["captivate"]
SEED = (1).to_bytes(32, "big")


def rendered(entries=(), seats=2, options=None, seed=SEED, game=CAPTIVATE):
    return render(game, seats, options or {}, seed, entries)


def news_of(text, headline):
    """Return the lines under a headline: pairs of viewers and one thing that is new to them."""
    _, _, after = text.partition(f"\n{headline}")
    lines = list(takewhile(lambda line: line.startswith("  "), after.splitlines()[1:]))
    return [
        (line.strip().split(": ")[0], each) for line in lines for each in line.partition(": ")[2].split(" | ")
    ]


@pytest.fixture
def begun():
    """Return a first turn of one card and its end, and the state before it."""
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
    assert {("all", "turn = 0"), ("all", "asked 0 (20 legal)")} <= set(news_of(text, "setup"))
    assert text.endswith("\noutcome: null\n")


def test_the_setup_tells_each_seat_its_own_cards(begun):
    state, _ = begun
    told = [(to, said) for to, said in news_of(rendered(), "setup") if said.startswith("dealt ")]
    assert [to for to, _ in told] == ["0", "1", "spectator"]
    for seat in (0, 1):
        others = "".join(said for to, said in told if to != str(seat))
        for card in state.hands[seat]:
            assert f'"{card}"' in told[seat][1]
            assert f'"{card}"' not in others


def test_a_ply_shows_only_what_has_changed(begun):
    state, entries = begun
    news = news_of(rendered(entries[:1]), f"ply 0: seat 0 {entries[0].move}")
    changes = [(to, said) for to, said in news if " = " in said or " += " in said or " -= " in said]
    assert {said.split(" ")[0].split("[")[0] for _, said in changes} == {"field", "hands", "laid"}
    assert ("all", "laid = 1") in changes
    assert ("0", f'hands[0].cards -= ["{state.hands[0][0]}"]') in changes


def test_viewers_to_whom_the_same_is_new_share_a_line(begun):
    _, entries = begun
    told = [(to, said) for to, said in news_of(rendered(entries), "ply 1:") if "turn-ended" in said]
    assert [to for to, _ in told] == ["0", "1 spectator"]
    assert "cards" in told[0][1]
    assert "cards" not in told[1][1]


def test_a_leaver_and_the_outcome():
    text = rendered([Entry(0, "leave", 1)], seats=2)
    assert "ply 0: seat 1 leaves" in text
    assert text.splitlines()[-1].startswith('outcome: {"reason":"left","ranks":[1,2],"scores":[-')
    assert not any(said.startswith("asked ") for _, said in news_of(text, "ply 0:"))


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_the_script_comes_back_out_of_the_text(case):
    entries, text, _ = written(case)
    script = parse(text)
    assert (script.title, script.seats, script.options) == (case.game.slug, case.seats, dict(case.options))
    assert (script.seed, script.entries) == (SEED, entries)
    assert render(case.game, script.seats, script.options, script.seed, script.entries) == text


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_whatever_anybody_sees_otherwise_is_another_text(case):
    """A change in one viewer's last observation shows, even in a long value that is printed only as a digest."""
    entries, text, last = written(case)
    for viewer in (*range(case.seats), None):
        wrong = changed(case.game, observe=wrongly(case.game, viewer, last))
        assert render(wrong, case.seats, case.options, SEED, entries) != text, viewer


def written(case):
    """Return the first entries of a random game, their playthrough, and the last state."""
    plies = list(islice(random_game(case, 1), 3))
    entries = tuple(ply.entry for ply in plies)
    return entries, render(case.game, case.seats, case.options, SEED, entries), plies[-1].step.state


def wrongly(game, viewer, last):
    """Return an observe function with one wrong value in the viewer's last observation."""
    chance = Random(f"{game.slug} {viewer}")

    def observe(state, seat):
        seen = dump(game.observe(state, seat))
        return otherwise(seen, chance) if state == last and seat == viewer else seen

    return observe


def otherwise(value, chance):
    """Return the value with another one somewhere in it."""
    if not value or not isinstance(value, dict | list | tuple):
        return [value]
    if not isinstance(value, dict):
        place = chance.randrange(len(value))
        return [*value[:place], otherwise(value[place], chance), *value[place + 1 :]]
    name = chance.choice(list(value))
    return {**value, name: otherwise(value[name], chance)}


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
    """The title is read from the text only."""
    assert parse(rendered(game=changed(CAPTIVATE, slug="other"))).title == "other"
