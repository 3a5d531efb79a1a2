"""The presenters of all titles by slug: one per title, for all its rules versions."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from games.engine.presenter import Presenter
from games.titles import TITLES


class _Presenters(Mapping[str, Presenter]):
    """The PRESENTER of each title in order. Titles no longer installed are not listed, but still found by slug."""

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
    """A presenter with only a name, for the stopped tables of a title that is not installed."""
    return Presenter(
        name=slug, tagline="", credits="", options={}, reasons={}, board=lambda view, scene: {},
        prompt=lambda view, seat: "", sentence=lambda kind, facts, names: "",
    )  # fmt: skip


PRESENTERS: Mapping[str, Presenter] = _Presenters()
