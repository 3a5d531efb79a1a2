"""Self-play that measures the cards against the goals of CE-3.

    python -m games.titles.captn_eli.balance --games 2000 --player search

Both seats choose random squads and are played by the same player. A share is (wins + half the draws) / games.
With that command, which is also what it does without arguments (three plies, some ten minutes), every goal is met:
first seat 50.9%, draws 2.6%, becalmed 40.4%, characters 43.4-55.9%, supports 38.5-64.9%. A share of a card comes
from about 400 squads, so another 2,000 games may well move it by five points.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from games.engine import play
from games.engine.chance import Chance
from games.engine.contract import Outcome
from games.titles.captn_eli import GAME
from games.titles.captn_eli.bots import DEPTH, PLAYERS, WORLDS, Player, search
from games.titles.captn_eli.cards import CARDS, ORIGINAL, CardId

__all__ = ["Result", "Tally", "main", "played", "report"]

_CHOICES = 1_000_000  # a stream of chance that no ply of a game uses


class Result(NamedTuple):
    """One game: the squads that met, how it ended, and after how many plies."""

    squads: tuple[frozenset[CardId], ...]  # originals only: further copies are the same card
    outcome: Outcome
    plies: int


class Tally:
    """Counts of many games."""

    def __init__(self) -> None:
        self.games = 0
        self.plies = 0
        self.first = 0.0  # points of seat 0: 1 for a win, a half for a draw
        self.draws = 0
        self.reasons: Counter[str] = Counter()
        self.squads: Counter[CardId] = Counter()
        self.points: Counter[CardId] = Counter()  # in halves

    def add(self, result: Result) -> None:
        """Count one more game, each squad in it for its cards."""
        ranks = result.outcome.ranks
        self.games += 1
        self.plies += result.plies
        self.reasons[result.outcome.reason] += 1
        self.draws += ranks[0] == ranks[1]
        self.first += _halves(ranks, 0) / 2
        for seat, squad in enumerate(result.squads):
            self.squads.update(squad)
            self.points.update({card: _halves(ranks, seat) for card in squad})

    def share(self, card: CardId) -> float | None:
        """The card's share of the points, 0 to 1; None if nobody played it."""
        return self.points[card] / 2 / self.squads[card] if self.squads[card] else None


def _halves(ranks: tuple[int, ...], seat: int) -> int:
    """2 for a win, 1 for a draw, 0 for a loss."""
    return 1 + (ranks[1 - seat] > ranks[seat]) - (ranks[1 - seat] < ranks[seat])


def played(player: Player, number: int) -> Result:
    """One game between two of the same player; the number decides all chance in it."""
    seed = number.to_bytes(8, "big")
    chooser = Chance(seed, _CHOICES)
    state = play.setup(GAME, 2, {"cards": "all"}, seed).state
    ply = 0
    while asked := sorted(GAME.to_act(state)):
        move = player(state, asked[0], chooser)
        state = play.play(GAME, state, asked[0], move, Chance(seed, ply)).state
        ply += 1
    outcome = GAME.outcome(state)
    if outcome is None:
        raise RuntimeError("Nobody is to move, but the game is not over")
    return Result(tuple(frozenset(ORIGINAL[card] for card in squad) for squad in state.squads), outcome, ply)


def report(tally: Tally) -> Iterator[str]:
    """The table, line by line; an asterisk marks a share outside its goal."""
    yield f"{tally.games} games, {tally.plies / tally.games:.0f} plies each on average"
    yield _line("first seat", tally.first / tally.games, (0.47, 0.53))
    yield _line("draws", tally.draws / tally.games, (0.0, 0.08))
    yield _line("becalmed", tally.reasons["becalmed"] / tally.games, (0.0, 0.5))
    yield "ended by: " + ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())
    for card in CARDS.values():
        goal = (0.42, 0.58) if card.type == "character" else (0.35, 0.65)
        share = tally.share(card.id)
        if share is not None:
            name = f"{card.type:<10} {card.name} {card.c}/{card.d} {' '.join(card.keywords)}"
            yield f"{_line(name, share, goal)} in {tally.squads[card.id]} squads"


def _line(name: str, share: float, goal: tuple[float, float]) -> str:
    mark = " " if goal[0] <= share <= goal[1] else "*"
    return f"{name:<48} {share:6.1%} {mark} (goal {goal[0]:.0%}-{goal[1]:.0%})"


def tallied(player: Player, numbers: Iterable[int], tell: Callable[[str], None] = lambda _: None) -> Tally:
    """The games of these numbers; `tell` is called after every hundredth."""
    tally = Tally()
    for number in numbers:
        tally.add(played(player, number))
        if tally.games % 100 == 0:
            tell(f"{tally.games} games")
    return tally


def _progress(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def main(arguments: list[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Measure the cards of Capt'n Eli by self-play.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--player", choices=sorted(PLAYERS), default="search")
    parser.add_argument("--depth", type=int, default=DEPTH, help="plies that `search` looks ahead")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="deals that `search` thinks about")
    parser.add_argument("--from", type=int, default=0, dest="start", help="number of the first game")
    chosen = parser.parse_args(arguments)
    player = PLAYERS[chosen.player]
    if chosen.player == "search":
        player = partial(search, depth=chosen.depth, worlds=chosen.worlds)
    numbers = range(chosen.start, chosen.start + max(1, chosen.games))
    tally = tallied(player, numbers, _progress)
    for line in report(tally):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
