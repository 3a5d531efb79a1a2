"""The contract suite: checks `games.engine.contract` for every title, seat count and option."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state, load_move, load_state
from games.engine.contract import Illegal, Malformed
from games.engine.replay import replay
from games.titles import TITLES
from tests.engine.positions import Case, begin, every_case, random_game
from tests.engine.profile import random_games

CASES = every_case()
every = pytest.mark.parametrize("case", CASES, ids=str)
games = random_games(3)
numbers = st.integers(min_value=0, max_value=2**64)


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_game_ends_in_time_with_ranks_and_a_reason(case: Case, number: int, leavers: bool) -> None:
    plies = list(random_game(case, number, leavers))
    assert 0 < len(plies) <= case.game.max_plies
    end = plies[-1].step.state
    outcome = case.game.outcome(end)
    assert outcome is not None
    assert outcome.reason
    assert outcome.reason in case.game.reasons
    assert len(outcome.ranks) == case.seats
    assert min(outcome.ranks) == 1
    for rank in outcome.ranks:
        assert rank == 1 + sum(other < rank for other in outcome.ranks)
    assert outcome.scores is None or len(outcome.scores) == case.seats
    assert all(case.game.outcome(ply.before) is None for ply in plies)


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_legal_moves_are_unique_legal_and_survive_the_codec(case: Case, number: int, leavers: bool) -> None:
    for ply in random_game(case, number, leavers):
        asked = case.game.to_act(ply.before)
        assert asked
        for seat in range(case.seats):
            moves = case.game.legal_moves(ply.before, seat)
            assert len(set(moves)) == len(moves)
            assert bool(moves) <= (seat in asked)
            assert moves or seat not in asked or case.game.sample_move is not None
            if moves and case.game.sample_move is not None:
                stream = [Chance(b"sample", number % 2**63) for _ in range(2)]
                assert case.game.sample_move(ply.before, seat, stream[0]) == stream[1].pick(moves)
            for move in moves:
                assert case.game.is_legal(ply.before, seat, move)
                assert load_move(case.game, dump_move(move)) == move


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_default_move_is_legal_for_every_decision(case: Case, number: int, leavers: bool) -> None:
    for ply in random_game(case, number, leavers):
        for seat in case.game.to_act(ply.before):
            move = case.game.default_move(ply.before, seat)
            assert case.game.is_legal(ply.before, seat, move)


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_apply_changes_no_argument_and_state_survives_the_codec(
    case: Case, number: int, leavers: bool
) -> None:
    _seed, step = begin(case, number)
    frozen = dump_state(step.state)
    for ply in random_game(case, number, leavers):
        assert dump_state(ply.before) == frozen
        frozen = dump_state(ply.step.state)
        assert load_state(case.game, frozen) == ply.step.state
        for event in ply.step.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_log_replays_to_the_same_state(case: Case, number: int, leavers: bool) -> None:
    plies = list(random_game(case, number, leavers))
    entries = [ply.entry for ply in plies]
    seed = number.to_bytes(32, "big")
    assert replay(case.game, case.seats, case.options, seed, entries) == plies[-1].step.state


@every
@games
@given(number=numbers, leavers=st.booleans())
def test_non_interference(case: Case, number: int, leavers: bool) -> None:
    """What a seat can't know has no influence on anything that it sees."""
    game = case.game
    for at, ply in enumerate(random_game(case, number, leavers)):
        for seat in (None, *range(case.seats)):
            other = game.resample(ply.before, seat, Chance(b"other world", at))
            assert game.observe(other, seat) == game.observe(ply.before, seat)
            assert game.to_act(other) == game.to_act(ply.before)
            for asked in game.to_act(other):  # a deadline shows everybody whether it is an answer
                assert game.is_answer(other, asked) is game.is_answer(ply.before, asked)
            if seat is not None:
                assert game.legal_moves(other, seat) == game.legal_moves(ply.before, seat)
                if seat in game.to_act(other):
                    assert game.default_move(other, seat) == game.default_move(ply.before, seat)


@every
@games
@given(number=numbers)
def test_undoable_ply_shows_its_seat_nothing_and_draws_no_chance(case: Case, number: int) -> None:
    game = case.game
    for at, ply in enumerate(random_game(case, number)):
        if not ply.step.undoable:
            continue
        seat = ply.entry.seat
        goes_on = seat in game.to_act(ply.step.state)
        for viewer in (seat,) if goes_on else (None, *range(case.seats)):
            chance = Chance(b"", 0)
            before = game.resample(ply.before, viewer, Chance(b"undo", at))
            other = play.play(game, before, seat, ply.move, chance)
            assert not chance.used
            assert other.undoable
            assert game.observe(other.state, viewer) == game.observe(ply.step.state, viewer)
            facts = [event.facts_for(viewer) for event in ply.step.events]
            assert [event.facts_for(viewer) for event in other.events] == facts


