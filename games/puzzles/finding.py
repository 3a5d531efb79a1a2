"""Decides whether a position is a puzzle: a quick search rejects most positions, a deep search checks the rest.

A puzzle has one move that is best by a margin in every deal of worlds. The captain's search always finds it, and a
player who looks one ply deep misses it. Cheap checks run first.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.engine.chance import Chance
from games.engine.contract import EngineError, Facts, Seat
from games.engine.play import play
from games.engine.puzzle import Puzzle, WeighedMove, move_of, state_of
from games.engine.registry import AnyGame
from games.engine.search.knowledge import without_belief
from games.engine.search.weigh import LEVEL, SampledWorlds
from games.puzzles.position import DEALS, GREEDY, Position
from games.titles import TITLES

# The most puzzles per title with the same answer; with more, readers could guess it without looking at the board.
MOST_ALIKE = 8
EACH = 0.25  # the share of the margin by which the best move must be better in each deal
MOST_MOVES = 80  # legal moves; more would take too long
SURER = 0.1  # margin of a short search, as a share of its visits
REPLIES = 3  # plies that captains play on after the best move
TRIES = 3  # by a greedy player
THOUGHTS = 2  # by a captain, each with its own worlds


def puzzle_in(position: Position, overused: Collection[Facts] = ()) -> Puzzle | None:
    """The puzzle in this position; None if there is none, or if its likely answer is overused."""
    moves = position.game.legal_moves(position.state, position.seat)
    if not 3 <= len(moves) <= MOST_MOVES or not _is_promising(position):
        return None
    if plain(position.quick_search.searched[0][0]) in overused:
        return None
    deals, greedy = position.deals(), position.thought(GREEDY, 0).move
    if not _is_clear_at_once(position, position.quick_search.searched[0][0], greedy, deals):
        return None
    best = position.captain(1).move
    same = [move for move in moves if move != best and deals[0].is_same(best, move)]
    if not holds_in_truth(position, best, greedy):
        return None
    others = _clearly_worse(position, best, greedy, same, deals)
    if not others or not does_greedy_miss(position, (best, *same)) or not is_found(position, best):
        return None
    return Puzzle(
        position.key, position.game.rules_version, position.seats, position.seat, position.source,
        weigh_move(position, best, deals), tuple(sorted(others, key=lambda each: -each.mean)), plain(greedy),
        tuple(map(plain, same)), plain(position.state), line_after(position, best), line_after(position, greedy),
    )  # fmt: skip


def line_after(position: Position, move: Any) -> tuple[tuple[Seat, Facts], ...]:
    """How captains play on after a move, with the random numbers of `games.puzzles.page.board_after`."""
    found: list[tuple[Seat, Facts]] = []
    at = position
    for ply in range(REPLIES):
        step = play(at.game, at.state, at.seat, move, Chance(position.key.encode(), ply))
        asked = sorted(at.game.to_act(step.state))
        if not asked:
            break
        at = Position(at.game, step.state, asked[0], at.seats, at.source)
        move = at.thought(LEVEL, 0).move
        found.append((at.seat, plain(move)))
    return tuple(found)


def with_lines(slug: str, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the replies to its best and its missed move chosen again."""
    game = TITLES.versions(slug)[puzzle.rules_version]
    position = _position(game, puzzle)
    line, refutation = (
        line_after(position, move_of(game, move)) for move in (puzzle.best.move, puzzle.missed)
    )
    return msgspec.structs.replace(puzzle, line=line, refutation=refutation)


def overused_in(puzzles: Iterable[Puzzle]) -> list[Facts]:
    """The moves that are already the answer of MOST_ALIKE puzzles."""
    found = [puzzle.best.move for puzzle in puzzles]
    return [move for at, move in enumerate(found) if found[: at + 1].count(move) == MOST_ALIKE]


