"""The cards and numbers of a title as a value, so that the same rules can use another one.

A title that supports this has a `Ruleset`, a frozen dataclass. Its states and observations have it as the class
variable `ruleset`: it is not stored with them, and every function that gets a state or an observation can read it.
"""

from dataclasses import replace
from functools import cache, partial
from typing import Any, TypeVar, cast

import msgspec

from games.engine.contract import Game

__all__ = ["class_with", "with_ruleset"]

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


def class_with(base: type[S], ruleset: Any) -> type[S]:
    """The class of states or observations with this ruleset; `base` is the class with the current one."""
    present: Any = base
    return base if ruleset is present.ruleset else cast("type[S]", _class_with(base, ruleset))


@cache
def _class_with(base: type[msgspec.Struct], ruleset: Any) -> type[msgspec.Struct]:
    return msgspec.defstruct(base.__name__, (), bases=(base,), namespace={"ruleset": ruleset}, frozen=True)


def with_ruleset(game: Game[S, M], rules_version: int, ruleset: Any) -> Game[S, M]:
    """The rules version that differs from `game` only by its ruleset; its `setup` takes the class of its states."""
    state_type, setup = class_with(game.state_type, ruleset), cast(Any, game.setup)
    return replace(
        game, rules_version=rules_version, state_type=state_type, setup=partial(setup, state_type=state_type)
    )
