"""The bots that measure the cards, and the command that runs them: CE-3."""

from functools import partial

import pytest

from games.engine.chance import Chance
from games.engine.contract import Outcome
from games.titles.captn_eli import GAME
from games.titles.captn_eli.knowledge import value_for
from games.titles.captn_eli.state import Challenge, Flip, Place, Shift
from tests.titles.captn_eli.positions import SEED, position
from tools import balance
from tools.balance import MEASURING, play_game
from tools.measures import Result, Tally, report, worst
from tools.players import PLAYERS, captain, greedy, search

ELI = frozenset({"captn-eli", "dolphin", "sonar", "grapple"})
JO = frozenset({"barnacle-jo", "dolphin", "sea-sled", "kelp-maze"})


@pytest.mark.parametrize("name", ["random", "greedy", "search"])
def test_players_end_their_games(name):
    """CE-3: they make only legal moves, because the guarded entry checks them; the same number gives the same game."""
    player = partial(search, depth=2, worlds=2) if name == "search" else PLAYERS[name]
    result = play_game(player, 5)
    assert result.outcome.reason
    assert [len(squad) for squad in result.squads] <= [4, 4]
    assert play_game(player, 5) == result


@pytest.mark.parametrize("player", [greedy, search, partial(search, depth=2, worlds=3)])
def test_players_take_a_sure_win(player):
    """CE-18: the character is face up and can be beaten."""
    state = position("1:captn-eli^ 1:sonar\n0:void-lieutenant^ 0:dolphin", "kelp-maze | grapple")
    for number in range(5):
        assert isinstance(player(state, 0, Chance(SEED, number)), Challenge)


@pytest.mark.parametrize("player", [greedy, search])
def test_players_do_not_flip_themselves_out_of_the_game(player):
    """CE-18 (c): the last face-down card, with the character in hand."""
    state = position("0:dolphin 1:sonar", "captn-eli | barnacle-jo")
    for number in range(5):
        assert not isinstance(player(state, 0, Chance(SEED, number)), Flip)


@pytest.mark.parametrize("player", [greedy, search])
def test_players_use_no_hidden_information(player):
    """CE-20: in two states that look the same to the seat, they choose the same."""
    state = position("1:captn-eli 1:sonar .\n0:void-lieutenant^ . 0:dolphin", "kelp-maze | grapple world-ark")
    for number in range(5):
        other = GAME.resample(state, 0, Chance(b"other", number))
        assert player(other, 0, Chance(SEED, number)) == player(state, 0, Chance(SEED, number))


def test_a_deeper_search_sees_the_answer():
    """CE-18: two plies ahead, a threat to an open card that will be beaten first is no threat."""
    state = position("1:void-lieutenant^ .\n. 0:captn-eli^", removed="dolphin | sonar")
    blunders = {Shift((1, 1), (0, 1)), Shift((1, 1), (1, 0))}
    assert blunders <= set(GAME.legal_moves(state, 0))
    assert not {search(state, 0, Chance(SEED, number)) for number in range(9)} & blunders


def best_reply(state, seat, depth):
    """Return the value of the position this many plies later, without pruning."""
    if depth == 0 or state.outcome is not None:
        return value_for(state, seat) + (depth if state.outcome is not None else 0)
    moves = GAME.legal_moves(state, state.asked)
    after = [GAME.apply(state, state.asked, move, None).state for move in moves]
    worths = [best_reply(each, seat, depth - 1) for each in after]
    return max(worths) if state.asked == seat else min(worths)


def test_a_bound_is_not_mistaken_for_an_equal_value():
    """A move that the search cut off as no better isn't treated as equally good."""
    grid = "1:captn-eli^ 1:dolphin^\n. 0:patrol-sub^\n0:barnacle-jo^ ."
    state = position(grid, removed="sonar kelp-maze | sonar kelp-maze")  # nothing is hidden
    moves = GAME.legal_moves(state, 0)
    worths = {move: best_reply(GAME.apply(state, 0, move, None).state, 0, 2) for move in moves}
    assert min(worths.values()) < max(worths.values())
    chosen = {search(state, 0, Chance(SEED, number), depth=3) for number in range(9)}
    assert {worths[move] for move in chosen} == {max(worths.values())}


