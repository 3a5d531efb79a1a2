"""Moves made for a seat: standing orders, time-outs, forced moves."""

from games.titles.captn_eli import GAME
from games.titles.captn_eli.state import Flip, Mystic, Place, Reveal, Sacrifice, Shift
from tests.titles.captn_eli.positions import challenge, do, ended, flip, opening, position, see

ASK = {"sacrifice": "ask", "mystic": "ask"}


def asked_to_sacrifice():
    state = position("1:bathysphere 1:admiral-quill^ 1:sea-sled^\n. 0:captn-eli^ .")
    return do(state, 0, challenge((1, 1), (1, 0))).state


def asked_for_mystic():
    state = position("1:sable-envoy 1:sonar .\n0:captn-eli^ 0:dolphin^ .")
    return do(state, 0, challenge((0, 1), (0, 0))).state


def test_ce_14_orders_for_sacrifice():
    """CE-14: the adjacent card with the lowest C + D, or never."""
    state = asked_to_sacrifice()
    assert GAME.ordered_move(state, 1, {**ASK, "sacrifice": "cheapest"}) == Sacrifice((2, 0))
    assert GAME.ordered_move(state, 1, {**ASK, "sacrifice": "never"}) == Sacrifice(None)
    assert GAME.ordered_move(state, 1, {**ASK, "mystic": "challenger"}) is None
    assert GAME.ordered_move(state, 0, {**ASK, "sacrifice": "never"}) is None


def test_ce_15_orders_for_mystic():
    """CE-15: the challenger is turned down, which ends the challenge; not after your own flip."""
    state = asked_for_mystic()
    assert GAME.ordered_move(state, 1, {**ASK, "mystic": "challenger"}) == Mystic((0, 1))
    assert GAME.ordered_move(state, 1, ASK) is None
    own = do(position("0:sable-envoy 1:dolphin^", "| barnacle-jo sonar"), 0, flip(0, 0)).state
    assert GAME.ordered_move(own, 0, {**ASK, "mystic": "challenger"}) is None


def test_orders_apply_to_nothing_else():
    """A turn and a squad are never ordered."""
    every = {"sacrifice": "cheapest", "mystic": "challenger"}
    assert GAME.ordered_move(opening(), 0, every) is None
    assert GAME.ordered_move(position("0:captn-eli 1:barnacle-jo"), 0, every) is None


def test_default_keeps_the_character_alive():
    """CE-14, CE-15: a time-out neither gives the character away nor lets a challenge pass."""
    assert GAME.default_move(asked_to_sacrifice(), 1) == Sacrifice((2, 0))
    assert GAME.default_move(asked_for_mystic(), 1) == Mystic((0, 1))


def test_default_turn_lays_a_support_away_from_the_enemy():
    """It lays the cheapest support, beside as few of the opponent's cards as possible."""
    state = position("0:dolphin\n1:sonar", "captn-eli world-ark sargasso | barnacle-jo")
    move = GAME.default_move(state, 0)
    assert isinstance(move, Place)
    assert (move.card, move.cell) == ("sargasso", (0, -1))


def test_default_turn_shows_nothing_with_an_empty_hand():
    """A support moves before anything is turned up."""
    move = GAME.default_move(position("0:captn-eli 0:dolphin^\n1:sonar 1:barnacle-jo"), 0)
    assert isinstance(move, Shift)
    assert move.at == (1, 0)


def test_default_does_not_lose_the_game_by_a_flip():
    """CE-18 (c): with the character in hand there is always a place for it."""
    state = position("0:dolphin 1:sonar", "captn-eli | barnacle-jo")
    assert not isinstance(GAME.default_move(state, 0), Flip)
    assert ended(do(state, 0, flip(0, 0)).state) is not None


def test_ce_17_a_reveal_is_forced_if_only_one_card_can_be_the_copy():
    """CE-17: it must be certain from public information."""
    one = position("1:hydron^ 1:hydron#2 .\n0:dolphin^ 1:sonar^ .\n0:captn-eli^ . .")
    two = position("1:hydron^ 1:hydron#2 .\n0:dolphin^ 1:sonar .\n0:captn-eli^ . .")
    attack = challenge((0, 2), (0, 0))
    assert GAME.forced_move(do(one, 0, attack).state, 1) == Reveal((1, 0))
    open_to_doubt = do(two, 0, attack).state
    assert GAME.legal_moves(open_to_doubt, 1) == (Reveal((1, 0)),)
    assert GAME.forced_move(open_to_doubt, 1) is None


def test_ce_17_a_reveal_is_forced_if_all_copies_have_been_seen():
    """CE-17: then a card that nobody has seen can't be a copy."""
    state = position("1:hydron^ 1:hydron#2~ 1:sonar\n0:dolphin^ . .\n0:captn-eli^ . .", removed="| hydron#3")
    assert GAME.forced_move(do(state, 0, challenge((0, 2), (0, 0))).state, 1) == Reveal((1, 0))


def test_ce_15_mystic_is_forced_with_one_target():
    """CE-15: it is compulsory, and all targets are open."""
    one = do(position("0:sable-envoy 1:dolphin^ 1:sonar", "| barnacle-jo"), 0, flip(0, 0)).state
    assert GAME.forced_move(one, 0) == Mystic((1, 0))
    two = do(position("0:sable-envoy 1:dolphin^ 1:sonar^", "| barnacle-jo"), 0, flip(0, 0)).state
    assert GAME.forced_move(two, 0) is None


def test_a_turn_is_forced_with_one_action_and_no_hand():
    """CE-8: the actions of cards on the grid are public; those of a hand aren't."""
    grid = """
        1:ice-shelf^  1:sable-envoy^ 0:dolphin^
        1:bathysphere^ 0:captn-eli^   0:sea-sled^
        .             .               .
        .             0:eagle-rock    .
        """
    state = position(grid, seat=1)
    assert len(GAME.legal_moves(state, 1)) == 1
    assert GAME.forced_move(state, 1) == GAME.legal_moves(state, 1)[0]
    with_hand = position(grid, "| kelp-maze", seat=1)
    assert GAME.forced_move(with_hand, 1) is None
    one_card = position(".", "captn-eli | barnacle-jo sonar")
    assert len(GAME.legal_moves(one_card, 0)) == 1
    assert GAME.forced_move(one_card, 0) is None


def test_ce_04_default_squad_is_the_same_for_the_same_pool():
    """CE-4: a sturdy character and the highest values, at most two of a type."""
    squad = GAME.default_move(opening(), 0).cards
    assert squad == GAME.default_move(opening(), 1).cards
    assert len(squad) == 4
    assert see(do(opening(), 0, {"type": "squad", "cards": list(squad)}).state, 0).chosen == (0,)
