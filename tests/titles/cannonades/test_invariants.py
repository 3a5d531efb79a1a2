"""Invariants of every game of Cannonades, checked independently of the code that plays it."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.titles.cannonades import GAME
from games.titles.cannonades.cards import DECK, ORDER, SHIPS
from games.titles.cannonades.state import Board, Draw, Shoot
from tests.engine.positions import Case, begin, random_game
from tests.engine.profile import random_games

numbers = st.integers(min_value=0, max_value=2**64)
cases = st.builds(lambda seats: Case(GAME, seats, {}), st.integers(2, 5))
games = random_games(40)


def everything(state):
    laid = Counter(ship.face for row in state.ships for ship in row if ship)
    return laid + sum(map(Counter, (state.deck, state.discards, *state.hands)), Counter())


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_01_no_card_is_lost_or_doubled(case, number, leavers):
    """CN-1: all 52 cards, after every ply; ships are on the table, hands and piles are in order."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        assert everything(state) == Counter(DECK)
        assert all(ship is None or ship.face in SHIPS for row in state.ships for ship in row)
        for group in (state.discards, *state.hands):
            places = [ORDER[face] for face in group]
            assert places == sorted(places)


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_12_an_eliminated_seat_has_nothing(case, number, leavers):
    """CN-12, CN-13, CN-20: no ship, no card, no answer to give or receive; nobody is out twice."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        gone = [*state.out, *state.left]
        assert len(set(gone)) == len(gone)
        for seat in gone:
            assert not any(state.ships[seat])
            assert not state.hands[seat]
            assert seat not in GAME.to_act(state)
        for answer in state.queue:
            assert not {answer.seat, answer.against} & set(gone)
            assert state.seat in (answer.seat, answer.against)
        assert len({frozenset((answer.seat, answer.against)) for answer in state.queue}) <= 1


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_13_a_seat_that_had_a_turn_has_a_ship(case, number, leavers):
    """CN-12, CN-13: outside its own turn, every seat that is in and has had a turn has a ship on the table."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        for seat in range(case.seats):
            if seat != state.seat and GAME.is_in(state, seat) and state.begun[seat] and state.outcome is None:
                assert any(state.ships[seat])


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_15_the_stand_off_is_the_time_without_a_deck(case, number, leavers):
    """CN-15, CN-16: nobody draws in it, and every seat has at most one more turn; the starter comes last."""
    turns = Counter()
    for ply in random_game(case, number, leavers):
        before, state = ply.before, ply.step.state
        assert (state.starter is not None) is (not state.deck)
        assert not (isinstance(ply.move, Draw) and before.starter is not None)
        if before.starter is not None:
            turns.update(e.public["seat"] for e in ply.step.events if e.type == "turn-begun")
            assert not turns[state.starter] or state.seat == state.starter or state.outcome
    assert not turns or max(turns.values()) == 1


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_09_hands_are_within_the_limit_when_a_turn_has_ended(case, number, leavers):
    """CN-9: except where the stand-off cut the turn short, or its seat has left."""
    for ply in random_game(case, number, leavers):
        before, state = ply.before, ply.step.state
        begins = [e.public["seat"] for e in ply.step.events if e.type == "turn-begun"]
        cut = any(e.type == "stand-off" for e in ply.step.events) or before.phase in ("set-up", "salvaging")
        if begins and not cut and GAME.is_in(state, before.seat):
            hand = state.hands[before.seat]
            in_now = case.seats - len(state.out) - len(state.left)
            assert len(hand) <= in_now + 1


