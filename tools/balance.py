"""Self-play that measures the cards against the goals of CE-3.

    python -m tools.balance                      # all three players, 2,000 games each
    python -m tools.balance --player search --games 400
    python -m tools.balance --cards sealed       # the worth of rarities
    python -m tools.balance --starters           # the starter squads against each other
    python -m tools.balance --processes 2        # parallel games; default: one per core

The same player plays both seats with random squads. A share is (wins + half the draws) / games. Each figure has its 95%
interval; the worst of several players counts. A game depends only on its number, so the number of processes doesn't
change the output.

So far, only the search player's games have been completed with this command, with the figures below, because the
captain's take hours. We chose the cards with a copy of the rules and the three players in another language, which makes
the same random draws. We compared games 0 to 59 of search, 0 to 19 of keeper, 0 to 3 of the captain, and sealed games 0
to 19 of search: each ended as with this command, after the same number of plies. These are the copy's figures for games
0 to 1,999 of each player, which nobody had looked at before we chose the cards:

- search: becalmed 24.0% (22.2-25.9), draws 2.9%, first seat 48.3% (46.1-50.5), median 69 plies
- keeper: becalmed 22.9% (21.2-24.8), draws 2.6%, first seat 47.8% (45.6-50.0), median 87 plies
- captain: becalmed 18.8% (17.1-20.5), draws 2.7%, first seat 48.0% (45.8-50.2), median 81 plies

Of the 108 shares of cards, from about 400 squads each (plus or minus five points), one misses its goal: Void
Lieutenant, with 59.9% by the captain.

Sealed games, super rare cards: 54.8% by search and 56.1% by keeper (games 2,000 to 9,999, 2,200 squads, plus or minus
two points), 51.0% by the captain (games 0 to 1,999, 547 squads, plus or minus four points); goal 52-56%. By search and
keeper in games 0 to 1,999: 51.1% and 55.2%. At most 24.1% of sealed games were becalmed, by search.

Of the ten pairs of starters (400 games, 200 by the captain), two figures of thirty miss their goal: hive beats
lighthouse by 62.8% with search, broadside beats home-guard by 62.5% with the captain.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.engine import play
from games.engine.chance import Chance
from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import STARTERS, CardId, original_of
from games.titles.captn_eli.state import Squad
from tools.measures import DUEL, Measure, Result, Tally, halves, report, worst
from tools.players import ITERATIONS, PLAYERS, Player, captain

_CHOICES = 1_000_000  # number of a chance stream that no ply of a game uses
MEASURING: dict[str, Player] = {  # the players used for measuring
    "search": PLAYERS["search"],
    "keeper": PLAYERS["keeper"],
    "captain": captain,
}
PAIRS = tuple(combinations(STARTERS, 2))
_Squads: TypeAlias = tuple[tuple[CardId, ...], ...]
_Tell: TypeAlias = Callable[[int, int], None]  # (number of finished games, number of all games)


class RunOptions(NamedTuple):
    """The number of processes, and the callback after each game."""

    processes: int
    tell: _Tell


def play_game(player: Player, number: int, *, cards: str = "all", squads: _Squads | None = None) -> Result:
    """Play one game between two copies of a player, with these or random squads; `number` determines all chance."""
    seed = number.to_bytes(8, "big")
    chooser = Chance(seed, _CHOICES)
    state = play.setup(GAME, 2, {"cards": cards}, seed).state
    ply = 0
    while asked := sorted(GAME.to_act(state)):
        seat = asked[0]
        given = squads is not None and state.phase == "squads"
        move = Squad(squads[seat]) if given and squads else player(state, seat, chooser)
        state = play.play(GAME, state, seat, move, Chance(seed, ply)).state
        ply += 1
    outcome = GAME.outcome(state)
    if outcome is None:
        raise RuntimeError("Nobody is to move, but the game is not over")
    return Result(
        tuple(frozenset(original_of(card) for card in squad) for squad in state.squads), outcome, ply
    )


def tally_games(player: Player, numbers: Sequence[int], cards: str, run: RunOptions) -> Tally:
    """Tally the games with these numbers."""
    tally = Tally()
    for result in _results(partial(play_game, player, cards=cards), numbers, run):
        tally.add(result)
    return tally


def duels(player: Player, games: int, run: RunOptions) -> list[Measure]:
    """For each pair of starters, the share of the first one, which starts every other game."""
    points = [0] * len(PAIRS)
    numbers = range(len(PAIRS) * games)
    for number, result in enumerate(_results(partial(_duel, player, games), numbers, run)):
        points[number // games] += halves(result.outcome.ranks, number % games % 2)
    return [
        Measure(f"{first} against {second}", won / 2 / games, games, DUEL)
        for (first, second), won in zip(PAIRS, points, strict=True)
    ]


def _duel(player: Player, games: int, number: int) -> Result:
    """Play game `number`. Each pair has `games` games, one pair after another."""
    first, second = PAIRS[number // games]
    sides = (STARTERS[first], STARTERS[second])
    return play_game(player, number, squads=sides[::-1] if number % games % 2 else sides)


def _results(play_one: Callable[[int], Result], numbers: Sequence[int], run: RunOptions) -> Iterator[Result]:
    """Yield the results in the order of the games' numbers, no matter which process finishes first."""
    if run.processes == 1:
        yield from _with_progress(map(play_one, numbers), len(numbers), run.tell)
        return
    with ProcessPoolExecutor(run.processes) as pool:
        yield from _with_progress(pool.map(play_one, numbers), len(numbers), run.tell)


