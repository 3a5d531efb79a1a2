"""`make mutants`: make small wrong changes, one at a time, and see whether a test goes red for each.

Fails for a survivor that tests/mutants/budget.toml does not list, and says what can be struck from there.
"""

import argparse
import json
import random
import resource
import secrets
import signal
import sys
import time
from itertools import islice
from operator import itemgetter

from tests.mutants.budget import Budget, load_budget, modules_in, rounds_for, sites_in
from tests.mutants.made import Mutant, Site
from tests.mutants.tree import BrokenTests, copied

MEMORY = 4 * 2**30  # bytes of addresses, for each process that runs tests


def main(arguments: list[str]) -> int:
    """Run what is asked for; returns the exit status."""
    asked = _parsed(arguments)
    budget = load_budget()
    try:
        modules = modules_in(asked.rooms)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    sites = sites_in(modules)
    chosen = _chosen(sites, budget, asked.sample, asked.seed)
    print(f"{len(chosen)} mutants from {len(sites)} places in {len(modules)} modules.", end=" ")
    print(f"The same again: SEED={asked.seed}", flush=True)
    lived: dict[Mutant, bool] = {}
    _prepare()
    try:
        _run(chosen, lived, rounds=1 if asked.own else 2)
    except KeyboardInterrupt:
        print(f"\nBroken off after {len(lived)} of {len(chosen)}.")
    except BrokenTests as error:
        print(f"These tests fail on what is unchanged: {error}", file=sys.stderr)
        return 2
    return report(budget, lived) or int(len(lived) < len(chosen))


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", help="packages or modules, as games/clock; all without any")
    parser.add_argument("--sample", default="40", help="how many mutants, or all")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000), help="which ones")
    parser.add_argument(
        "--own", action="store_true", help="only the tests of the mutant's own package: quick, but strict"
    )
    return parser.parse_args(arguments)


def _prepare() -> None:
    """End in order when told to, and let a mutant that collects without end fail before the machine does."""
    for sign in (signal.SIGINT, signal.SIGTERM):  # also where a shell has told to ignore the first
        signal.signal(sign, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _chosen(sites: list[Site], budget: Budget, sample: str, seed: int) -> list[Mutant]:
    """So many mutants as are asked for, if there are, in the order of their modules."""
    places = list(range(len(sites)))
    random.Random(seed).shuffle(places)
    made = ((place, sites[place].mutant()) for place in places)
    worth = ((place, mutant) for place, mutant in made if mutant is not None and budget.is_made(mutant))
    taken = islice(worth, None if sample == "all" else int(sample))
    return [mutant for _, mutant in sorted(taken, key=itemgetter(0))]


def _run(chosen: list[Mutant], lived: dict[Mutant, bool], *, rounds: int) -> None:
    with copied() as tree:
        for number, mutant in enumerate(chosen, 1):
            began = time.monotonic()
            lived[mutant] = tree.survives(mutant, rounds_for(mutant.module)[:rounds])
            end = "SURVIVED" if lived[mutant] else "noticed"
            seconds = time.monotonic() - began
            print(f"{number:>4} {end:<8} {seconds:4.0f} s  {mutant.module}  {mutant.name}", flush=True)


def report(budget: Budget, lived: dict[Mutant, bool]) -> int:
    """Say what is too much and what can be struck; returns the exit status."""
    new = [mutant for mutant, is_alive in lived.items() if is_alive and not budget.allows(mutant)]
    struck = [mutant for mutant, is_alive in lived.items() if not is_alive and budget.allows(mutant)]
    print(f"\n{sum(lived.values())} of {len(lived)} survived; {len(new)} of them are not in the budget.")
    for mutant in struck:
        print(f"Strike from the budget, it is noticed now: {mutant.module}  {mutant.name}")
    if struck:
        print(f"The total can be lowered from {budget.total} to {budget.total - len(struck)}.")
    for mutant in new:
        print(
            f"Write a test that notices this: {mutant.module}\n    {json.dumps(mutant.name, ensure_ascii=False)}"
        )
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
