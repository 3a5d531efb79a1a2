"""The log and the rules: replays, undone moves, and logs that don't fit."""

from dataclasses import replace as changed

import msgspec
import pytest

from games.engine import play
from games.engine.chance import Chance
from games.engine.contract import Step
from games.engine.replay import Entry, ReplayError, replay, taken_back
from games.titles import TITLES
from tests.engine.positions import Case, every_case, random_game
from tests.titles.captivate.positions import throwing

CAPTIVATE = TITLES["captivate"]
CASE = Case(CAPTIVATE, 3, {"memory": "assisted"})
THROWING = changed(CAPTIVATE, setup=lambda seats, options, chance: Step(throwing(2, {0, 1}), ()))
SEED = (1).to_bytes(32, "big")  # of the random game number 1


def replayed(entries, case=CASE, seed=SEED):
    return replay(case.game, case.seats, case.options, seed, entries)


def test_an_empty_log_is_the_setup():
    assert replayed([]) == play.setup(CAPTIVATE, 3, CASE.options, SEED).state


def test_every_beginning_of_a_log_is_a_position_of_the_game():
    plies = list(random_game(CASE, 1, leavers=True))
    for count in (1, 2, len(plies) // 2, len(plies)):
        assert replayed([ply.entry for ply in plies[:count]]) == plies[count - 1].step.state


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_a_ply_can_be_taken_back_and_made_again(case):
    """The undo is a separate entry; later plies get later numbers and new chance."""
    plies = list(random_game(case, 1))
    at = next((at for at, ply in enumerate(plies) if ply.step.undoable), None)
    if at is None:
        pytest.skip("no ply of this game can be taken back")
    entries = [ply.entry for ply in plies[: at + 1]]
    undo = Entry(at + 1, "undo", entries[at].seat, back_to=at)
    assert replayed([*entries, undo], case) == plies[at].before
    again = Entry(at + 2, "move", entries[at].seat, entries[at].move)
    assert replayed([*entries, undo, again], case) == plies[at].step.state


def test_several_plies_are_taken_back_at_once():
    """Back to the first ply of a turn: the state is the one before it."""
    plies = list(random_game(CASE, 1))
    entries = [ply.entry for ply in plies[:9]]
    for back_to in range(9):
        undo = Entry(9, "undo", None, back_to=back_to)
        assert replayed([*entries, undo]) == plies[back_to].before


def test_plies_taken_back_are_not_taken_back_again():
    """After going back to ply 3, plies 3 and 4 are no longer part of the game; ply 2 still is."""
    plies = list(random_game(CASE, 1))
    entries = [*(ply.entry for ply in plies[:5]), Entry(5, "undo", None, back_to=3)]
    assert replayed([*entries, Entry(6, "undo", None, back_to=2)]) == plies[2].before
    for gone in (3, 4):
        with pytest.raises(ReplayError):
            replayed([*entries, Entry(6, "undo", None, back_to=gone)])


def test_undoing_an_undo_restores_its_plies():
    """Back to ply 3, and back from there; then to ply 4, which is valid again, and to ply 6, which undoes the undo."""
    plies = list(random_game(CASE, 1))
    entries = [*(ply.entry for ply in plies[:5]), Entry(5, "undo", None, back_to=3)]
    entries.append(Entry(6, "undo", None, back_to=5))
    assert replayed(entries) == plies[4].step.state
    assert replayed([*entries, Entry(7, "undo", None, back_to=4)]) == plies[4].before
    again = [*entries, Entry(7, "undo", None, back_to=6)]
    assert replayed(again) == plies[3].before
    with pytest.raises(ReplayError):
        replayed([*again, Entry(8, "undo", None, back_to=4)])


def test_the_undos_alone_decide_which_plies_are_in_force():
    assert taken_back([(5, 3)]) == [range(3, 5)]
    assert taken_back([(5, 3), (6, 5)]) == [range(5, 6)]
    assert taken_back([(7, 6), (6, 5), (5, 3)]) == [range(6, 7), range(3, 5)]
    assert taken_back([(2, 1), (9, 0)]) == [range(9)]


def test_a_moderator_can_undo_a_leave():
    first = next(iter(random_game(CASE, 1)))
    entries = [Entry(0, "leave", 2), Entry(1, "undo", None, back_to=0)]
    assert replayed(entries) == first.before


def test_chance_depends_on_the_plys_number_in_the_log():
    """With other numbers, the same entries draw differently: five rounds of rock, and a winner drawn at random."""
    rounds = [Entry(0, "move", seat, '{"type":"throw","hand":"rock"}') for _ in range(5) for seat in (0, 1)]
    winners = set()
    for first in range(0, 200, 10):
        entries = [msgspec.structs.replace(entry, ply=first + at) for at, entry in enumerate(rounds)]
        ranks = replay(THROWING, 2, {}, SEED, entries).outcome.ranks
        assert ranks.index(1) == Chance(SEED, first + 9).pick([0, 1])
        winners.add(ranks)
    assert winners == {(1, 2), (2, 1)}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry(0, "move", 0, "{}"), "form"),
        (Entry(0, "move", 0, ""), "form"),
        (Entry(0, "move", 0, '{"type":"end"}'), "legal"),
        (Entry(0, "move", 1, '{"type":"end"}'), "not asked"),
        (Entry(0, "move", None, '{"type":"end"}'), "without a seat"),
        (Entry(0, "leave", None), "without a seat"),
        (Entry(0, "leave", 3), "no longer in the game"),
        (Entry(0, "undo", 0, back_to=0), "not in the log"),
        (Entry(0, "undo", 0, back_to=7), "not in the log"),
    ],
)
def test_an_entry_that_does_not_fit_is_an_error(entry, reason):
    with pytest.raises(ReplayError, match=reason) as caught:
        replayed([entry])
    assert caught.value.ply == 0


def test_the_error_names_the_ply():
    entries = [ply.entry for ply in random_game(CASE, 1)]
    broken = [*entries[:5], Entry(5, "move", entries[4].seat, "{}"), *entries[6:]]
    with pytest.raises(ReplayError, match="ply 5") as caught:
        replayed(broken)
    assert caught.value.ply == 5


def test_nothing_follows_the_end():
    entries = [ply.entry for ply in random_game(CASE, 1)]
    with pytest.raises(ReplayError):
        replayed([*entries, Entry(len(entries), "leave", 0)])


def test_another_seed_does_not_fit_the_log():
    """Other cards were dealt, so the moves are impossible."""
    entries = [ply.entry for ply in random_game(CASE, 1)]
    with pytest.raises(ReplayError):
        replayed(entries, seed=b"another")
