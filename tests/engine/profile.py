"""How many random games the contract suite plays: a few fixed ones in every run, or many new ones at night."""

import os
import secrets
from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, seed, settings

GAMES = int(os.environ.get("CONTRACT_GAMES") or 0)  # per case, in the long profile; 0 selects the short one
if GAMES:  # in the environment, so that child processes use the same
    os.environ["CONTRACT_SEED"] = os.environ.get("CONTRACT_SEED") or str(secrets.randbelow(10**9))
SEED = os.environ.get("CONTRACT_SEED", "")
REPEAT = f"make nightly GAMES={GAMES} SEED={SEED}" if GAMES else ""

_ALWAYS = settings(deadline=None, suppress_health_check=list(HealthCheck))


def random_games(short: int) -> Callable[[Any], Any]:
    """Mark a test of random games; it plays `short` of them, or GAMES in the long profile."""

    def mark(test: Any) -> Any:
        if GAMES:  # seeded by its name too: no two tests use the same games
            chosen = settings(_ALWAYS, max_examples=GAMES, derandomize=False, database=None)
            test = seed(crc32(f"{SEED} {test.__module__} {test.__name__}".encode()))(chosen(test))
        else:
            test = settings(_ALWAYS, max_examples=short, derandomize=True)(test)
        return pytest.mark.games(test)

    return mark
