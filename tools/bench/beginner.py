"""A simulated beginner for measuring the deckhand: it knows the rules and sees the table, but nothing else.

    python -m tools.bench.beginner captivate 100 [number of the first game]

It tries each move in one imagined world and counts what a beginner would: points, ships, cards. It plays any of the
best moves, avoids passes, and takes a visible win. It shares nothing with the deckhand: no evaluation, no move
filter, no card values.
"""

import sys
from collections.abc import Callable
from typing import Any

from games.engine import play
from games.engine.chance import SETUP, Chance
from games.engine.codec import load_options
from games.engine.contract import Seat
from games.engine.search import Budget, View, think, view_of
from games.titles import TITLES
from games.titles.captivate.ending import value_of
from games.titles.cardline.deck import bundled
from games.titles.cardline.rules import slots_of
from games.titles.nautilus.rounds import scores_of
from games.titles.nautilus.scoring import ROWS, count_row, row_of
from tools.match import interval

_STREAM = 2_000_000  # first chance stream of the bots' thoughts, separate from the game's
_ERROR = 0.3  # largest error of a guess at a hero's rank, as a share of the deck
_TRIED = 60  # legal moves to try, at most


def _captured_value(state: Any, seat: Seat) -> float:
    return value_of(state.piles[seat]) + (value_of(state.set_aside) if seat == state.seat else 0)


def _ships_ahead(state: Any, seat: Seat) -> float:
    afloat = [sum(ship is not None for ship in ships) for ships in state.ships]
    return 2 * afloat[seat] - sum(afloat)


def _cards_beaten(state: Any, seat: Seat) -> float:
    return len(state.removed[1 - seat]) - len(state.removed[seat])


def _points(state: Any, seat: Seat) -> float:
    """Points, pictures that match in a row, and chips."""
    board = state.boards[seat]
    counts = [count_row(board, row) for row in range(1, ROWS + 1)]
    matched = sum(match.chip is not None for count in counts for match in count.matches)
    chips = sum(chip is not None for row in range(1, ROWS + 1) for chip in row_of(board, row))
    return scores_of(state)[seat] + 5 * matched + chips


NAIVE: dict[str, Callable[[Any, Seat], float]] = {
    "captivate": _captured_value,
    "cannonades": _ships_ahead,
    "captn-eli": _cards_beaten,
    "nautilus": _points,
}


def beginner(view: View[Any, Any], chance: Chance) -> Any:
    """A random one of the moves with the highest count."""
    if view.game.slug == "cardline":
        return _guess(view, chance)
    world = view.imagine(chance)
    if not view.moves:
        return view.game.sample_move(world, view.seat, chance) if view.game.sample_move else view.default
    is_pass = TITLES.knowledge(view.game).is_pass
    moves = [move for move in view.moves if not is_pass(move)] or view.moves
    counted = {move: _count_after(view, world, move, chance) for move in chance.shuffled(moves)[:_TRIED]}
    return max(counted, key=counted.__getitem__)


def _count_after(view: View[Any, Any], world: Any, move: Any, chance: Chance) -> float:
    state = view.game.apply(world, view.seat, move, chance).state
    outcome = view.game.outcome(state)
    if outcome is not None:
        return 1000.0 if outcome.ranks[view.seat] == 1 else -1000.0
    return NAIVE[view.game.slug](state, view.seat)


def _guess(view: View[Any, Any], chance: Chance) -> Any:
    """For Cardline: place a random card where the beginner believes it belongs, which never changes."""
    state = view.imagine(chance)
    ranked = sorted(bundled(), key=lambda card: card.value(state.trait))
    place = {card.id: at / len(ranked) for at, card in enumerate(ranked)}
    card = chance.pick(state.hands[view.seat])
    error = Chance(f"a beginner's idea of {card.id}".encode(), SETUP).below(2001) / 1000 - 1
    at = min(len(ranked) - 1, max(0, round((place[card.id] + _ERROR * error) * len(ranked))))
    slot = slots_of(state.line, ranked[at].value(state.trait))[0]
    return next(move for move in view.moves if move.card == card.id and move.slot == slot)


def deckhand_share(slug: str, number: int) -> float:
    """The deckhand's share of first place in one game with two seats."""
    game, seed, deckhand = TITLES.game(slug), number.to_bytes(8, "big"), number % 2
    state = play.setup(game, 2, load_options(game, {}), seed).state
    ply = 0
    while asked := sorted(game.to_act(state)):
        view, chance = view_of(game, state, asked[0]), Chance(seed, _STREAM + ply)
        if asked[0] == deckhand:
            move = think(view, TITLES.knowledge(TITLES[slug]), "deckhand", Budget(), chance).move
        else:
            move = beginner(view, chance)
        state = play.play(game, state, asked[0], move, Chance(seed, ply)).state
        ply += 1
    outcome = game.outcome(state)
    assert outcome is not None
    return 1 / outcome.ranks.count(1) if outcome.ranks[deckhand] == 1 else 0.0


def main(slug: str, games: int = 100, start: int = 0) -> None:
    """Play the games and print the result."""
    share = sum(deckhand_share(slug, number) for number in range(start, start + games)) / games
    low, high = interval(share, games)
    sys.stdout.write(
        f"{slug}, {games} games: deckhand against a beginner {share:.1%} ({low:.1%} to {high:.1%})\n"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
