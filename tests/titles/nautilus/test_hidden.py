"""What leaves the server, and the form of moves: NA-22."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CHIPS
from tests.engine.positions import Case, random_game
from tests.engine.profile import random_games
from tests.titles.nautilus.positions import (
    SKIP,
    chip,
    commit,
    committed,
    do,
    done,
    event,
    facts,
    forms,
    leave,
    position,
    see,
    specials,
    steer,
    told,
)

games = random_games(10)
numbers = st.integers(min_value=0, max_value=2**64)
OCEAN = "W1-squid-1 (B1-squid-coral-1) B1-squid-pearl-1 . . . . . . . . . . . . . . . . . . . . ."


def hidden_chips(state):
    down = {lying.chip for lying in state.ocean if lying and not lying.up}
    return down.union(*state.piles.values())


@games
@given(
    number=numbers,
    seats=st.sampled_from([2, 4]),
    mode=st.sampled_from(["open", "sealed"]),
    leavers=st.booleans(),
)
def test_na_22_no_hidden_chip_is_named(number, seats, mode, leavers):
    """NA-22: neither in an observation, nor in the legal moves, nor in an event before it is turned up."""
    for ply in random_game(Case(GAME, seats, {"rounds": 3, "commit": mode}), number, leavers):
        state = ply.step.state
        if state.outcome is not None:
            continue
        seen = [GAME.observe(state, seat) for seat in (None, *range(seats))]
        offered = [forms(state, seat) for seat in range(seats)]
        text = msgspec.json.encode([seen, offered, ply.step.events]).decode()
        assert not [name for name in hidden_chips(state) if f'"{name}"' in text]


def test_na_22_a_face_down_chip_is_its_back():
    """NA-22: colour and number of every chip, and the face of face-up ones."""
    ocean = see(position("|", ocean=OCEAN), 0).ocean
    assert [(spot.lying.colour, spot.lying.number, spot.lying.up, spot.lying.chip) for spot in ocean[:3]] == [
        ("white", 1, True, chip("W1-squid-1")),
        ("blue", 1, False, None),
        ("blue", 1, True, chip("B1-squid-pearl-1")),
    ]
    assert ocean[3].lying is None
    assert (ocean[3].place, ocean[3].colour, ocean[3].number) == ((3, 0), "white", 1)


def test_na_22_piles_are_counts():
    """NA-22: their sizes, and the face-up special card."""
    view = see(position("|", ocean=OCEAN, pile="globe bell"), None)
    assert {pile.name: pile.count for pile in view.piles}["blue-1"] == 6
    assert all(pile.chips is None for pile in view.piles)
    assert (view.special_top, view.special_count, view.special_pile) == ("special-globe", 2, None)


def test_na_22_resample_keeps_backs_and_moves_faces():
    """NA-22: a hidden chip can be at any face-down place with the same back, and nowhere else."""
    state = position("|", ocean=OCEAN)
    found = set()
    for number in range(100):
        other = GAME.resample(state, 0, Chance(b"other", number))
        assert hidden_chips(other) == hidden_chips(state)
        assert GAME.observe(other, 0) == GAME.observe(state, 0)
        found.add(other.ocean[1].chip)
    assert found == {name for name in hidden_chips(state) if name.startswith("blue-1")}
    assert {CHIPS[name].number for name in found} == {1}


def test_na_22_resample_shuffles_the_special_cards_below_the_top():
    """NA-5, NA-22: the top card is face up, the order of the others is hidden."""
    state = position("|", pile="globe bell sailor")
    piles = {GAME.resample(state, None, Chance(b"other", number)).special_pile for number in range(40)}
    assert piles == {specials("globe bell sailor"), specials("globe sailor bell")}


def test_na_22_committed_special_cards_are_not_shown_as_owned():
    """NA-8, NA-22: those of waiting seats are with their hand cards; one that was won back is owned again."""
    ocean = ". . W1-anchor-1 W1-squid-2 " + ". " * 20
    state = position("| |", ocean=ocean, owned="globe|bell|", pile="")
    state = committed(state, "sailor-2+globe", "thermostat-1+bell", "depth-4")
    assert see(state, None).specials == ((), (), ())
    assert [one.pending for one in see(state, None).commits] == [False, True, True]
    state = done(state, (2, steer("depth", -1)), (0, {"type": "globe", "axis": "depth", "step": 1}))
    state = done(state, (0, SKIP))
    assert see(state, 1).specials == ((), (), ())
    assert [one.pending for one in see(state, None).commits] == [False, False, True]


def test_na_22_a_special_card_won_back_is_owned():
    """NA-14, NA-22: used and gained in one sailing; the commit of the turn doesn't hide it at any time."""
    ocean = ". . W1-anchor-1 W1-squid-2 " + ". " * 20
    state = position("|", ocean=ocean, owned="globe|", pile="")
    state = committed(state, "sailor-2+globe", "thermostat-1")
    state = done(
        state, (0, {"type": "globe", "axis": "course", "step": 1}), (0, {"type": "anchor", "to": "card"})
    )
    assert see(state, 1).specials == (specials("globe"), ())
    state = done(state, (0, SKIP))
    assert see(state, 1).specials == (specials("globe"), ())
    assert not see(state, 1).commits[0].pending


