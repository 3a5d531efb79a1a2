"""`make mutants`: make small wrong changes, one at a time, and see whether a test goes red for each.

Goes on where the last run ended. Fails for a module with more survivors than tests/mutants/budget.toml allows.
"""

import argparse
import json
import os
import queue
import random
import resource
import secrets
import signal
import sys
import threading
import time
from dataclasses import dataclass, field

from tests.mutants.bench import Bench, bench
from tests.mutants.budget import FILE, ROOMS, Budget, Measure, load_budget, modules_in, sites_in
from tests.mutants.lines import Lines, measured
from tests.mutants.made import Mutant
from tests.mutants.patch import needs_import
from tests.mutants.results import Results
from tests.mutants.tree import ROOT, BrokenTests

MEMORY = 4 * 2**30  # bytes of addresses, for each process that runs tests


@dataclass
class Run:
    """What is known of each mutant that was asked for, and what is left to try."""

    results: Results
    lines: Lines
    sources: dict[str, str]  # of modules, by path
    ends: dict[Mutant, bool | None] = field(default_factory=dict)  # whether it survived; None while untried
    left: queue.SimpleQueue[Mutant] = field(default_factory=queue.SimpleQueue)
    broken: list[str] = field(default_factory=list)

    def tests_for(self, mutant: Mutant) -> dict[str, float]:
        """Tests that could notice it, with their seconds."""
        return self.lines.tests_for(mutant, self.sources[mutant.module])

    def look_up(self, mutant: Mutant) -> None:
        """Take what an earlier run found."""
        source, files = self.sources[mutant.module], self.lines.files
        self.ends[mutant] = self.results.ended(mutant, source, files, self.tests_for(mutant))

    def keep(self, mutant: Mutant, tests: list[str], by: list[str]) -> None:
        """Note how it ended, for this run and later ones."""
        self.results.keep(mutant, self.sources[mutant.module], self.lines.files, tests, by)
        self.ends[mutant] = not by


def main(arguments: list[str]) -> int:
    """Run what is asked for; returns the exit status."""
    asked = _parsed(arguments)
    _prepare()
    budget = load_budget()
    try:
        modules = modules_in(asked.rooms)
        run = _known(modules, budget, measured(modules_in(), anew=asked.measure))
    except (ValueError, BrokenTests) as error:
        print(error, file=sys.stderr)
        return 2
    chosen = _chosen(run, asked.sample, asked.seed)
    tried = sum(end is not None for end in run.ends.values())
    print(
        f"{len(run.ends)} mutants in {len(modules)} modules, {tried} tried before, {len(chosen)} now.",
        flush=True,
    )
    _try(run, chosen, min(asked.jobs, len(chosen)))
    if run.broken:
        print(f"The tests cannot be run: {run.broken[0]}", file=sys.stderr)
        return 2
    if asked.record:
        budget = budget.lowered(measures(run.ends))
        FILE.write_text(budget.text(), encoding="utf-8")
    return report(budget, run.ends, is_shown=asked.show)


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "rooms", nargs="*", help=f"modules or packages of {', '.join(ROOMS)}; all without any"
    )
    parser.add_argument("--sample", default="all", help="how many mutants that were not tried yet, or all")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000), help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at the same time")
    parser.add_argument("--measure", action="store_true", help="forget which lines tests go through")
    parser.add_argument("--show", action="store_true", help="name all survivors, also those of the budget")
    parser.add_argument(
        "--record", action="store_true", help="write what was found to the budget, where it is less"
    )
    return parser.parse_args(arguments)


