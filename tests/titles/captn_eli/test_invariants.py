"""Invariants of every game of Capt'n Eli, and fast computations checked against slow ones from the sheet."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import RULESET, original_of
from games.titles.captn_eli.grid import room_of
from games.titles.captn_eli.squads import is_squad
from games.titles.captn_eli.state import (
    Challenge,
    Flip,
    Mystic,
    Place,
    Reveal,
    Sacrifice,
    Shift,
    Squad,
    Wedge,
)
from tests.engine.positions import Case, random_game
from tests.engine.profile import random_games

numbers = st.integers(min_value=0, max_value=2**64)
cases = st.sampled_from([Case(GAME, 2, {"cards": cards}) for cards in ("all", "sealed")])
games = random_games(25)


def cards_of(state, seat):
    laid = [lying.card for lying in state.grid if lying.owner == seat]
    return Counter([*laid, *state.hands[seat], *state.removed[seat]])


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_ce_04_no_card_is_lost_or_doubled(case, number, leavers):
    """CE-4: the squad's four cards are in hand, on the grid or removed, once each."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        for seat in (0, 1):
            if all(state.squads):
                assert cards_of(state, seat) == Counter(state.squads[seat])


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_ce_07_the_box_is_kept(case, number, leavers):
    """CE-7: one card a cell, three columns, four rows."""
    for ply in random_game(case, number, leavers):
        cells = [lying.cell for lying in ply.step.state.grid]
        assert len(cells) == len(set(cells))
        assert not cells or in_box(cells)


@games
@given(case=cases, number=numbers)
def test_ce_05_numbers_are_given_once_and_kept(case, number):
    """CE-5: what the opponent calls a copy never changes, and no two cards share a name."""
    for ply in random_game(case, number):
        state, before = ply.step.state, ply.before
        for seat in (0, 1):
            assert state.shown[seat][: len(before.shown[seat])] == before.shown[seat]
            stacked = [lying.card for lying in state.grid if lying.owner == seat and lying.seen]
            open_copies = [
                c for c in (*stacked, *state.removed[seat]) if len(RULESET.copies.get(original_of(c), ())) > 1
            ]
            assert sorted(open_copies) == sorted(state.shown[seat])
        for viewer in (0, 1, None):
            view = GAME.observe(state, viewer)
            for owner in (0, 1):
                named = [card.card for card in view.grid if card.owner == owner and card.card]
                assert len({*named, *view.removed[owner]}) == len(named) + len(view.removed[owner])


@games
@given(case=cases, number=numbers)
def test_ce_08_is_legal_agrees_with_the_list(case, number):
    """CE-8: every form of move around the board, legal if and only if it is listed."""
    for at, ply in enumerate(random_game(case, number)):
        state = ply.before
        if state.phase == "squads" or at % 4:
            continue
        (seat,) = GAME.to_act(state)
        listed = set(GAME.legal_moves(state, seat))
        judged = {move for move in everything(state, seat) if GAME.is_legal(state, seat, move)}
        assert judged == listed


def everything(state, seat):
    """Yield all moves that name a cell in or near the box, and any card of the seat."""
    xs, ys = ([lying.cell[axis] for lying in state.grid] or [0] for axis in (0, 1))
    cells = [(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)]
    for cell in cells:
        yield from (Flip(cell), Mystic(cell), Reveal(cell), Sacrifice(cell))
        yield from (kind(card, cell) for kind in (Place, Wedge) for card in state.squads[seat])
        near = [(cell[0] + x, cell[1] + y) for x in (-1, 0, 1) for y in range(-3, 4)]
        yield from (kind(cell, other) for kind in (Shift, Challenge) for other in near)
    yield from (Sacrifice(None), Squad(state.squads[seat]))


@games
@given(case=cases, number=numbers)
def test_ce_10_challenges_match_the_words_of_the_sheet(case, number):
    """CE-10 to CE-12: compared with a judgement made cell by cell from the words of the sheet."""
    for ply in random_game(case, number):
        state = ply.before
        if state.phase != "turn":
            continue
        listed = {m for m in GAME.legal_moves(state, state.seat) if isinstance(m, Challenge)}
        slow = {
            Challenge(mine.cell, theirs.cell)
            for mine in state.grid
            for theirs in state.grid
            if mine.owner == state.seat != theirs.owner and slow_challenge(state, mine, theirs)
        }
        assert listed == slow


def slow_challenge(state, mine, theirs):
    grid = state.grid
    kind, stacked = RULESET.by_id[mine.card].type, "stacked" in RULESET.by_id[mine.card].keywords
    if not mine.up or kind in ("location", "gadget"):
        return False
    (x, y), (u, v) = mine.cell, theirs.cell
    between = []
    if x != u:
        if y != v or abs(x - u) != 1 or kind == "vehicle" or (stacked and state.quiet < 7):
            return False
    else:
        inside = range(min(y, v) + 1, max(y, v))
        between = [other for other in grid if other.cell[0] == x and other.cell[1] in inside]
        if len(between) != len(inside) or (between and kind == "vehicle"):
            return False
    for other in between:
        passable = (
            RULESET.by_id[other.card].type == "vehicle" or "stacked" in RULESET.by_id[other.card].keywords
        )
        if not other.up or other.owner != mine.owner or not passable:
            return False
    storm = 9 if state.quiet >= 7 else 0  # CE-19
    return not theirs.up or slow_attack(grid, mine, between) + storm > slow_defence(grid, theirs)


