"""Self-play that measures the cards against the goals of CE-3.

    python -m games.titles.captn_eli.balance                      # all three players, 2,000 games each
    python -m games.titles.captn_eli.balance --player search --games 400
    python -m games.titles.captn_eli.balance --cards sealed       # what rarities are worth
    python -m games.titles.captn_eli.balance --starters           # the starter squads against each other

Both seats choose random squads and are played by the same player. A share is (wins + half the draws) / games. Each
figure is told with its 95% interval; of several players the worst counts.

Nobody has run it to its end yet for rules version 3: it takes hours. The cards were chosen by the same three players
written anew in another language for speed, which agreed with these rules move by move. These are the figures of that
copy, with 95% intervals, none of them by this command:

- search, 4,000 games: becalmed 23.4% (22.2-24.8), draws 2.5% (2.0-3.0), first seat 49.2% (47.6-50.7), median 70 plies
- keeper, 2,000 games: becalmed 21.1% (19.4-22.9), draws 2.5% (1.9-3.2), first seat 51.7% (49.5-53.9), median 87 plies
- captain, 500 games: becalmed 29.4% (25.6-33.5), draws 4.2% (2.8-6.3), first seat 48.5% (44.1-52.9), median 92 plies

Of search and keeper these miss their goals, the worse figure told: Void Lieutenant 41.0% (37.7-44.4), Hydron 41.8%
(36.9-46.9), Frogman Diaz 59.4% (55.8-62.8). Every support card lies within 41-62%. Of the captain's figures becalmed
and the median miss, and, of some 110 squads each: Torpedo Skiff 69.7% (60.5-77.6), Bathysphere 67.7% (59.2-75.1),
Capt'n Eli 65.5% (55.9-74.0), Kelp Maze 31.3% (24.1-39.6), Sargasso 36.5% (27.5-46.4), Grapple 37.7% (30.5-45.6) and
Barnacle Jo 38.6% (29.7-48.4).

Of sealed games search played 4,000: super rare cards have 52.0% (49.2-54.9). Of starters it played 400 games a pair:
at most 63.6% (58.8-68.2), lighthouse against sea-fog; four pairs of ten miss their goal.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from games.engine import play
from games.engine.chance import Chance
from games.engine.contract import Outcome
from games.engine.figures import interval, percentile
from games.titles.captn_eli import GAME
from games.titles.captn_eli.bots import PLAYERS, Player
from games.titles.captn_eli.captain import ITERATIONS, captain
from games.titles.captn_eli.cards import CARDS, ORIGINAL, RARITIES, CardId
from games.titles.captn_eli.squads import STARTERS
from games.titles.captn_eli.state import Squad

__all__ = [
    "DUEL",
    "MEASURING",
    "Measure",
    "Result",
    "Tally",
    "duels",
    "main",
    "measures",
    "played",
    "report",
    "worst",
]

_CHOICES = 1_000_000  # a stream of chance that no ply of a game uses
MEASURING: dict[str, Player] = {  # the players that count
    "search": PLAYERS["search"],
    "keeper": PLAYERS["keeper"],
    "captain": captain,
}
DUEL = (0.4, 0.6)  # the goal of one starter against another
_Squads = tuple[tuple[CardId, ...], ...]
_SHARES = {
    "character": (0.42, 0.58),
    "vehicle": (0.38, 0.62),
    "location": (0.38, 0.62),
    "gadget": (0.38, 0.62),
}


class Result(NamedTuple):
    """One game: the squads that met, how it ended, and after how many plies."""

    squads: tuple[frozenset[CardId], ...]  # originals only: further copies are the same card
    outcome: Outcome
    plies: int


class Measure(NamedTuple):
    """A share that has a goal."""

    name: str
    share: float
    games: int  # or squads, that it comes from
    goal: tuple[float, float]

    @property
    def miss(self) -> float:
        """How far beyond the goal it lies; below 0 within it, the nearer to its bounds the greater."""
        return max(self.goal[0] - self.share, self.share - self.goal[1])

    def line(self, note: str = "") -> str:
        """The share with its interval; an asterisk marks one outside its goal."""
        low, high = interval(self.share, self.games)
        told = f"{self.name:<44} {self.share:6.1%} {'*' if self.miss > 0 else ' '} ({low:5.1%} to {high:5.1%}"
        return f"{told} of {self.games}, goal {self.goal[0]:.0%}-{self.goal[1]:.0%}) {note}".rstrip()


class Tally:
    """Counts of many games."""

    def __init__(self) -> None:
        self.games = 0
        self.plies: list[float] = []
        self.first = 0.0  # points of seat 0: 1 for a win, a half for a draw
        self.draws = 0
        self.reasons: Counter[str] = Counter()
        self.squads: Counter[CardId] = Counter()
        self.points: Counter[CardId] = Counter()  # in halves

    def add(self, result: Result) -> None:
        """Count one more game, each squad in it for its cards."""
        ranks = result.outcome.ranks
        self.games += 1
        self.plies.append(result.plies)
        self.reasons[result.outcome.reason] += 1
        self.draws += ranks[0] == ranks[1]
        self.first += _halves(ranks, 0) / 2
        for seat, squad in enumerate(result.squads):
            self.squads.update(squad)
            self.points.update({card: _halves(ranks, seat) for card in squad})

    def share(self, *cards: CardId) -> float | None:
        """The share of the points of these cards together, 0 to 1; None if nobody played them."""
        count = sum(self.squads[card] for card in cards)
        return sum(self.points[card] for card in cards) / 2 / count if count else None


def _halves(ranks: tuple[int, ...], seat: int) -> int:
    """2 for a win, 1 for a draw, 0 for a loss."""
    return 1 + (ranks[1 - seat] > ranks[seat]) - (ranks[1 - seat] < ranks[seat])


def played(player: Player, number: int, *, cards: str = "all", squads: _Squads | None = None) -> Result:
    """One game between two of the same player, with these squads or random ones; the number decides all chance."""
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
    return Result(tuple(frozenset(ORIGINAL[card] for card in squad) for squad in state.squads), outcome, ply)


def measures(tally: Tally, cards: str = "all") -> list[Measure]:
    """What has a goal, first of the games, then of each card, or of each rarity where pools are dealt."""
    games = tally.games
    found = [
        Measure("first seat", tally.first / games, games, (0.47, 0.53)),
        Measure("draws", tally.draws / games, games, (0.0, 0.05)),
        Measure("becalmed", tally.reasons["becalmed"] / games, games, (0.0, 0.25)),
    ]
    return [*found, *(_of_rarities(tally) if cards == "sealed" else _of_cards(tally))]


def _of_cards(tally: Tally) -> Iterator[Measure]:
    for card in CARDS.values():
        if (share := tally.share(card.id)) is not None:
            name = f"{card.type:<10} {card.name} {card.c}/{card.d} {' '.join(card.keywords)}"
            yield Measure(name, share, tally.squads[card.id], _SHARES[card.type])


def _of_rarities(tally: Tally) -> Iterator[Measure]:
    for rarity in RARITIES:
        cards = [card.id for card in CARDS.values() if card.rarity == rarity]
        if (share := tally.share(*cards)) is not None:
            goal = (0.52, 0.56) if rarity == "super-rare" else (0.42, 0.58)
            yield Measure(rarity, share, sum(tally.squads[card] for card in cards), goal)


def report(tally: Tally, cards: str = "all") -> Iterator[str]:
    """The table of one player, line by line."""
    median = percentile(tally.plies, 0.5)
    yield f"{tally.games} games, median {median:.0f} plies{'' if 40 <= median <= 90 else ' *'} (goal 40-90)"
    yield from (measure.line() for measure in measures(tally, cards))
    yield "ended by: " + ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())


def worst(tallies: dict[str, Tally], cards: str = "all") -> Iterator[str]:
    """Of every measure the figure that is farthest from its goal, and the player that shows it."""
    found: dict[str, tuple[Measure, str]] = {}
    for player, tally in tallies.items():
        for measure in measures(tally, cards):
            if measure.name not in found or measure.miss > found[measure.name][0].miss:
                found[measure.name] = measure, player
    yield from (measure.line(player) for measure, player in found.values())


def duels(player: Player, games: int, tell: Callable[[int, int], None]) -> list[Measure]:
    """The share of the first of every two starter squads, which begins every second game."""
    found = []
    pairs = list(combinations(STARTERS, 2))
    for number, (first, second) in enumerate(pairs):
        points = 0
        for game in range(games):
            sides = (STARTERS[first], STARTERS[second])
            result = played(player, number * games + game, squads=sides[::-1] if game % 2 else sides)
            points += _halves(result.outcome.ranks, game % 2)
            tell(number * games + game + 1, len(pairs) * games)
        found.append(Measure(f"{first} against {second}", points / 2 / games, games, DUEL))
    return found


def tallied(
    player: Player,
    numbers: Sequence[int],
    cards: str = "all",
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> Tally:
    """The games of these numbers; `tell` is called after each with how many are done, and of how many."""
    tally = Tally()
    for number in numbers:
        tally.add(played(player, number, cards=cards))
        tell(tally.games, len(numbers))
    return tally


def _progress(name: str) -> Callable[[int, int], None]:
    """A bar on the terminal, one line for each player."""

    def tell(done: int, of: int) -> None:
        bar = "#" * (30 * done // of)
        sys.stderr.write(f"\r{name:<8} [{bar:<30}] {done}/{of}" + ("\n" if done == of else ""))
        sys.stderr.flush()

    return tell


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _compare(players: dict[str, Player], numbers: Sequence[int], cards: str) -> None:
    """Measure the players one after the other; each is told as soon as it is done."""
    tallies: dict[str, Tally] = {}
    for name, player in players.items():
        tallies[name] = tallied(player, numbers, cards, _progress(name))
        _say([f"{name}:", *report(tallies[name], cards), ""])
    if len(tallies) > 1:
        _say(["the worst:", *worst(tallies, cards)])


def main(arguments: list[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Measure the cards of Capt'n Eli by self-play.")
    parser.add_argument("--games", type=int, default=2000, help="of each player, or of each pair of starters")
    parser.add_argument(
        "--player", choices=sorted({*MEASURING, *PLAYERS}), help="one alone; default: the three that count"
    )
    parser.add_argument("--cards", choices=("all", "sealed"), default="all")
    parser.add_argument(
        "--starters", action="store_true", help="measure the starter squads in place of the cards"
    )
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help="of a captain's thought")
    parser.add_argument("--from", type=int, default=0, dest="start", help="number of the first game")
    chosen = parser.parse_args(arguments)
    everybody: dict[str, Player] = {
        **PLAYERS,
        **MEASURING,
        "captain": partial(captain, iterations=chosen.iterations),
    }
    players = {name: everybody[name] for name in ([chosen.player] if chosen.player else MEASURING)}
    games = max(1, chosen.games)
    if not chosen.starters:
        return _compare(players, range(chosen.start, chosen.start + games), chosen.cards)
    for name, player in players.items():
        _say([f"{name}:", *(measure.line() for measure in duels(player, games, _progress(name)))])
    return None


if __name__ == "__main__":
    main()