def _prepare() -> None:
    """End in order when told to, and let a mutant that collects without end fail before the machine does."""
    for sign in (signal.SIGINT, signal.SIGTERM):  # also where a shell has told to ignore the first
        signal.signal(sign, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _known(modules: list[str], budget: Budget, lines: Lines) -> Run:
    """All mutants of the modules, with what is known of each."""
    sources = {module: (ROOT / module).read_text(encoding="utf-8") for module in modules}
    run = Run(Results(), lines, sources)
    for site in sites_in(modules):
        mutant = site.mutant()
        if mutant is not None and budget.is_made(mutant):
            run.look_up(mutant)
    return run


def _chosen(run: Run, sample: str, seed: int) -> list[Mutant]:
    """So many mutants that are not tried yet, if there are; those that take long come last."""
    untried = [mutant for mutant, end in run.ends.items() if end is None]
    if sample != "all":
        untried = random.Random(seed).sample(untried, min(int(sample), len(untried)))
    return sorted(untried, key=lambda mutant: needs_import(run.sources[mutant.module], mutant.source))


def _try(run: Run, chosen: list[Mutant], jobs: int) -> None:
    """Try mutants, some at the same time; what is broken off keeps what was found."""
    for mutant in chosen:
        run.left.put(mutant)
    working = [threading.Thread(target=_work, args=(run,), daemon=True) for _ in range(jobs)]
    for each in working:
        each.start()
    try:
        for each in working:
            each.join()
    except KeyboardInterrupt:
        print("\nBroken off; the next run goes on here.", flush=True)
        while not run.left.empty():
            run.left.get()
        for each in working:
            each.join()


def _work(run: Run) -> None:
    try:
        with bench() as ready:
            while not run.left.empty():
                _try_one(run, ready, run.left.get(timeout=1))
    except queue.Empty:
        return  # another one was quicker
    except BrokenTests as error:
        run.broken.append(str(error))


def _try_one(run: Run, ready: Bench, mutant: Mutant) -> None:
    began, tests = time.monotonic(), run.tests_for(mutant)
    by = ready.noticed_by(mutant, tests) if tests else []
    run.keep(mutant, list(tests), by)
    end = "noticed" if by else "SURVIVED"
    took = f"{time.monotonic() - began:5.1f} s {len(tests):>4} tests"
    print(f"{end:<8} {took}  {mutant.module}  {mutant.name}", flush=True)


def measures(ends: dict[Mutant, bool | None]) -> dict[str, Measure]:
    """How many mutants there are, were tried, and survived, by module."""
    found: dict[str, Measure] = {}
    for mutant, end in ends.items():
        mutants, tried, survivors = found.get(mutant.module, Measure(0, 0, 0))
        found[mutant.module] = Measure(mutants + 1, tried + (end is not None), survivors + (end is True))
    return found


def report(budget: Budget, ends: dict[Mutant, bool | None], *, is_shown: bool = False) -> int:
    """Say which modules have too many survivors, and which have fewer than allowed; returns the exit status."""
    found = {module: each for module, each in measures(ends).items() if each.tried}
    tried, survivors = (
        sum(getattr(each, column) for each in found.values()) for column in ("tried", "survivors")
    )
    print(f"\n{survivors} of {tried} survived, in {len(found)} modules.")
    for module, each in found.items():
        said = _judged(each, budget.measures.get(module))
        if said:
            print(f"{module}: {each.survivors} of {each.tried} survived; {said}")
        if is_shown or _is_over(each, budget.measures.get(module)):
            _name_survivors(module, ends)
    return int(any(_is_over(each, budget.measures.get(module)) for module, each in found.items()))


def _is_over(found: Measure, allowed: Measure | None) -> bool:
    return found.survivors > (allowed.survivors if allowed else 0)


def _judged(found: Measure, allowed: Measure | None) -> str:
    if allowed is None:
        return "it was never measured. Write tests, and record the rest with ARGS=--record."
    if allowed.tried < min(allowed.mutants, found.tried):
        return f"the budget knows {allowed.survivors} of {allowed.tried}. Record more with ARGS=--record."
    if _is_over(found, allowed):
        return f"the budget allows {allowed.survivors}. Write a test that notices one of these:"
    if found.survivors < allowed.survivors and found.tried == found.mutants:
        return f"lower the budget from {allowed.survivors}, with ARGS=--record."
    return ""


def _name_survivors(module: str, ends: dict[Mutant, bool | None]) -> None:
    for mutant, end in ends.items():
        if mutant.module == module and end:
            print(f"    {json.dumps(mutant.name, ensure_ascii=False)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
