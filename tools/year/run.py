"""The year itself: visits, sweeps and crashes in chronological order."""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from random import Random

from games.web import tasks
from tools.year.endpoints import Endpoints, endpoints
from tools.year.machine import Machine, machine
from tools.year.members import Member, member_make
from tools.year.report import Report, report_of
from tools.year.visits import Club, table_open, visit, waiting
from tools.year.watch import Watch, next_due

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
# After a sweep that left work, such as a failure waiting for its retry.
_SWEEP_AGAIN = timedelta(seconds=30)
_FOR_GAMES = 0.85  # share of the year in which games start, so that most of them finish
_DOWN = range(2, 45)  # minutes after a crash
_QUERIES = 100  # a process is killed before this query at the latest


@dataclass(frozen=True)
class Plan:
    """The size of the club, and the start of its year."""

    people: int
    games: int
    weeks: int
    seed: int
    start: datetime

    @property
    def end(self) -> datetime:
        """The end of the year."""
        return self.start + self.weeks * WEEK


def year(plan: Plan, tell: Callable[[str], object]) -> Report:
    """Simulate the year; returns what happened. `tell` gets a line each week."""
    with machine(plan.start, plan.seed) as host, endpoints() as arrived:
        found = _Year(plan, host, arrived, tell)
        with found.watch.recording_errors():
            found.play()
        return report_of(plan, found.club, found.watch, arrived.posts)


@dataclass
class _Year:
    plan: Plan
    host: Machine
    arrived: Endpoints
    tell: Callable[[str], object]
    dice: Random = field(init=False)
    club: Club = field(init=False)
    watch: Watch = field(init=False)
    _ahead: list[tuple[datetime, int, Callable[[], object]]] = field(default_factory=list)
    _number: Iterator[int] = field(default_factory=count)
    _swept: datetime = field(init=False)

    def __post_init__(self) -> None:
        plan = self.plan
        self._swept = plan.start - DAY
        self.dice = Random(plan.seed)  # noqa: S311  # no secret
        members = [member_make(number, plan.start, plan.weeks, self.dice) for number in range(plan.people)]
        for number, member in enumerate(members):
            self.arrived.give_to(member.user, number)
        self.club = Club(self.host, members, self.dice)
        self.watch = Watch(self.host, self.club)

    def play(self) -> None:
        """Play until the year is over."""
        self._plan_all()
        while self._ahead and self._ahead[0][0] < self.plan.end:
            when, _number, act = heapq.heappop(self._ahead)
            self._sweep_until(when)
            self.host.go_to(when)
            act()
        self._sweep_until(self.plan.end)
        self.host.go_to(self.plan.end)
        tasks.replay_scan()
        self.watch.look()

    def _schedule(self, when: datetime, act: Callable[[], object]) -> None:
        heapq.heappush(self._ahead, (when, next(self._number), act))

    def _plan_all(self) -> None:
        plan, dice = self.plan, self.dice
        seconds = round(plan.weeks * WEEK.total_seconds())
        for member in self.club.members:
            self._next_visit(member, plan.start)
        for _each in range(plan.games):
            self._schedule(
                plan.start + timedelta(seconds=dice.randrange(round(seconds * _FOR_GAMES))), self._open
            )
        for week in range(plan.weeks):
            begin = plan.start + week * WEEK
            self._schedule(
                begin + timedelta(seconds=dice.randrange(round(WEEK.total_seconds()))), self._crash
            )
            self._schedule(begin + WEEK - timedelta(seconds=1), self._week_over)
        for day in range(plan.weeks * 7):
            self._schedule(plan.start + day * DAY + timedelta(hours=3, minutes=17), self._run_daily_tasks)

    def _open(self) -> None:
        if self.host.now < self.host.down_until:
            self._schedule(self.host.down_until, self._open)
        else:
            table_open(self.club, self.dice.choice(self.club.members))

    def _next_visit(self, member: Member, after: datetime) -> None:
        self._schedule(member.next_look(after, self.dice), partial(self._visit, member))

    def _visit(self, member: Member) -> None:
        if self.host.now >= self.host.down_until:  # otherwise the member sees an error and tries again later
            visit(self.club, member)
        self._next_visit(member, self.host.now)

    def _crash(self) -> None:
        """Kill a process while a member plays, or during a sweep."""
        dice, seed, due = self.dice, self.dice.random(), next_due()
        busy = [each for each in self.club.members if waiting(each.user)]
        is_sweep, queries = due is not None and dice.random() < 0.4, dice.randrange(5, _QUERIES)
        if not busy:  # a crash of an idle site proves nothing
            self._schedule(self.host.now + timedelta(hours=5), self._crash)
            return
        if is_sweep and due is not None and due < self.host.now + timedelta(days=1):
            self.host.go_to(due)
        member = dice.choice(busy)

        def work() -> None:
            dice.seed(seed)
            member.forgets = 0.0
            tasks.sweep() if is_sweep else visit(self.club, member)

        is_killed = self.host.crash(work, queries, timedelta(minutes=dice.choice(_DOWN)))
        self.watch.record_crash(is_killed=is_killed)

    def _run_daily_tasks(self) -> None:
        """Run the tasks that beat runs once a day or less."""
        for task in (tasks.sessions_end, tasks.notices_end, tasks.logs_end, tasks.hourly_stats):
            task()

    def _week_over(self) -> None:
        tasks.replay_scan()
        self.watch.look()
        self.tell(self.watch.line())

    def _sweep_until(self, when: datetime) -> None:
        """Sweep whenever something is due before `when`. Retry work that a sweep leaves at growing intervals."""
        pause, last = _SWEEP_AGAIN, None
        while (due := next_due()) is not None:
            pause = min(pause * 2, timedelta(hours=1)) if due == last else _SWEEP_AGAIN
            moment = max(due, self._swept + pause, self.host.down_until)
            if moment >= when:
                return
            self.host.go_to(moment)
            with self.watch.sweeping():
                tasks.sweep()
            self._swept, last = self.host.now, due