def _with_progress(results: Iterable[Result], of: int, tell: _Tell) -> Iterator[Result]:
    for done, result in enumerate(results, start=1):
        tell(done, of)
        yield result


def _progress(name: str) -> _Tell:
    """A progress bar on the terminal, one line per player."""

    def tell(done: int, of: int) -> None:
        bar = "#" * (30 * done // of)
        sys.stderr.write(f"\r{name:<8} [{bar:<30}] {done}/{of}" + ("\n" if done == of else ""))
        sys.stderr.flush()

    return tell


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _compare(players: dict[str, Player], numbers: Sequence[int], cards: str, processes: int) -> None:
    """Measure the players one after another, and print each result at once."""
    tallies: dict[str, Tally] = {}
    for name, player in players.items():
        tallies[name] = tally_games(player, numbers, cards, RunOptions(processes, _progress(name)))
        _say([f"{name}:", *report(tallies[name], cards), ""])
    if len(tallies) > 1:
        _say(["the worst:", *worst(tallies, cards)])


def main(arguments: list[str] | None = None) -> None:
    """Parse the arguments, play, and print the results."""
    chosen = _parser().parse_args(arguments)
    thinker: Player = partial(captain, iterations=chosen.iterations)
    everybody = {**PLAYERS, **MEASURING, "captain": thinker}
    players = {name: everybody[name] for name in ([chosen.player] if chosen.player else MEASURING)}
    games, processes = max(1, chosen.games), max(1, chosen.processes)
    if not chosen.starters:
        _compare(players, range(chosen.start, chosen.start + games), chosen.cards, processes)
        return
    for name, player in players.items():
        found = duels(player, games, RunOptions(processes, _progress(name)))
        _say([f"{name}:", *(measure.line() for measure in found)])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure the cards of Capt'n Eli by self-play.")
    add = parser.add_argument
    add("--games", type=int, default=2000, help="of each player, or of each pair of starters")
    add("--player", choices=sorted({*MEASURING, *PLAYERS}), help="one alone; default: the three that count")
    add("--cards", choices=("all", "sealed"), default="all")
    add("--starters", action="store_true", help="measure the starter squads in place of the cards")
    add("--iterations", type=int, default=ITERATIONS, help="of a captain's thought")
    add("--from", type=int, default=0, dest="start", help="number of the first game")
    add("--processes", type=int, default=os.cpu_count() or 1, help="default: one for each core")
    return parser


if __name__ == "__main__":
    main()
