"""Statistics of many self-play games, and the goals of CE-3 to compare them with: see `balance`."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from games.engine.contract import Outcome
from games.titles.captn_eli.cards import CARDS, RARITIES, CardId
from tools.match import interval, percentile

DUEL = (0.4, 0.6)  # goal for one starter against another
_SHARES = {
    "character": (0.42, 0.58),
    "vehicle": (0.38, 0.62),
    "location": (0.38, 0.62),
    "gadget": (0.38, 0.62),
}


class Result(NamedTuple):
    """One game: its squads, outcome and number of plies."""

    squads: tuple[frozenset[CardId], ...]  # only originals, because further copies are the same card
    outcome: Outcome
    plies: int


class Measure(NamedTuple):
    """A share with a goal."""

    name: str
    share: float
    games: int  # sample size, or number of squads
    goal: tuple[float, float]

    @property
    def miss(self) -> float:
        """Distance from the goal; negative within it."""
        return max(self.goal[0] - self.share, self.share - self.goal[1])

    def line(self, note: str = "") -> str:
        """The share with its interval. An asterisk marks a missed goal."""
        low, high = interval(self.share, self.games)
        told = f"{self.name:<44} {self.share:6.1%} {'*' if self.miss > 0 else ' '} ({low:5.1%} to {high:5.1%}"
        return f"{told} of {self.games}, goal {self.goal[0]:.0%}-{self.goal[1]:.0%}) {note}".rstrip()


class Tally:
    """Counts over many games."""

    def __init__(self) -> None:
        self.games = 0
        self.plies: list[float] = []
        self.first = 0.0  # points of seat 0: 1 for a win, 0.5 for a draw
        self.draws = 0
        self.reasons: Counter[str] = Counter()
        self.squads: Counter[CardId] = Counter()
        self.points: Counter[CardId] = Counter()  # in half points

    def add(self, result: Result) -> None:
        """Count a game, and each squad for its cards."""
        ranks = result.outcome.ranks
        self.games += 1
        self.plies.append(result.plies)
        self.reasons[result.outcome.reason] += 1
        self.draws += ranks[0] == ranks[1]
        self.first += halves(ranks, 0) / 2
        for seat, squad in enumerate(result.squads):
            self.squads.update(squad)
            self.points.update({card: halves(ranks, seat) for card in squad})

    def share(self, *cards: CardId) -> float | None:
        """The share of points of these cards together, 0 to 1; None if nobody played them."""
        count = sum(self.squads[card] for card in cards)
        return sum(self.points[card] for card in cards) / 2 / count if count else None


def halves(ranks: tuple[int, ...], seat: int) -> int:
    """2 for a win, 1 for a draw, 0 for a loss."""
    return 1 + (ranks[1 - seat] > ranks[seat]) - (ranks[1 - seat] < ranks[seat])


def measures(tally: Tally, cards: str = "all") -> list[Measure]:
    """All measures with a goal: first the games', then each card's, or each rarity's in sealed play."""
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
    """The lines of one player's table."""
    median = percentile(tally.plies, 0.5)
    yield f"{tally.games} games, median {median:.0f} plies{'' if 40 <= median <= 90 else ' *'} (goal 40-90)"
    yield from (measure.line() for measure in measures(tally, cards))
    yield "ended by: " + ", ".join(f"{reason} {count}" for reason, count in tally.reasons.most_common())


def worst(tallies: dict[str, Tally], cards: str = "all") -> Iterator[str]:
    """For each measure, the figure furthest from its goal, and its player."""
    found: dict[str, tuple[Measure, str]] = {}
    for player, tally in tallies.items():
        for measure in measures(tally, cards):
            if measure.name not in found or measure.miss > found[measure.name][0].miss:
                found[measure.name] = measure, player
    yield from (measure.line(player) for measure, player in found.values())
