"""The log of Capt'n Eli: every event has words for every reader, and none reveals hidden cards."""

import re
from collections import Counter

import pytest

from games.titles.captn_eli import GAME
from games.titles.captn_eli.presenter import PRESENTER
from games.titles.captn_eli.presenter.words import CARD_NAMES, card_name, place_name
from tests.engine.positions import begin, random_game
from tests.titles.captn_eli.drawings import CASES, NAMES
from tests.titles.captn_eli.positions import (
    begun,
    challenge,
    do,
    place,
    position,
    reveal,
    stuck_seat_1,
    wedge,
)

CARD = re.compile("|".join(sorted(map(str, CARD_NAMES.values()), key=len, reverse=True)))


def told(step, reader=None):
    """Return the log lines of the step for a reader."""
    return " ".join(
        PRESENTER.sentence(event.type, GAME.recall(step.state, reader, event), NAMES) for event in step.events
    )


def knows(state, reader):
    """Return the names of all cards that a reader may know."""
    cards = {card for seat in (0, 1) for card in state.removed[seat]}
    cards |= {lying.card for lying in state.grid if lying.seen or lying.owner == reader}
    if reader is not None:
        cards |= {*state.hands[reader], *state.squads[reader], *state.pools[reader]}
    return {str(CARD_NAMES[card.partition("#")[0]]) for card in cards}


@pytest.mark.parametrize("number", range(8))
def test_every_event_has_a_sentence_for_everybody_without_hidden_cards(number):
    case = CASES[number % 2]
    for ply in random_game(case, number, leavers=number > 5):
        state = ply.step.state
        for reader in (0, 1, None):
            text = told(ply.step, reader)
            assert text and "{" not in text
            if state.outcome is None:
                assert set(CARD.findall(text)) <= knows(state, reader), text


@pytest.mark.parametrize("number", range(4))
def test_after_the_game_everything_is_shown(number):
    case = CASES[number % 2]
    plies = list(random_game(case, number))
    last = plies[-1].step.state
    for ply in [begin(case, number)[1], *(ply.step for ply in plies)]:
        for event in ply.events:
            text = PRESENTER.sentence(event.type, GAME.recall(last, None, event), NAMES)
            if event.type in {"placed", "wedged", "squad-chosen"}:
                assert CARD.search(text), text
            if event.type == "opened" and case.options["cards"] == "sealed":
                assert "Alice's pool:" in text and "Bob's pool:" in text


def test_random_games_cover_most_kinds_of_events():
    """Random play rarely or never reaches the others, which have positions below."""
    found = Counter(
        event.type
        for number in range(60)
        for ply in random_game(CASES[0], number, leavers=number > 50)
        for event in ply.step.events
    )
    assert {
        "mystic",
        "wedged",
        "storm",
        "left",
        "compared",
        "challenge-over",
        "declined",
        "marked",
    } <= set(found)
    assert found["must-reveal"] + found["revealed"] < 5


def test_a_challenge_is_logged_with_its_totals():
    grid = """
     1:hydron   .
     0:dolphin^ .
     0:captn-eli^ 0:eagle-rock^
    """
    step = do(position(grid, "| sonar"), 0, challenge((0, 2), (0, 0)))
    assert told(step) == (
        "Alice challenges the card at 0° 0° with Capt'n Eli through Dolphin. The card is turned up: Hydron. "
        "Capt'n Eli 1 + Dolphin 1 = 2 against Hydron 1: the challenge wins. Bob's Hydron is removed. "
        "The loser's character was sent off the Sea Grid. Alice wins the game."
    )


def test_a_sum_is_logged_card_by_card_if_the_event_has_the_cards():
    facts = {
        "attack": 4, "defence": 1, "won": True,
        "attackers": [{"card": "captn-eli", "value": 1}, {"card": "harpoon", "value": 3}],
        "defenders": [{"card": "dolphin", "value": 1}],
    }  # fmt: skip
    assert PRESENTER.sentence("compared", facts, NAMES) == (
        "Capt'n Eli 1 + Harpoon 3 = 4 against Dolphin 1: the challenge wins."
    )


def test_the_storm_is_part_of_the_sum():
    """CE-19: as a separate part."""
    grid = "1:dolphin^ .\n0:dolphin^ 0:captn-eli^"
    step = do(position(grid, "| barnacle-jo sonar", quiet=12), 0, challenge((0, 1), (0, 0)))
    assert "Dolphin 1 + Rough sea 9 = 10 against Dolphin 1: the challenge wins." in told(step)


def test_only_its_owner_reads_a_hidden_cards_name():
    state = begun("captn-eli dolphin sonar eagle-rock", "hydron hydron#2 sonar coral-keep")
    step = do(state, 0, place("dolphin", 0, 0))
    assert told(step, 0) == "Alice lays Dolphin at 0° 0°, face down."
    assert told(step, 1) == told(step) == "Alice lays a card at 0° 0°, face down."
    other = do(step.state, 1, place("hydron#2" if "hydron" not in step.state.hands[1] else "hydron", 0, -1))
    step = do(other.state, 0, wedge("captn-eli", 0, 0))
    assert told(step, 1) == (
        "Alice wedges a card in at 1°N 0°, face down. The cards beyond it move one row north."
    )


def test_a_skipped_seat_is_logged():
    step = do(stuck_seat_1(), 0, {"type": "move", "at": [0, 3], "to": [1, 3]})
    assert told(step).endswith("Bob has no action and is skipped.")


def test_a_forced_reveal_is_logged():
    grid = """
     1:hydron^    1:hydron#2   1:hydron#3
     0:captn-eli^ 0:harpoon^   .
    """
    step = do(position(grid, "| sonar"), 0, challenge((0, 1), (0, 0)))
    assert told(step).endswith("Bob's Hydron is removed. Bob must turn up another copy.")
    assert told(do(step.state, 1, reveal(2, 0)), 0) == (
        "Bob turns up Hydron 2 at 0° 2°E to replace the removed card."
    )


@pytest.mark.parametrize(
    ("cell", "name"), [((0, 0), "0° 0°"), ((-1, -2), "2°N 1°W"), ((3, 1), "1°S 3°E"), ((0, 4), "4°S 0°")]
)
def test_places_are_named_as_on_a_chart(cell, name):
    assert place_name(cell) == name


def test_copies_are_numbered():
    assert [card_name(card) for card in ("hydron", "hydron#2", "hydron-drone#3")] == [
        "Hydron", "Hydron 2", "Hydron Drone 3",
    ]  # fmt: skip


def test_every_reason_and_every_order_has_its_words():
    assert tuple(PRESENTER.reasons) == GAME.reasons
    for order in GAME.orders:
        assert tuple(PRESENTER.orders[order.name].values) == order.values
    for option in GAME.options:
        assert tuple(PRESENTER.options[option.name].values) == option.values
