"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for one observer.

Each iteration redeals the hidden cards and walks one tree by moves, so a node represents all worlds in which the
same moves were made. The legal moves of a seat differ between worlds; a move competes only where it is legal, and its
count of availability records that. Seats that choose at the same time each choose by their own counts, without knowing
the choices of the others.

Nodes widen slowly, the most promising moves first (`Knowledge.reduce`): there are far more moves than iterations.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.contract import Seat
from games.engine.play import imagine_play
from games.engine.search.estimate import expected_payoffs
from games.engine.search.knowledge import Payoffs, Strength
from games.engine.search.question import Question, Shares

_WIDTH = 2.0  # moves examined at a node: this many, times the square root of its visits
_TRUST = 2  # a look one ply deep counts as this many visits
_DEPTH = 40  # the maximum number of plies in a walk


class _Arm:
    """One move of one seat at one node."""

    __slots__ = ("available", "visits", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0  # visits of the node in which the move was possible
        self.worth = 0.0  # sum of the seat's payoffs

    def promise(self, curiosity: float) -> float:
        """The upper confidence bound; an arm that was never tried comes first."""
        if not self.visits:
            return math.inf
        spread = math.sqrt(math.log(self.available) / self.visits)
        return self.worth / self.visits + curiosity * spread


class _Node:
    """The positions after the same moves, in any world."""

    __slots__ = ("arms", "children", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[tuple[Seat, Any], _Arm] = {}
        self.children: dict[tuple[Any, ...], _Node] = {}


_Path = list[tuple[_Node, list[tuple[Seat, _Arm]]]]


class Tree:
    """The search for one move."""

    def __init__(self, question: Question, strength: Strength, looked: Shares) -> None:
        """`looked` are the moves to choose between, the most promising first, with their payoffs one ply deep."""
        self._question = question
        self._game = question.view.game
        self._strength = strength
        self._root = _Node()
        self._looked = looked
        self._choices = [move for move, _ in looked]
        for move, worth in looked:
            arm = self._root.arms[question.view.seat, move] = _Arm()
            arm.visits = arm.available = _TRUST
            arm.worth = _TRUST * worth

    def search(self, iterations: int) -> int:
        """Search until the iterations or the time are used up, and return the number of iterations made."""
        for made in range(iterations):
            if self._question.timer.is_up():
                return made
            self._iterate()
        return iterations

    def shares(self) -> Shares:
        """The moves with the share of the search that each got."""
        seat, arms = self._question.view.seat, self._root.arms
        visits = [(move, arms[seat, move].visits - _TRUST) for move in self._choices]
        whole = sum(count for _, count in visits) or 1
        return sorted(((move, count / whole) for move, count in visits), key=lambda share: -share[1])

    def worths(self) -> dict[Any, float]:
        """The mean payoff of each move's walks; 0 without a walk."""
        seat, arms = self._question.view.seat, self._root.arms
        found = [(move, arms[seat, move], worth) for move, worth in self._looked]
        return {
            move: (arm.worth - _TRUST * worth) / (arm.visits - _TRUST) if arm.visits > _TRUST else 0.0
            for move, arm, worth in found
        }

    def _iterate(self) -> None:
        state, path = self._walk(self._question.world())
        _learn(path, self._judge(state))

    def _walk(self, state: Any) -> tuple[Any, _Path]:
        """Walk down the tree to a node that was never visited; returns its state and the choices on the way."""
        node = self._root
        path: _Path = []
        while len(path) < _DEPTH and (asked := self._game.to_act(state)):
            chosen = [(seat, *self._choose(node, state, seat)) for seat in sorted(asked)]
            path.append((node, [(seat, arm) for seat, _, arm in chosen]))
            made = tuple((seat, move) for seat, move, _ in chosen)
            state = self._play(state, made)
            is_new = made not in node.children
            node = node.children.setdefault(made, _Node())
            if is_new:
                break
        return state, path

    def _choose(self, node: _Node, state: Any, seat: Seat) -> tuple[Any, _Arm]:
        if node is self._root and seat == self._question.view.seat:
            moves: Sequence[Any] = self._choices
        else:
            moves = self._question.options(state, seat)
        width = max(2, int(_WIDTH * math.sqrt(node.visits + 1)))
        arms = [(move, node.arms.setdefault((seat, move), _Arm())) for move in moves[:width]]
        for _, arm in arms:
            arm.available += 1
        curiosity = self._question.knowledge.curiosity
        return max(arms, key=lambda pair: pair[1].promise(curiosity))

    def _play(self, state: Any, made: Iterable[tuple[Seat, Any]]) -> Any:
        """The state after moves chosen at the same time; a move that another one makes impossible is skipped."""
        game, chance = self._game, self._question.chance
        for place, (seat, move) in enumerate(made):
            if place and (seat not in game.to_act(state) or not game.is_legal(state, seat, move)):
                continue
            state = imagine_play(game, state, seat, move, chance)
        return state

    def _judge(self, state: Any) -> Payoffs:
        """Play on for a while, then estimate."""
        return expected_payoffs(self._game, self._question.knowledge, state, self._question.chance)


def _learn(path: _Path, worth: Payoffs) -> None:
    for node, chosen in path:
        node.visits += 1
        for seat, arm in chosen:
            arm.visits += 1
            arm.worth += worth[seat]