def test_na_22_resample_draws_sealed_commits_of_others():
    """NA-8, NA-22: your own commit is known; others' may be any card and special card that they hold."""
    state = committed(position("| |", commit="sealed", owned="bell|globe|"), "depth-4+bell", "depth-7+globe")
    others = [GAME.resample(state, 0, Chance(b"other", number)) for number in range(200)]
    assert {other.commits[0] for other in others} == {state.commits[0]}
    assert len({other.commits[1].card for other in others}) == 12
    assert {other.commits[1].special for other in others} == {None, "special-globe"}
    for other in others[:20]:
        for seat in (0, 2, None):
            known = GAME.resample(state, seat, Chance(b"x", 0))
            assert GAME.observe(other, 0) == GAME.observe(state, 0)
            assert GAME.observe(known, seat) == GAME.observe(state, seat)


def test_na_22_sealed_commits_are_imagined_alike_whoever_was_first():
    """NA-8: nobody knows in which order the others committed."""
    start = position("| |", commit="sealed", owned="bell|globe|bell")
    first, second = (1, commit("depth-7+globe")), (2, commit("depth-4"))
    states = [done(start, *order) for order in ((first, second), (second, first))]
    assert [list(state.commits) for state in states] == [[1, 2], [2, 1]]
    for number in range(20):
        worlds = [GAME.resample(state, 0, Chance(b"same", number)) for state in states]
        assert worlds[0].commits == worlds[1].commits


def test_na_22_a_leavers_sealed_commit_is_shown_only_after_the_end():
    """NA-8, NA-22, NA-23: it was never shown."""
    step = do(position("| |", commit="sealed"), 1, commit("depth-4"))
    left = leave(step.state, 1)
    secret = event(step, "committed")
    assert GAME.recall(left, 0, secret) == {"seat": 1, "turn": 0}
    assert GAME.recall(leave(left, 2), 0, secret)["card"] == "depth-4"


def test_na_22_everybody_sees_a_chip_turned_up():
    """NA-22: a chip turned up is public from then on."""
    ocean = ". . (B1-squid-coral-1) " + "W1-squid-1 " + ". " * 20
    step = do(committed(position("|", ocean=ocean), "course-5", "sailor-2"), 0, steer("course", 1))
    assert facts(step, "turned-up") == {
        "seat": 0,
        "turn": 0,
        "chip": chip("B1-squid-coral-1"),
        "place": [2, 0],
    }
    assert all(not fact.private for fact in step.events)
    assert "took" in told(step)


@pytest.mark.parametrize(
    "form",
    [
        {"type": "commit", "card": "depth-4"},
        {"type": "commit", "card": "depth-4", "special": 1},
        {"type": "commit", "card": "depth-4", "special": None, "more": 1},
        {"type": "steer", "axis": "depth", "step": 1.0},
        {"type": "steer", "axis": "depth", "step": True},
        {"type": "steer", "axis": 1, "step": 1},
        {"type": "steer", "axis": "depth", "step": "1"},
        {"type": "swap", "a": [1, 1], "b": [1]},
        {"type": "swap", "a": [1, 1], "b": [1, 2, 3]},
        {"type": "swap", "a": "11", "b": [1, 2]},
        {"type": "trade", "mine": [1, 1], "seat": None, "theirs": [1, 1]},
        {"type": "skip", "special": None},
        {"type": "anchor"},
        {"type": "anchor", "to": None},
        {"type": "shift", "chip": [1, True], "row": 1},
        {"type": "fish", "mine": [1, 1], "place": [0, -1.0]},
        {"type": "ring", "seat": 1, "chip": [1, 1]},
        {"type": "globe", "axis": "depth"},
        {"type": "renumber", "order": [0, "1"]},
        {"type": "renumber", "order": {"0": 1}},
    ],
)
def test_malformed_moves(form):
    """Keys and types are checked first."""
    with pytest.raises(Malformed):
        load_move(GAME, msgspec.json.encode(form))


def test_forced_moves_are_seen_by_everybody():
    """A lone skip is forced; a sailing seat with a choice is not."""
    state = committed(position("|", owned="bell|"), "sailor-2+bell", "thermostat-1")
    assert GAME.forced_move(state, 0) is None
    after = do(state, 0, {"type": "skip-special"}).state
    assert msgspec.to_builtins(GAME.forced_move(after, 0)) == SKIP
    assert GAME.forced_move(after, 1) is None
