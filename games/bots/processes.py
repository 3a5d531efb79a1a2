"""Bots think in child processes of the asking process, at the lowest priority.

There are `settings.THINKING_PROCESSES` of them; with 0, the asking process thinks. The asking process also makes the
moves, because a process with a table's lock must not wait for an idle core. The children import this module before
Django is set up, so it imports no models.
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
from games.engine.contract import Illegal
from games.engine.registry import AnyGame
from games.engine.search import Budget, estimate, think, view_of
from games.titles import TITLES

log = logging.getLogger(__name__)

PATIENCE = 5  # seconds beyond the thinking time, in case the children get no CPU time


@dataclass(frozen=True)
class Question:
    """A question to a bot. The full state stays in this process; the player code sees one seat's view (`view_of`)."""

    title: str
    version: int  # of the rules
    state: str  # JSON
    seat: int
    level: str
    ms: int  # thinking time
    seed: bytes  # for the bot's own random choices; never the table's seed


@dataclass(frozen=True)
class Answer:
    """A move as JSON, and the moves considered with the bot's confidence in each, highest first."""

    move: str
    considered: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class EstimateRequest:
    """A finished game's position, to be estimated for each seat from what it saw."""

    title: str
    version: int  # of the rules
    state: str  # JSON
    seats: int
    ms: int  # of CPU time, per seat
    ply: int  # seeds the random choices, so that the result is reproducible


def answer_to(question: Question) -> Answer:
    """The bot's answer, after about `question.ms`. Raises what the rules raise."""
    try:
        found: Answer = _run(answer_here, question, question.ms / 1000 + PATIENCE)
    except TimeoutError:  # the children got no core: choose a move here without thinking
        log.warning("no core is idle: a bot moves without thinking")
        return answer_here(replace(question, ms=0))
    return found


def estimates_of(request: EstimateRequest) -> list[int]:
    """Each seat's winning chance in percent. Raises what the rules raise, or TimeoutError."""
    found: list[int] = _run(_estimate, request, request.seats * request.ms / 1000 + PATIENCE)
    return found


def _run(work: Callable[[Any], Any], what: Any, seconds: float) -> Any:
    """The result of the work, done in a child or here. Raises TimeoutError if no core was free."""
    if not settings.THINKING_PROCESSES:
        return work(what)
    try:
        return _result(_submit(work, what), seconds)
    except BrokenProcessPool:  # a child was killed: try once more with new ones
        thinkers_restart()
        return _result(_submit(work, what), seconds)


def _result(asked: Future[Any], seconds: float) -> Any:
    """The result; an abandoned task is cancelled, so that it does not block others."""
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


def _estimate(request: EstimateRequest) -> list[int]:
    game = _game(request.title, request.version)
    state, knowledge = load_state(game, request.state), TITLES.knowledge(game)
    budget = Budget(ms=request.ms, clock=time.thread_time)
    shares = (
        estimate(game, knowledge, state, seat, budget=budget, chance=Chance(b"estimates", request.ply))
        for seat in range(request.seats)
    )
    return [round(100 * share) for share in shares]


def answer_here(question: Question) -> Answer:
    """The bot's answer, thought of in this process. Raises what the rules raise."""
    game = _game(question.title, question.version)
    view = view_of(game, load_state(game, question.state), question.seat)
    budget = Budget(ms=question.ms, clock=time.perf_counter)
    thought = think(view, TITLES.knowledge(game), question.level, budget, Chance(question.seed, 0))
    considered = tuple((dump_move(each.move), each.share) for each in thought.considered)
    return Answer(dump_move(thought.move), considered)


_lock = threading.Lock()
_children: ProcessPoolExecutor | None = None


def thinkers_start() -> None:
    """Start the first child in advance, because starting one takes as long as a move."""
    if settings.THINKING_PROCESSES:
        with _lock:
            _pool().submit(_ready)


def _submit(work: Callable[[Any], Any], what: Any) -> Future[Any]:
    with _lock:
        return _pool().submit(work, what)


def _pool() -> ProcessPoolExecutor:
    global _children
    if _children is None:
        # Spawned: a fork would copy locks that other threads hold.
        _children = ProcessPoolExecutor(settings.THINKING_PROCESSES, get_context("spawn"), _start_child)
    return _children


def thinkers_restart() -> None:
    """Discard the current children; the next question starts new ones."""
    global _children
    with _lock:
        broken, _children = _children, None
    if broken is not None:
        broken.shutdown(wait=False)


def _start_child() -> None:
    """Prepare a child: make it end with its parent, load all titles and decks, and lower its priority."""
    os.setpgid(0, 0)  # Ctrl-C reaches a whole process group, and the parent ends its children
    end_with_parent()
    import django  # noqa: PLC0415  # only in a child

    django.setup()
    for slug in TITLES:
        TITLES.knowledge(TITLES[slug])
    _lower_priority()


def _lower_priority() -> None:
    """Run only when a core is idle, permanently.

    Linux applies this only within a session or control group, so a child stays in its parent's group; a control
    group of its own must be idle as a whole (deploy/systemd/captain-thinker.service).
    """
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):  # not supported on this system
        os.nice(19)


def _ready() -> None:
    """Do nothing; the first task starts a child."""


def end_with_parent() -> None:
    """End this process when its parent ends: a killed parent can't stop its children, which would wait forever."""
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
