"""Choosing squads: CE-4 to CE-6."""

from collections import Counter

import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import CARDS, RULESET
from games.titles.captn_eli.squads import draw_weighted, filled_pool, is_squad
from games.titles.captn_eli.state import Squad
from tests.titles.captn_eli.positions import (
    EVERYTHING,
    SEED,
    begun,
    do,
    event,
    kinds,
    leave,
    opening,
    refuse,
    see,
    squad,
)

ELI = "captn-eli dolphin sea-sled eagle-rock"
HYDRONS = "hydron hydron#2 hydron#3 eagle-rock"


@pytest.mark.parametrize(
    "cards",
    [
        ELI,
        "captn-eli eagle-rock dolphin sea-sled",
        "captn-eli eagle-rock dolphin sonar",
        "hydron eagle-rock dolphin sonar",
        "hydron eagle-rock hydron#2 sonar",
        "hydron hydron#3 sonar hydron#2",
        "hydron-drone sonar hydron-drone#2 grapple",
    ],
)
def test_ce_04_legal_squads(cards):
    """CE-4, CE-5: the character first, the rest in any order, copies at any place."""
    state = do(opening(), 0, squad(cards)).state
    assert state.squads[0] == tuple(cards.split())


@pytest.mark.parametrize(
    "cards",
    [
        "",
        "captn-eli",
        "captn-eli dolphin sea-sled",
        "captn-eli dolphin sea-sled eagle-rock sonar",
        "dolphin captn-eli sea-sled eagle-rock",  # the character is not first
        "dolphin sea-sled eagle-rock sonar",
        "captn-eli hydron sea-sled eagle-rock",  # two characters
        "captn-eli dolphin sea-sled patrol-sub",  # three of a type
        "captn-eli dolphin dolphin eagle-rock",  # a card twice
        "captn-eli captn-eli dolphin eagle-rock",
        "captn-eli captn-eli#2 dolphin eagle-rock",  # not STACKED
        "captn-eli hydron#2 dolphin eagle-rock",
        "hydron hydron#3 dolphin eagle-rock",  # a gap
        "hydron#2 hydron dolphin eagle-rock",
        "hydron#2 hydron#3 dolphin eagle-rock",
        "hydron hydron-drone#2 dolphin eagle-rock",
        "hydron hydron#2 hydron#3 hydron#4",
        "captn-eli dolphin sea-sled atlantis",
    ],
)
def test_ce_04_illegal_squads(cards):
    """CE-4, CE-5: one character and three supports, at most two of a type, no card twice, copies without a gap."""
    refuse(opening(), 0, squad(cards))


def test_ce_04_both_choose_at_the_same_time_and_once():
    """CE-4: in any order; a choice is final, and nobody else sees it."""
    state = opening()
    assert GAME.to_act(state) == {0, 1}
    step = do(state, 1, squad(ELI))
    assert GAME.to_act(step.state) == {0}
    assert event(step, "squad-chosen").public == {"seat": 1, "turn": 0}
    assert see(step.state, 0).squads == (None, None)
    assert see(step.state, 0).chosen == (1,)
    assert see(step.state, 1).squads == (None, tuple(ELI.split()))
    refuse(step.state, 1, squad(HYDRONS))
    after = do(step.state, 0, squad(HYDRONS))
    assert kinds(after) == ["squad-chosen", "begun"]


def test_ce_04_squads_are_not_listed():
    """CE-4: the observation gives the pool and the limits, and `is_legal` decides."""
    state = opening()
    assert GAME.legal_moves(state, 0) == ()
    view = see(state, 0)
    assert (view.limits.supports, view.limits.of_one_type, view.limits.copies) == (3, 2, 2)
    assert view.pools == (EVERYTHING, None)
    assert GAME.is_legal(state, 0, Squad(tuple(ELI.split())))


def test_ce_04_the_opponents_pool_and_squad_are_shown_after_the_game():
    """CE-4: hidden until the game ends."""
    state = begun(ELI, HYDRONS)
    assert see(state, 0).squads == (tuple(ELI.split()), None)
    assert see(leave(state, 1), 0).squads == (tuple(ELI.split()), tuple(HYDRONS.split()))
    assert see(leave(state, 1), None).pools == (EVERYTHING, EVERYTHING)


def test_ce_05_moves_name_the_lowest_copy_in_hand():
    """CE-5: whatever the order of the choice."""
    state = do(
        begun(ELI, "hydron hydron#3 sonar hydron#2"),
        0,
        {"type": "place", "card": "captn-eli", "cell": [0, 0]},
    )
    named = {move.card for move in GAME.legal_moves(state.state, 1)}
    assert named == {"hydron", "sonar"}
    refuse(state.state, 1, {"type": "place", "card": "hydron#2", "cell": [0, 1]})
    laid = do(state.state, 1, {"type": "place", "card": "hydron", "cell": [0, 1]}).state
    later = do(laid, 0, {"type": "place", "card": "dolphin", "cell": [1, 0]}).state
    assert {move.card for move in GAME.legal_moves(later, 1) if hasattr(move, "card")} == {
        "hydron#2",
        "sonar",
    }


