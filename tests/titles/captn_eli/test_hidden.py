"""What is hidden, what both seats know, and the names of copies: CE-5, CE-8, CE-20."""

import msgspec
import pytest

from games.engine.chance import Chance
from games.engine.codec import dump
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import RULESET, original_of
from games.titles.captn_eli.squads import is_squad
from tests.titles.captn_eli.positions import (
    begun,
    challenge,
    do,
    done,
    event,
    flip,
    leave,
    move,
    mystic,
    place,
    position,
    sacrifice,
    see,
    shown,
    wedge,
)

ELI = "captn-eli dolphin sea-sled eagle-rock"
HYDRONS = "hydron hydron#2 hydron#3 sonar"


def three_hydrons():
    """Return a state where seat 1 has laid its three copies face down, in order, above cards of seat 0."""
    return position("1:hydron 1:hydron#2 1:hydron#3\n0:dolphin 0:captn-eli 0:sea-sled", "eagle-rock | sonar")


def test_ce_05_copies_are_numbered_as_they_are_first_turned_up():
    """CE-5: the third copy laid is `hydron` to others if it is turned up first; its owner reads its own ids."""
    step = do(three_hydrons(), 0, move((0, 1), (0, 2)))
    step = do(step.state, 1, flip(2, 0))
    assert event(step, "flipped").public["card"] == "hydron"
    assert event(step, "flipped").facts_for(1)["card"] == "hydron#3"
    assert [shown(step.state, viewer, (2, 0)).card for viewer in (0, None, 1)] == [
        "hydron",
        "hydron",
        "hydron#3",
    ]
    state = done(step.state, (0, move((0, 2), (0, 1))), (1, flip(0, 0)))
    names = [shown(state, 0, (x, 0)).card for x in range(3)]
    assert names == ["hydron#2", None, "hydron"]
    assert [shown(state, 1, (x, 0)).card for x in range(3)] == ["hydron", "hydron#2", "hydron#3"]


def test_ce_05_the_number_is_kept():
    """CE-5: turned down, moved, turned up again, removed: it keeps its first number."""
    state = position(
        "1:hydron 1:hydron#2 1:hydron#3\n0:sable-envoy 0:captn-eli^ 0:dolphin^", "| sonar", seat=1
    )
    state = done(state, (1, flip(1, 0)), (0, flip(0, 1)), (0, mystic(1, 0)), (1, move((1, 0), (1, -1))))
    assert shown(state, 0, (1, -1)).card == "hydron"
    state = done(state, (0, move((0, 1), (0, 2))), (1, flip(0, 0)))
    assert shown(state, 0, (0, 0)).card == "hydron#2"
    state = done(state, (0, move((1, 1), (1, 0))), (1, flip(1, -1)))
    assert shown(state, 0, (1, -1)).card == "hydron"
    assert shown(state, 1, (1, -1)).card == "hydron#2"


def test_ce_05_removed_copies_are_numbered_too():
    """CE-5: in the list of removed cards and in every log line of the challenge."""
    state = position("1:hydron 1:hydron#2^ 1:hydron#3\n0:dolphin^ 0:void-lieutenant^ .", "eagle-rock | sonar")
    step = do(state, 0, challenge((1, 1), (1, 0)))
    assert event(step, "removed").public["card"] == "hydron"
    assert event(step, "removed").private == {1: {**event(step, "removed").public, "card": "hydron#2"}}
    assert see(step.state, 0).removed == ((), ("hydron",))
    assert see(step.state, 1).removed == ((), ("hydron#2",))


def test_ce_05_a_challenge_names_no_copy_by_its_own_number():
    """CE-5: neither the challenger nor the cards that it challenges through."""
    state = position("1:sonar\n0:hydron#3^\n0:hydron#2^", "hydron | barnacle-jo kelp-maze")
    state = msgspec.structs.replace(state, shown=(("hydron#2", "hydron#3"), ()))
    declared = event(do(state, 0, challenge((0, 2), (0, 0))), "challenged")
    assert declared.public["card"] == "hydron"
    assert declared.public["through"] == [{"at": [0, 1], "card": "hydron#2"}]
    mine = declared.facts_for(0)
    assert (mine["card"], mine["through"]) == ("hydron#2", [{"at": [0, 1], "card": "hydron#3"}])


def test_ce_05_after_the_game_copies_keep_their_numbers():
    """CE-5, CE-20: copies never seen get the next numbers; no name occurs twice."""
    state = done(three_hydrons(), (0, flip(0, 1)), (1, flip(2, 0)))
    over = leave(state, 0)
    assert [shown(over, 0, (x, 0)).card for x in range(3)] == ["hydron#2", "hydron#3", "hydron"]
    assert [shown(over, 1, (x, 0)).card for x in range(3)] == ["hydron", "hydron#2", "hydron#3"]


def test_ce_05_the_log_after_the_game_keeps_the_numbers():
    """CE-5: a copy laid last and turned up first has the same name in both entries."""
    state = position("1:hydron\n0:captn-eli", "eagle-rock | hydron#2 sonar", seat=1)
    laid = do(state, 1, place("hydron#2", 1, 0))
    later = do(laid.state, 0, flip(0, 1)).state
    flipped = do(later, 1, flip(1, 0))
    over = leave(flipped.state, 0)
    for viewer, name in ((0, "hydron"), (None, "hydron"), (1, "hydron#2")):
        assert GAME.recall(over, viewer, event(laid, "placed"))["card"] == name
        assert GAME.recall(over, viewer, event(flipped, "flipped"))["card"] == name


