"""Where bots think: in this process, or in others beside it, which give way to everything else.

A worker of the queue `thinking` is a process for nothing else, so it thinks by itself. Where the whole site is one
process, thinking happens in children of it (`settings.THINKING_PROCESSES`), or pages would have to wait.

This module is imported by the children before Django is set up: it imports no models.
"""

import os
import signal
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process

from django.conf import settings

from games.engine.chance import Chance
from games.engine.codec import dump_move, load_state
from games.engine.errors import Illegal
from games.engine.search import Budget, generic_knowledge, think, view_of
from games.titles import TITLES

__all__ = ["Answer", "Question", "answer_to"]

NICENESS = 10  # of a process that only thinks


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


def answer_to(question: Question) -> Answer:
    """Think, wherever that is to be done; takes about `question.ms`. Raises what the rules raise."""
    if not settings.THINKING_PROCESSES:
        return _thought(question)
    try:
        return _asked(question).result()
    except BrokenProcessPool:  # somebody killed a child: once more, with new ones
        _renew()
        return _asked(question).result()


def _thought(question: Question) -> Answer:
    game = TITLES.game_of(question.title, question.version)
    if game is None:
        raise Illegal(f"{question.title} is not played by rules {question.version}")
    view = view_of(game, load_state(game, question.state), question.seat)
    budget = Budget(ms=question.ms, clock=time.perf_counter)
    is_present = game is TITLES[question.title]
    knowledge = (
        TITLES.knowledge(question.title) if is_present else generic_knowledge(game)
    )  # of its own states
    thought = think(view, knowledge, question.level, budget, Chance(question.seed, 0))
    considered = tuple((dump_move(each.move), each.share) for each in thought.considered)
    return Answer(dump_move(thought.move), considered)


_lock = threading.Lock()
_children: ProcessPoolExecutor | None = None


def _asked(question: Question) -> Future[Answer]:
    global _children
    with _lock:
        if _children is None:
            # Spawned: a fork would copy locks that other threads hold.
            _children = ProcessPoolExecutor(settings.THINKING_PROCESSES, get_context("spawn"), _begin)
        return _children.submit(_thought, question)


def _renew() -> None:
    global _children
    with _lock:
        broken, _children = _children, None
    if broken is not None:
        broken.shutdown(wait=False)


def _begin() -> None:
    """Settle in a child: give way to others, end with the parent, and know all titles and decks."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the parent ends its children
    threading.Thread(target=_end_with_parent, daemon=True).start()
    import django  # noqa: PLC0415  # only in a child

    django.setup()


def _end_with_parent() -> None:
    """A parent that is killed cannot end its children, which would wait for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