@games
@given(case=cases, number=numbers)
def test_cn_08_no_attack_in_a_first_turn_and_four_actions(case, number):
    """CN-8: counted from the log."""
    _, first = begin(case, number)
    seen = Counter(event.public["seat"] for event in first.events if event.type == "turn-begun")
    actions = 0
    for ply in random_game(case, number):
        if isinstance(ply.move, Shoot | Board):
            assert seen[ply.entry.seat] > 1
        actions += any(e.type in ("ship-added", "shot", "boarded", "cards-drawn") for e in ply.step.events)
        assert actions <= 4
        for event in ply.step.events:
            if event.type == "turn-begun":
                seen[event.public["seat"]] += 1
                actions = 0


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_19_what_a_seat_sees_adds_up_to_its_hand(case, number, leavers):
    """CN-19: the log that a seat may read reveals its own hand, and the public log the size of all hands."""
    _, first = begin(case, number)
    hands = [Counter() for _ in range(case.seats)]
    counts = [5] * case.seats
    for seat in range(case.seats):
        for event in first.events:
            follow(hands[seat], seat, event.type, event.facts_for(seat))
    for ply in random_game(case, number, leavers):
        for event in ply.step.events:
            count(counts, event.type, event.public)
            for seat in range(case.seats):
                follow(hands[seat], seat, event.type, event.facts_for(seat))
        assert counts == [len(hand) for hand in ply.step.state.hands]
        assert [+hand for hand in hands] == [Counter(hand) for hand in ply.step.state.hands]


def follow(hand, me, kind, facts):
    """Apply one event to the hand of `me`."""
    if kind == "dealt":
        hand.update(facts["hand"])
    if kind == "card-taken" and me in (facts["seat"], facts["from"]):
        hand.update({facts["card"]: 1 if me == facts["seat"] else -1})
    if facts.get("seat") != me:
        return
    if kind in ("ship-added", "shot", "discarded", "cards-drawn"):
        hand.subtract([facts["card"]])
    if kind in ("eliminated", "left", "hand-exchanged"):
        hand.clear()
    if kind == "salvaged":
        hand.update([facts["card"]])
    hand.update(facts.get("cards", ()))


CHANGES = {"ship-added": -1, "shot": -1, "discarded": -1, "cards-drawn": -1, "salvaged": 1, "card-taken": 1}


def count(counts, kind, facts):
    """Apply one event to the hand sizes, as a reader of the public part counts them."""
    seat = facts.get("seat")
    if kind in CHANGES:
        counts[seat] += CHANGES[kind]
    if kind == "card-taken":
        counts[facts["from"]] -= 1
    if kind in ("eliminated", "left"):
        counts[seat] -= len(facts["discarded"])
    counts[seat or 0] += facts.get("drawn", 0)


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cn_17_the_outcome_is_what_the_last_state_shows(case, number, leavers):
    """CN-14, CN-17, CN-18, CN-20: ranks made from the sheet, one tie-break after the other."""
    *_, last = random_game(case, number, leavers)
    state, outcome = last.step.state, GAME.outcome(last.step.state)
    still_in = [seat for seat in range(case.seats) if GAME.is_in(state, seat)]
    if outcome.reason == "stand-off":
        assert len(still_in) > 1
        groups = slow_groups(state, still_in)
    else:
        assert len(still_in) == 1
        assert (outcome.reason == "left") is (last.move is None and last.entry.seat == state.left[-1])
        groups = [still_in]
    groups += [[seat] for seat in (*reversed(state.out), *reversed(state.left))]
    expected, rank = {}, 1
    for group in groups:
        expected.update(dict.fromkeys(group, rank))
        rank += len(group)
    assert outcome.ranks == tuple(expected[seat] for seat in range(case.seats))


LEFT = ("blue", "green", "purple")


def slow_groups(state, seats):
    """Return the seats in groups, the best first, following the words of CN-17."""
    groups = [seats]
    for measure in (ships, colours, one_way, hand):
        groups = [part for group in groups for part in split(group, lambda seat, m=measure: m(state, seat))]
    if len(groups[0]) > 1 and state.starter in seats:
        rest = [[seat for seat in group if seat != state.starter] for group in groups]
        groups = [[state.starter], *filter(None, rest)]
    return groups


def split(group, measure):
    values = sorted({measure(seat) for seat in group}, reverse=True)
    return [[seat for seat in group if measure(seat) == value] for value in values]


def fleet(state, seat):
    return [ship.face.split("-")[0] for ship in state.ships[seat] if ship]


def ships(state, seat):
    return len(fleet(state, seat))


def colours(state, seat):
    return len(set(fleet(state, seat)))


def one_way(state, seat):
    left = len([colour for colour in fleet(state, seat) if colour in LEFT])
    return max(left, ships(state, seat) - left)


def hand(state, seat):
    return len(state.hands[seat])