def without_overused(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles without those whose answer is already overused."""
    kept: list[Puzzle] = []
    for puzzle in puzzles:
        if puzzle.best.move not in overused_in(kept):
            kept.append(puzzle)
    return kept


def _is_promising(position: Position) -> bool:
    """Whether a short search strongly prefers a move other than the one that looks best at once."""
    quick = position.quick_search
    if len(quick.searched) < 2:
        return False
    (best, share), (_second, next_share) = quick.searched[:2]
    gain = quick.worths[best] - quick.worths.get(quick.first, 0.0)
    return best != quick.first and share >= next_share + SURER and gain >= position.margin / 2


def _clearly_worse(
    position: Position, best: Any, greedy: Any, same: Sequence[Any], deals: Sequence[SampledWorlds]
) -> list[WeighedMove]:
    """All other moves, plausible ones first; empty if any is about as good as the best."""
    seen = [greedy, *(each.move for each in position.captain(1).considered)]
    moves = [*seen, *position.game.legal_moves(position.state, position.seat)]
    found: list[WeighedMove] = []
    for move in dict.fromkeys(move for move in moves if move not in (best, *same)):
        if not _is_clear_at_once(position, best, move, deals):
            return []
        found.append(weigh_move(position, move, deals))
        if not is_clear(weigh_move(position, best, deals), found[-1], position.margin):
            return []
    return found


def _is_clear_at_once(position: Position, best: Any, move: Any, deals: Sequence[SampledWorlds]) -> bool:
    """Compare two moves in the first deal only."""
    return is_clear(
        weigh_move(position, best, deals[:1]), weigh_move(position, move, deals[:1]), position.margin
    )


def holds_in_truth(position: Position, best: Any, missed: Any) -> bool:
    """Whether the best move is better by the real hidden values, in a title whose bots guess at them (Cardline).

    A reader who knows those values would otherwise be told that a right card is wrong.
    """
    if position.knowledge.believe is without_belief:
        return True
    game, chance = position.game, Chance(position.key.encode(), 0)
    after = [play(game, position.state, position.seat, move, chance).state for move in (best, missed)]
    good, bad = (position.knowledge.evaluate(state)[position.seat] for state in after)
    return good > bad


def is_found(position: Position, best: Any) -> bool:
    """Whether the captain finds the move in every try."""
    return all(position.captain(number).move == best for number in range(1, THOUGHTS + 1))


def does_greedy_miss(position: Position, answers: Sequence[Any], tries: int = TRIES) -> bool:
    """Whether a player who looks one ply deep misses the answers in every try."""
    return all(position.thought(GREEDY, number).move not in answers for number in range(tries))


def weigh_move(position: Position, move: Any, deals: Iterable[SampledWorlds]) -> WeighedMove:
    """The worth of a move in each deal."""
    iterations = position.effort.weigh
    return WeighedMove(plain(move), tuple(round(1000 * deal.worth(move, iterations)) for deal in deals))


def is_clear(best: WeighedMove, other: WeighedMove, margin: float) -> bool:
    """Whether one move is clearly better: by the margin on average, and by a share of it in each deal."""
    pairs = zip(best.worth, other.worth, strict=True)
    least = 1000 * EACH * margin
    return best.mean >= other.mean + 1000 * margin and all(a >= b + least for a, b in pairs)


def plain(value: msgspec.Struct) -> Facts:
    """The move or state as parsed JSON."""
    parsed: Facts = msgspec.json.decode(msgspec.json.encode(value))
    return parsed


def faults_of(slug: str, puzzle: Puzzle) -> list[str]:
    """All faults of a puzzle, from a deep check that takes seconds; empty for a good puzzle."""
    faults = quick_faults_of(slug, puzzle)
    game = TITLES.game_of(slug, puzzle.rules_version)
    return faults if faults or game is None else list(_deep_faults(_position(game, puzzle), puzzle))


def quick_faults_of(slug: str, puzzle: Puzzle) -> list[str]:
    """The faults of a puzzle that a quick check finds."""
    game = TITLES.game_of(slug, puzzle.rules_version)
    if game is None:
        return [f"its rules version {puzzle.rules_version} is not played here"]
    try:
        position = _position(game, puzzle)
        return list(_quick_faults(position, puzzle))
    except EngineError as error:
        return [f"these rules can't read it: {error.message}"]


def _quick_faults(position: Position, puzzle: Puzzle) -> Iterator[str]:
    game, state, seat = position.game, position.state, position.seat
    if puzzle.key != position.key:
        yield "its key belongs to another position"
    if game.to_act(state) != {seat}:
        yield "another seat is to move"
        return
    moves = [puzzle.best.move, *puzzle.same, *(each.move for each in puzzle.others)]
    yield from (f"not legal: {move}" for move in moves if not game.is_legal(state, seat, move_of(game, move)))
    if set(map(repr, moves)) != {repr(plain(move)) for move in game.legal_moves(state, seat)}:
        yield "some moves aren't analysed"
    if puzzle.missed not in [each.move for each in puzzle.others]:
        yield "the tempting move isn't analysed"
    if any(len(each.worth) != DEALS for each in (puzzle.best, *puzzle.others)):
        yield f"a move isn't analysed in {DEALS} deals"
    elif not all(is_clear(puzzle.best, each, position.margin) for each in puzzle.others):
        yield "the best move isn't clearly best"
    yield from _faults_when_played(position, puzzle)
    if not does_greedy_miss(position, _answers(game, puzzle), tries=1):
        yield "a player who looks one ply deep finds it"


def _faults_when_played(position: Position, puzzle: Puzzle) -> Iterator[str]:
    if not _is_line_legal(position, puzzle.best.move, puzzle.line):
        yield "the moves after the best one aren't legal"
    if not _is_line_legal(position, puzzle.missed, puzzle.refutation):
        yield "the moves after the tempting one aren't legal"
    best, missed = (move_of(position.game, move) for move in (puzzle.best.move, puzzle.missed))
    if not holds_in_truth(position, best, missed):
        yield "the real hidden values refute it"


def _is_line_legal(position: Position, first: Facts, line: Sequence[tuple[Seat, Facts]]) -> bool:
    """Whether a move and the moves after it can be made, as far as the game goes."""
    game, state = position.game, position.state
    for number, (seat, move) in enumerate([(position.seat, first), *line]):
        if not game.is_legal(state, seat, move_of(game, move)):
            return False
        state = play(game, state, seat, move_of(game, move), Chance(position.key.encode(), number)).state
    return len(line) == REPLIES or not game.to_act(state)


def _deep_faults(position: Position, puzzle: Puzzle) -> Iterator[str]:
    game, best = position.game, move_of(position.game, puzzle.best.move)
    if not is_found(position, best):
        yield "a captain bot plays another move"
    if not does_greedy_miss(position, _answers(game, puzzle)):
        yield "a player who looks one ply deep finds it sometimes"
    deals = position.deals()
    for each in (puzzle.best, *puzzle.others):
        now = weigh_move(position, move_of(game, each.move), deals)
        if now != each:
            yield f"{each.move} is now worth {now.worth}, not {each.worth}"


def has_stored_worth(slug: str, puzzle: Puzzle, each: WeighedMove, deal: int) -> bool:
    """Whether a move still has its stored worth in one deal."""
    game = TITLES.versions(slug)[puzzle.rules_version]
    position = _position(game, puzzle)
    now = weigh_move(position, move_of(game, each.move), [position.deals(deal + 1)[deal]])
    return now.worth[0] == each.worth[deal]


def _position(game: AnyGame, puzzle: Puzzle) -> Position:
    return Position(game, state_of(game, puzzle), puzzle.seat, puzzle.seats, puzzle.source)


def _answers(game: AnyGame, puzzle: Puzzle) -> Sequence[Any]:
    return [move_of(game, move) for move in (puzzle.best.move, *puzzle.same)]
