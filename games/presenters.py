"""The presenters of all titles by slug, and of their older rules versions."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.engine.presenter import Presenter
from games.engine.registry import AnyGame
from games.titles import TITLES

__all__ = ["PRESENTERS", "presenter_of"]


class _Presenters(Mapping[str, Presenter]):
    """What each title's package offers as `PRESENTER` in its `presenter`, in the order of the titles.

    A title that is not installed any more is found by its slug, too, though it is not among them: tables of it remain.
    """

    def __getitem__(self, slug: str) -> Presenter:
        return _presenter_in(TITLES.home(slug)) if slug in TITLES else _gone(slug)

    def __contains__(self, slug: object) -> bool:
        return slug in TITLES

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)


@cache
def _presenter_in(package: str) -> Presenter:
    found: Presenter = import_module(f"{package}.presenter").PRESENTER
    return found


def _gone(slug: str) -> Presenter:
    """The name of a title that is not installed, and no words of it: its tables are stopped."""
    return Presenter(
        name=slug, tagline="", credits="", options={}, reasons={}, board=lambda view, scene: {},
        prompt=lambda view, seat: "", sentence=lambda kind, facts, names: "",
    )  # fmt: skip


@cache
def _has_own(package: str) -> bool:
    return find_spec(f"{package}.presenter") is not None


def presenter_of(game: AnyGame) -> Presenter:
    """What puts this rules version into words: its own presenter, or if it has none that of its title."""
    home = TITLES.version_home(game.slug, game.rules_version)
    return _presenter_in(home) if _has_own(home) else PRESENTERS[game.slug]


PRESENTERS: Mapping[str, Presenter] = _Presenters()