def test_ce_06_squads_become_hands_of_which_others_see_the_count():
    """CE-6: and seat 0 begins."""
    state = begun(ELI, HYDRONS)
    assert GAME.to_act(state) == {0}
    assert state.seat == 0
    assert [set(hand) for hand in state.hands] == [set(ELI.split()), set(HYDRONS.split())]
    view = see(state, 0)
    assert (view.hands[1].count, view.hands[1].cards) == (4, None)
    assert set(view.hands[0].cards) == set(ELI.split())
    assert [hand.cards for hand in see(state, None).hands] == [None, None]


@pytest.mark.parametrize("number", range(40))
def test_ce_06_sealed_pools(number):
    """CE-6: three characters with their copies, seven supports of at least two types, no duplicates."""
    step_state = opening("sealed", number.to_bytes(4, "big"))
    for pool in step_state.pools:
        assert len(set(pool)) == len(pool)
        characters = [card for card in pool if card in RULESET.characters]
        supports = [card for card in pool if card in RULESET.supports]
        copies = {copy for card in characters for copy in RULESET.copies[card]}
        assert (len(characters), len(supports)) == (3, 7)
        assert set(pool) == copies | set(supports)
        assert len({RULESET.by_id[card].type for card in supports}) >= 2


def test_ce_06_supports_of_one_type_are_dealt_again():
    """CE-6: after six vehicles in the pool, the seventh support is never a vehicle."""
    vehicles = [card for card in RULESET.supports if RULESET.by_id[card].type == "vehicle"][:6]
    for number in range(60):
        pool = filled_pool(RULESET, (), vehicles, Chance(SEED, number))
        assert len({RULESET.by_id[card].type for card in pool} - {"character"}) == 2


def test_ce_06_sealed_pools_are_each_seats_own_secret():
    """CE-6: a squad must come from the seat's own pool, and each seat sees only its own pool."""
    state = opening("sealed")
    assert state.pools[0] != state.pools[1]
    assert see(state, 1).pools == (None, state.pools[1])
    assert see(state, None).pools == (None, None)
    mine = GAME.default_move(state, 0)
    assert is_squad(RULESET, state.pools[0], mine.cards)
    assert not is_squad(RULESET, [card for card in state.pools[0] if card != mine.cards[1]], mine.cards)


def test_ce_06_sealed_pools_in_the_opening_event():
    """CE-6: each seat sees only its own pool; after the game everybody sees all."""
    step = engine.setup(GAME, 2, {"cards": "sealed"}, SEED)
    opened = event(step, "opened")
    assert "pool" not in opened.public
    assert [opened.private[seat]["pool"] for seat in (0, 1)] == [list(pool) for pool in step.state.pools]
    over = leave(step.state, 0)
    assert GAME.recall(over, None, opened)["pools"] == [list(pool) for pool in step.state.pools]


def test_ce_06_rarities_weigh_in_a_deal():
    """CE-6: 8, 4, 2 and 1, as the first card drawn of all characters shows."""
    chance = Chance(SEED, 0)
    total = 4000
    drawn = Counter(
        CARDS[draw_weighted(RULESET, RULESET.characters, 1, chance)[0]].rarity for _ in range(total)
    )
    weights = {"common": 8, "uncommon": 4, "rare": 2, "super-rare": 1}
    whole = sum(weights[CARDS[card].rarity] for card in RULESET.characters)
    for rarity, weight in weights.items():
        expected = total * weight * sum(CARDS[card].rarity == rarity for card in RULESET.characters) / whole
        assert abs(drawn[rarity] - expected) < 5 * expected**0.5


@pytest.mark.parametrize("cards", ["all", "sealed"])
def test_ce_04_sampled_and_default_squads_are_legal(cards):
    """CE-4: whatever the pool."""
    chance = Chance(SEED, 7)
    for number in range(30):
        state = opening(cards, number.to_bytes(4, "big"))
        for seat in (0, 1):
            assert GAME.is_legal(state, seat, GAME.sample_move(state, seat, chance))
            assert GAME.is_legal(state, seat, GAME.default_move(state, seat))


def test_ce_04_every_support_type_and_every_copy_is_sampled():
    """CE-4, CE-5: random squads leave nothing out."""
    state, chance = opening(), Chance(SEED, 8)
    seen = {card for _ in range(3000) for card in GAME.sample_move(state, 0, chance).cards}
    assert seen == set(RULESET.by_id)
