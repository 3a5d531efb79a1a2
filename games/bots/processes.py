"""Where bots think: in children of the process that is asked, which give way to everything else.

There are `settings.THINKING_PROCESSES` of them. The process itself posts the moves: what holds the lock of a table must
not have to wait for an idle core. With 0 it thinks by itself.

This module is imported by the children before Django is set up: it imports no models.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context, parent_process
from typing import Any

from django.conf import settings

from games.engine.chance import Chance
from games.engine.codec import dump_move, load_state
from games.engine.errors import Illegal
from games.engine.registry import AnyGame
from games.engine.search import Budget, estimate, think, view_of
from games.titles import TITLES

__all__ = ["PATIENCE", "Answer", "Looked", "Question", "answer_to", "estimates_of", "thinkers_start"]

log = logging.getLogger(__name__)

PATIENCE = 5  # seconds, beyond the time to think, that others may take the cores from the children


@dataclass(frozen=True)
class Question:
    """What a bot is asked. The state stays on the server; a player gets the view of its seat alone (`view_of`)."""

    title: str
    version: int  # of the rules
    state: str  # JSON
    seat: int
    level: str
    ms: int  # to think
    seed: bytes  # of the bot's own chance: never the table's


@dataclass(frozen=True)
class Answer:
    """A move as JSON, and the moves that were considered with how sure the bot is of each, the surest first."""

    move: str
    considered: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Looked:
    """A position of a game that is over, to be judged as each of its seats saw it."""

    title: str
    version: int  # of the rules
    state: str  # JSON
    seats: int
    ms: int  # of CPU, for each seat
    ply: int  # which makes the chance of this look: always the same


def answer_to(question: Question) -> Answer:
    """Think, wherever that is to be done; takes about `question.ms`. Raises what the rules raise."""
    try:
        found: Answer = _done(_thought, question, question.ms / 1000 + PATIENCE)
    except (
        TimeoutError
    ):  # where others leave no core to the children, the first look of this process has to do
        log.warning("no core is idle: a bot moves without thinking")
        return _thought(replace(question, ms=0))
    return found


def estimates_of(looked: Looked) -> list[int]:
    """What a captain on each seat would expect there, in percent. Raises what the rules raise, or TimeoutError."""
    found: list[int] = _done(_estimated, looked, looked.seats * looked.ms / 1000 + PATIENCE)
    return found


def _done(work: Callable[[Any], Any], what: Any, seconds: float) -> Any:
    """What comes out of some work, done wherever that is to be done; raises TimeoutError if no core was idle."""
    if not settings.THINKING_PROCESSES:
        return work(what)
    try:
        return _result(_asked(work, what), seconds)
    except BrokenProcessPool:  # somebody killed a child: once more, with new ones
        thinkers_renew()
        return _result(_asked(work, what), seconds)


def _result(asked: Future[Any], seconds: float) -> Any:
    """What comes out; what nobody waits for any longer does not keep others waiting."""
    try:
        return asked.result(seconds)
    except TimeoutError:
        asked.cancel()
        raise


def _game(title: str, version: int) -> AnyGame:
    game = TITLES.game_of(title, version)
    if game is None:
        raise Illegal(f"{title} is not played by rules {version}")
    return game


def _estimated(looked: Looked) -> list[int]:
    game = _game(looked.title, looked.version)
    state, knowledge = load_state(game, looked.state), TITLES.knowledge(game)
    budget = Budget(ms=looked.ms, clock=time.thread_time)
    shares = (
        estimate(game, knowledge, state, seat, budget=budget, chance=Chance(b"estimates", looked.ply))
        for seat in range(looked.seats)
    )
    return [round(100 * share) for share in shares]


def _thought(question: Question) -> Answer:
    game = _game(question.title, question.version)
    view = view_of(game, load_state(game, question.state), question.seat)
    budget = Budget(ms=question.ms, clock=time.perf_counter)
    thought = think(view, TITLES.knowledge(game), question.level, budget, Chance(question.seed, 0))
    considered = tuple((dump_move(each.move), each.share) for each in thought.considered)
    return Answer(dump_move(thought.move), considered)


_lock = threading.Lock()
_children: ProcessPoolExecutor | None = None


def thinkers_start() -> None:
    """Have the first child ready before it is asked: to start one takes as long as a thought."""
    if settings.THINKING_PROCESSES:
        with _lock:
            _pool().submit(_ready)


def _asked(work: Callable[[Any], Any], what: Any) -> Future[Any]:
    with _lock:
        return _pool().submit(work, what)


def _pool() -> ProcessPoolExecutor:
    global _children
    if _children is None:
        # Spawned: a fork would copy locks that other threads hold.
        _children = ProcessPoolExecutor(settings.THINKING_PROCESSES, get_context("spawn"), _begin)
    return _children


def thinkers_renew() -> None:
    """Give up the present children; the next question starts new ones."""
    global _children
    with _lock:
        broken, _children = _children, None
    if broken is not None:
        broken.shutdown(wait=False)


def _begin() -> None:
    """Settle in a child: end with the parent, know all titles and decks, and then give way to others."""
    os.setpgid(0, 0)  # Ctrl-C goes to all of a group, and the parent ends its children
    threading.Thread(target=_end_with_parent, daemon=True).start()
    import django  # noqa: PLC0415  # only in a child

    django.setup()
    for slug in TITLES:
        TITLES.knowledge(TITLES[slug])
    _give_way()


def _give_way() -> None:
    """Run only where nobody else wants the core, for good.

    Linux looks at that within one session or control group alone, so a child stays in that of its parent; a control
    group of its own has to be idle as a whole (deploy/systemd/captain-thinker.service).
    """
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):  # not on this system
        os.nice(19)


def _ready() -> None:
    """What is asked first, so that a child begins."""


def _end_with_parent() -> None:
    """A parent that is killed cannot end its children, which would wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