@pytest.mark.parametrize("form", [place("dolphin", 1, 0), wedge("dolphin", 0, 1)])
def test_ce_08_nobody_else_sees_cards_laid_face_down(form):
    """CE-8: not in the event, not in the observation, not in the other seat's legal moves."""
    state = position("1:sonar\n0:captn-eli", "dolphin | barnacle-jo")
    step = do(state, 0, form)
    for viewer in (1, None):
        told = [GAME.recall(step.state, viewer, fact) for fact in step.events]
        assert "dolphin" not in repr(told)
        assert "dolphin" not in repr(dump(see(step.state, viewer)).get("grid"))
        assert "captn-eli" not in repr(dump(see(step.state, viewer))["grid"])
    assert "dolphin" not in repr(GAME.legal_moves(step.state, 1))
    assert GAME.recall(step.state, 0, step.events[0])["card"] == "dolphin"


def test_ce_20_a_card_turned_down_again_stays_known():
    """CE-20: to both seats and to spectators, even after it moves or a wedge shifts it."""
    state = position("0:sable-envoy 1:dolphin^\n0:sonar .", "grapple | barnacle-jo kelp-maze")
    state = done(
        state, (0, flip(0, 0)), (0, mystic(1, 0)), (1, move((1, 0), (1, -1))), (0, wedge("grapple", 0, 1))
    )
    for viewer in (0, 1, None):
        card = shown(state, viewer, (1, -2))
        assert (card.card, card.up, card.known) == ("dolphin", False, True)
    assert event(do(state, 1, move((1, -2), (0, -2))), "moved").public["card"] == "dolphin"


def test_ce_20_hands_and_faces_are_hidden_until_the_end():
    """CE-20: each seat always sees its own cards; afterwards everybody sees all."""
    state = do(begun(ELI, HYDRONS), 0, place("captn-eli", 0, 0)).state
    assert see(state, 0).grid[0].card == "captn-eli"
    assert [see(state, viewer).grid[0].card for viewer in (1, None)] == [None, None]
    over = leave(state, 1)
    for viewer in (0, 1, None):
        view = see(over, viewer)
        assert view.grid[0].card == "captn-eli"
        assert set(view.hands[1].cards) == set(HYDRONS.split())
        assert view.squads == (tuple(ELI.split()), tuple(HYDRONS.split()))


def test_ce_20_squads_and_laid_cards_are_shown_after_the_game():
    """CE-20: the log shows the hidden cards."""
    laid = do(begun(ELI, HYDRONS), 0, place("captn-eli", 0, 0))
    over = leave(laid.state, 1)
    for viewer in (0, 1, None):
        assert GAME.recall(over, viewer, laid.events[0])["card"] == "captn-eli"


def test_ce_20_a_face_down_card_that_is_sacrificed_is_public():
    """CE-14: removed cards are public."""
    state = position("1:admiral-quill^ 1:grapple\n0:captn-eli^ .")
    state = done(state, (0, challenge((0, 1), (0, 0))), (1, sacrifice(1, 0)))
    assert see(state, None).removed == ((), ("grapple",))


def all_worlds(state, seat, count=60):
    return [GAME.resample(state, seat, Chance(b"worlds", number)) for number in range(count)]


def test_resample_redeals_every_hidden_card():
    """What is hidden really varies; otherwise the non-interference test would prove nothing."""
    state = position("1:captn-eli 0:dolphin^\n1:sonar~ 0:barnacle-jo", "kelp-maze | patrol-sub")
    worlds = all_worlds(state, 0)
    assert len({world.grid[0].card for world in worlds}) > 5
    assert len({world.hands[1] for world in worlds}) > 5
    assert {world.grid[2].card for world in worlds} == {"sonar"}
    assert {world.hands[0] for world in worlds} == {("kelp-maze",)}
    kinds = {RULESET.by_id[world.grid[0].card].type for world in worlds}
    assert {"character", "vehicle", "location"} <= kinds


def test_resample_makes_legal_squads_only():
    """CE-4, CE-5: even after copies have been seen."""
    state = position("1:hydron#2^ 0:dolphin^\n1:hydron 0:barnacle-jo", "kelp-maze | sonar patrol-sub")
    for world in all_worlds(state, 0):
        squad = sorted(
            world.squads[1],
            key=lambda card: card != original_of(card) or RULESET.by_id[card].type != "character",
        )
        assert is_squad(RULESET, world.pools[1], squad)
        assert original_of(squad[0]) == "hydron"
        assert see(world, 0) == see(state, 0)
        assert see(world, 0).grid[0].card == "hydron"


def test_resample_keeps_a_forced_reveal_possible():
    """CE-17: one of the face-down cards is a copy."""
    state = position("1:hydron^ 1:hydron#2 1:sonar\n0:dolphin^ . .\n0:captn-eli^ . .", "| kelp-maze")
    state = do(state, 0, challenge((0, 2), (0, 0))).state
    worlds = all_worlds(state, 0)
    assert all(GAME.legal_moves(world, 1) for world in worlds)
    assert {len(GAME.legal_moves(world, 1)) for world in worlds} == {1, 2}


def test_resample_never_makes_a_lost_position():
    """CE-18 (c): if all cards of seat 1 on the grid are face up, one of its two cards in hand is a support."""
    state = position("1:dolphin^ 1:kelp-maze^\n0:captn-eli^ .", "| hydron sonar")
    for world in all_worlds(state, 0, 200):
        assert {RULESET.by_id[card].type == "character" for card in world.hands[1]} == {True, False}
