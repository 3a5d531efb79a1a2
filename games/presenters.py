"""The presenters of all titles by slug: one for all rules versions of a title."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from games.engine.presenter import Presenter
from games.titles import TITLES

__all__ = ["PRESENTERS"]


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


PRESENTERS: Mapping[str, Presenter] = _Presenters()