def slow_attack(grid, mine, between):
    if RULESET.by_id[mine.card].type == "vehicle":
        return RULESET.by_id[mine.card].c
    return sum(RULESET.by_id[c.card].c for c in (mine, *between, *own_beside(grid, mine, "gadget")))


def slow_defence(grid, theirs):
    if RULESET.by_id[theirs.card].type != "character":
        return RULESET.by_id[theirs.card].d
    return sum(RULESET.by_id[c.card].d for c in (theirs, *own_beside(grid, theirs, "location")))


def own_beside(grid, lying, kind):
    return [
        other
        for other in grid
        if other.up and other.owner == lying.owner and RULESET.by_id[other.card].type == kind
        and abs(other.cell[0] - lying.cell[0]) + abs(other.cell[1] - lying.cell[1]) == 1
    ]  # fmt: skip


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    count=st.integers(1, 8),
    number=st.integers(0, 2**62),
    corner=st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
)
def test_ce_08_room_as_a_slow_search_finds_it(count, number, corner):
    """CE-7, CE-8: open cells and steps, tried one by one, wherever the box has drifted."""
    x0, y0 = corner
    cells = set(Chance(b"", number).shuffled([(x0 + x, y0 + y) for x in range(3) for y in range(4)])[:count])
    plane = [(x, y) for y in range(y0 - 5, y0 + 9) for x in range(x0 - 5, x0 + 9)]
    room = room_of(cells)
    slow_open = [
        cell for cell in plane if cell not in cells and touches(cell, cells) and in_box({*cells, cell})
    ]
    assert list(room.open_cells) == slow_open
    for cell in cells:
        steps = {
            to for to in plane if to not in cells and touches(to, {cell}) and in_box(cells - {cell} | {to})
        }
        assert set(room.steps[cell]) == steps
        assert len(room.steps[cell]) == len(steps)


@games
@given(case=cases, number=numbers)
def test_ce_20_worlds_depend_only_on_what_is_seen(case, number):
    """CE-20: two states that look the same to a seat give the same deal from the same chance."""
    for at, ply in enumerate(random_game(case, number)):
        for seat in (None, 0, 1):
            other = GAME.resample(ply.before, seat, Chance(b"other", at))
            one, two = (GAME.resample(state, seat, Chance(b"same", at)) for state in (ply.before, other))
            assert one == two


@games
@given(case=cases, number=numbers)
def test_ce_04_worlds_hold_legal_squads(case, number):
    """CE-4 to CE-6: from a possible pool, with the same known cards as before."""
    for at, ply in enumerate(random_game(case, number)):
        world = GAME.resample(ply.before, None, Chance(b"world", at))
        for seat in (0, 1):
            squad = sorted(world.squads[seat], key=lambda card: RULESET.by_id[card].type != "character")
            assert not squad or is_squad(RULESET, world.pools[seat], squad)
            assert ply.before.phase == "squads" or cards_of(world, seat) == Counter(squad)
            assert not all(world.squads) or slow_loss(world, seat) is None


def touches(cell, cells):
    return any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in cells)


def in_box(cells):
    xs, ys = zip(*cells, strict=True)
    return max(xs) - min(xs) < 3 and max(ys) - min(ys) < 4


@games
@given(case=cases, number=numbers)
def test_ce_19_the_count_of_quiet_turns(case, number):
    """CE-19: counted again from what every ply did to the cards."""
    quiet, storm, stirred, turned = 0, False, False, False
    for ply in random_game(case, number):
        if ply.before.phase == "squads":
            continue
        stirred = stirred or traces(ply.before) != traces(ply.step.state)
        turned = turned or faces(ply.before) != faces(ply.step.state)
        over = ply.step.state.outcome
        if ply.step.state.turn != ply.before.turn or (over and over.reason == "becalmed"):
            began = any(e.type == "storm" for e in ply.step.events)
            quiet += began or not (stirred or turned)
            quiet += sum(e.type == "passed-over" for e in ply.step.events)
            assert ply.step.state.quiet == quiet
            assert began == (quiet == 7 and not storm)
            storm = storm or began
            stirred = turned = False


def traces(state):
    """Return everything about the cards except where they are and which side is up."""
    return sorted((lying.owner, lying.card, lying.marked) for lying in state.grid)


def faces(state):
    """Return the face-up cards."""
    return sorted((lying.owner, lying.card, lying.up) for lying in state.grid)


@games
@given(case=cases, number=numbers)
def test_ce_18_the_last_state_shows_who_has_lost(case, number):
    """CE-18: on the last state alone, the conditions hold for the loser, and in no earlier state."""
    for ply in random_game(case, number):
        state = ply.step.state
        if not all(state.squads):
            continue
        reasons = [slow_loss(state, seat) for seat in (0, 1)]
        outcome = GAME.outcome(state)
        if outcome is None or outcome.reason == "becalmed":
            assert reasons == [None, None]
        else:
            loser = outcome.ranks.index(2)
            assert reasons[loser] == outcome.reason
            assert reasons[1 - loser] is None


def slow_loss(state, seat):
    base = original_of(state.squads[seat][0])
    own = [lying for lying in state.grid if lying.owner == seat]
    copies = [card for card in state.squads[seat] if original_of(card) == base]
    on_grid = {lying.card for lying in own} & set(copies)
    if set(copies) & set(state.removed[seat]) and not on_grid:
        return "character"
    if not own and state.removed[seat]:
        return "no-cards"
    others = set(state.squads[seat]) - set(copies) - set(state.removed[seat])
    if set(copies) <= set(state.hands[seat]) and others <= {lying.card for lying in own if lying.up}:
        return "character-in-hand"
    return None
