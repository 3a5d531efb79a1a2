"""Who plays whom: Swiss pairing, the round robin of a pool, and the first round of a bracket. No database."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import networkx

NEAR = 12  # neighbours in the standings to choose an opponent from, at first
Pair = tuple[int, int | None]  # the first player and the second; None: a bye


@dataclass(frozen=True)
class Player:
    """What Swiss pairing needs to know about a player."""

    entry: int
    points: int  # in halves
    met: frozenset[int] = field(default_factory=frozenset)  # entries
    firsts: int = 0  # games as first player
    had_bye: bool = False
    avoids: frozenset[int] = field(default_factory=frozenset)  # entries of players on one side of a block


def swiss(players: Sequence[Player]) -> list[Pair]:
    """Pair players, best first: nobody meets twice, scores are as near as possible, and the last gets the bye.

    It is a matching of the most weight, found by networkx. If too many have met, some meet again; players who block
    each other meet only if there is no other way.
    """
    order = list(players)
    pairs: list[Pair] = []
    if len(order) % 2:
        bye = next((player for player in reversed(order) if not player.had_bye), order[-1])
        order.remove(bye)
        pairs.append((bye.entry, None))
    for near, may_meet_again in ((NEAR, False), (len(order), False), (len(order), True)):
        found = networkx.max_weight_matching(_graph(order, near, may_meet_again), maxcardinality=True)
        if 2 * len(found) == len(order):
            break
    places = sorted((min(pair), max(pair)) for pair in found)
    return [_seated(order[one], order[two]) for one, two in places] + pairs


def _graph(order: Sequence[Player], near: int, may_meet_again: bool) -> "networkx.Graph[int]":
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(order)))
    for one, player in enumerate(order):
        for two, other in enumerate(order[one + 1 : one + 1 + near], one + 1):
            has_met, is_blocked = other.entry in player.met, other.entry in player.avoids
            if may_meet_again or not (has_met or is_blocked):
                # Meeting again costs more than any difference of points, and a block more than that.
                weight = -((player.points - other.points) ** 2) - 10_000 * has_met - 1_000_000 * is_blocked
                graph.add_edge(one, two, weight=weight)
    return graph


def _seated(one: Player, two: Player) -> Pair:
    """The player who was first less often is first."""
    return (one.entry, two.entry) if one.firsts <= two.firsts else (two.entry, one.entry)


def round_robin(entries: Sequence[int], round_: int) -> list[Pair]:
    """The pairs of a round, from 1, by the circle method: everybody meets everybody once in `robin_rounds` rounds."""
    places: list[int | None] = [*entries, *([None] if len(entries) % 2 else [])]
    turn = (round_ - 1) % (len(places) - 1)
    fixed, others = places[0], places[1:]
    circle = [fixed, *others[turn:], *others[:turn]]
    half = len(circle) // 2
    pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [
        _robin_pair(one, two, is_turned=bool((round_ + place) % 2)) for place, (one, two) in enumerate(pairs)
    ]


def _robin_pair(one: int | None, two: int | None, *, is_turned: bool) -> Pair:
    if one is None or two is None:
        return (one if one is not None else two or 0, None)
    return (two, one) if is_turned else (one, two)


def robin_rounds(players: int) -> int:
    """The number of rounds in which everybody meets everybody."""
    return players - 1 + players % 2


def bracket(entries: Sequence[int]) -> list[Pair]:
    """The first round of a knock-out: the best seeds get byes, and could meet each other last."""
    order = [0]
    while len(order) < len(entries):
        order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return [(entries[one], entries[two] if two < len(entries) else None) for one, two in pairs]