def test_ce_03_share_is_wins_and_half_the_draws():
    """CE-3: over the games in which the card was played, on either side."""
    tally = Tally()
    tally.add(Result((ELI, JO), Outcome("character", (1, 2)), 30))
    tally.add(Result((ELI, JO), Outcome("becalmed", (1, 1)), 40))
    assert tally.share("captn-eli") == 0.75
    assert tally.share("barnacle-jo") == 0.25
    assert tally.share("dolphin") == 0.5
    assert tally.share("world-ark") is None
    assert (tally.first, tally.draws, tally.reasons["becalmed"]) == (1.5, 1, 1)


def test_ce_03_report_marks_what_misses_its_goal():
    """CE-3: characters 42-58%, supports 38-62%; each with its interval."""
    tally = tally_of([(1, 2)] * 6 + [(2, 1)] * 4)
    lines = list(report(tally))
    assert lines[0] == "10 games, median 30 plies * (goal 40-90)"
    of = {
        name: next(line for line in lines if name in line) for name in ("Capt'n Eli", "Sonar", "first seat")
    }
    assert all("60.0%" in line and "(31.3% to 83.2% of 10" in line for line in of.values())
    assert ["*" in of[name] for name in ("Capt'n Eli", "Sonar", "first seat")] == [True, False, True]


def tally_of(results, reason="character"):
    tally = Tally()
    for ranks in results:
        tally.add(Result((ELI, JO), Outcome(reason, ranks), 30))
    return tally


def test_ce_03_of_several_players_the_worst_counts():
    """CE-3: whichever is farther from its goal, above it or below."""
    tallies = {"mild": tally_of([(1, 2), (2, 1)]), "wild": tally_of([(1, 2), (1, 2)], "becalmed")}
    told = {line.split("  ")[0]: line for line in worst(tallies)}
    assert told["becalmed"].endswith("wild") and "100.0% *" in told["becalmed"]
    assert told["first seat"].endswith("wild")
    other = {"mild": tally_of([(1, 2), (2, 1)]), "wild": tally_of([(2, 1), (2, 1)])}
    assert next(worst(other)).endswith("wild")


@pytest.mark.parametrize("name", sorted(MEASURING))
def test_ce_03_counting_players_play_whole_games(name):
    """CE-3: the captain with a small budget here; only legal moves, and the same number gives the same game."""
    player = {"captain": partial(captain, iterations=4)}.get(name) or partial(MEASURING[name], depth=2)
    result = play_game(player, 3)
    assert result.outcome.reason and play_game(player, 3) == result


def test_ce_03_the_keeper_keeps_cards_back():
    """CE-3: of two equal moves it prefers not to lay a card from hand."""
    state = position("0:captn-eli^ . .\n. . .\n. . 1:barnacle-jo^", "kelp-maze | grapple")
    lays = [sum(isinstance(player(state, 0, Chance(SEED, n)), Place) for n in range(9))
            for player in (search, MEASURING["keeper"])]  # fmt: skip
    assert lays[0] > lays[1] == 0


def test_ce_03_the_command_measures_all_three_players(capsys):
    """CE-3: `python -m tools.balance`."""
    balance.main(["--games", "1", "--iterations", "2"])
    out, progress = capsys.readouterr()
    assert [line for line in out.splitlines() if line.endswith(":")] == [
        "search:", "keeper:", "captain:", "the worst:",
    ]  # fmt: skip
    assert out.count("becalmed") >= 4 and "1/1" in progress


def test_ce_03_the_command_measures_rarities_and_starters(capsys):
    """CE-3, CE-6: sealed games by rarity; every two starters against each other."""
    balance.main(["--games", "2", "--player", "greedy", "--cards", "sealed"])
    assert "common" in capsys.readouterr().out
    balance.main(["--games", "1", "--player", "greedy", "--starters"])
    assert capsys.readouterr().out.count(" against ") == 10


@pytest.mark.parametrize(
    "what", [["--games", "5"], ["--games", "4", "--cards", "sealed"], ["--games", "2", "--starters"]]
)
def test_ce_03_any_number_of_processes_prints_the_same(capsys, what):
    """CE-3: a game depends only on its number, whichever process plays it; the progress bar counts all of them."""
    printed = []
    for processes in ("1", "2"):
        balance.main([*what, "--player", "random", "--from", "7", "--processes", processes])
        out, progress = capsys.readouterr()
        printed.append(out)
        done = progress.count("\r")
        assert f"{done}/{done}" in progress and done == (20 if "--starters" in what else int(what[1]))
    assert printed[0] == printed[1] != ""