@every
@games
@given(number=numbers)
def test_a_ply_shows_others_only_what_they_may_know(case: Case, number: int) -> None:
    """An event and a seat's new observation don't depend on what stays hidden from it afterwards."""
    game = case.game
    for at, ply in enumerate(random_game(case, number)):
        for event in ply.step.events:
            assert set(event.private) <= set(range(case.seats))
        for seat in (None, *range(case.seats)):
            told = [game.recall(ply.step.state, seat, event) for event in ply.step.events]
            other = game.resample(ply.step.state, seat, Chance(b"told", at))
            assert [game.recall(other, seat, event) for event in ply.step.events] == told


@every
@games
@given(number=numbers)
def test_forced_move_is_the_only_one_and_publicly_so(case: Case, number: int) -> None:
    game = case.game
    for at, ply in enumerate(random_game(case, number)):
        world = game.resample(ply.before, None, Chance(b"forced", at))
        for seat in game.to_act(ply.before):
            forced = game.forced_move(ply.before, seat)
            assert forced is None or game.legal_moves(ply.before, seat) == (forced,)
            assert game.forced_move(world, seat) == forced
            is_left = game.is_left_to_player
            assert forced is None or is_left(world, seat, forced) == is_left(ply.before, seat, forced)


@every
@games
@given(number=numbers, choice=st.integers(min_value=0))
def test_standing_orders_give_legal_answers(case: Case, number: int, choice: int) -> None:
    game = case.game
    orders = {order.name: order.values[choice % len(order.values)] for order in game.orders}
    asking = {order.name: order.values[0] for order in game.orders}
    for ply in random_game(case, number):
        for seat in game.to_act(ply.before):
            move = game.ordered_move(ply.before, seat, orders)
            assert move is None or game.is_legal(ply.before, seat, move)
            assert game.ordered_move(ply.before, seat, asking) is None


@every
@games
@given(number=numbers, choice=st.integers(min_value=0))
def test_whether_an_order_answers_reveals_nothing(case: Case, number: int, choice: int) -> None:
    """Whether a seat with an order answers at once or is asked never depends on its hidden cards."""
    game = case.game
    orders = {order.name: order.values[choice % len(order.values)] for order in game.orders}
    for at, ply in enumerate(random_game(case, number) if orders else ()):
        for seat in game.to_act(ply.before):
            answers = game.ordered_move(ply.before, seat, orders) is not None
            for viewer in {None, *range(case.seats)} - {seat}:
                other = game.resample(ply.before, viewer, Chance(b"silence", at))
                assert (game.ordered_move(other, seat, orders) is not None) is answers


@every
def test_seats_that_are_not_asked_are_refused(case: Case) -> None:
    for ply in random_game(case, 1):
        for seat in set(range(case.seats)) - case.game.to_act(ply.before):
            assert case.game.legal_moves(ply.before, seat) == ()
            if ply.move is not None:
                with pytest.raises(Illegal):
                    play.play(case.game, ply.before, seat, ply.move, Chance(b"", 0))


@every
def test_nobody_acts_or_leaves_after_the_end(case: Case) -> None:
    last = list(random_game(case, 2))[-1]
    assert case.game.to_act(last.step.state) == frozenset()
    for seat in range(case.seats):
        with pytest.raises(Illegal):
            play.leave(case.game, last.step.state, seat, Chance(b"", 0))
        with pytest.raises(Illegal):
            play.play(case.game, last.step.state, seat, last.move, Chance(b"", 0))


@every
def test_the_last_seat_that_stays_wins(case: Case) -> None:
    _, step = begin(case, 3)
    for seat in range(case.seats - 1):
        assert case.game.is_in(step.state, seat)
        step = play.leave(case.game, step.state, seat, Chance(b"", seat))
        assert not case.game.is_in(step.state, seat)
    outcome = case.game.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "left"
    assert outcome.ranks == tuple(range(case.seats, 0, -1))
    assert outcome.scores is None or set(outcome.scores[:-1]) == {0}


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "null", "7", '"play"', "{}", '{"type": 1}', '{"type": "no such"}']
)
@pytest.mark.parametrize("slug", list(TITLES))
def test_malformed_moves_are_refused(slug: str, text: str) -> None:
    with pytest.raises(Malformed):
        load_move(TITLES[slug], text)


@every
def test_moves_with_an_unknown_or_a_missing_key_are_malformed(case: Case) -> None:
    for move in {type(ply.move): ply.move for ply in random_game(case, 4)}.values():
        form = msgspec.to_builtins(move)
        with pytest.raises(Malformed):
            load_move(case.game, msgspec.json.encode({**form, "unknown": 1}))
        for key in set(form) - {"type"}:
            with pytest.raises(Malformed):
                load_move(case.game, msgspec.json.encode({k: v for k, v in form.items() if k != key}))


@pytest.mark.parametrize("slug", list(TITLES))
def test_wrong_number_of_seats_is_refused(slug: str) -> None:
    game = TITLES[slug]
    options = {option.name: option.default for option in game.options}
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(Illegal):
            play.setup(game, seats, options, b"")
