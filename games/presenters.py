"""The presenters of all titles by slug."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from games.engine.presenter import Presenter
from games.titles import TITLES

__all__ = ["PRESENTERS"]


class _Presenters(Mapping[str, Presenter]):
    """What each title's package offers as `PRESENTER` in its `presenter`, in the order of the titles."""

    def __getitem__(self, slug: str) -> Presenter:
        if slug not in TITLES:
            raise KeyError(slug)
        return _presenter_in(TITLES.home(slug))

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)


@cache
def _presenter_in(package: str) -> Presenter:
    found: Presenter = import_module(f"{package}.presenter").PRESENTER
    return found


PRESENTERS: Mapping[str, Presenter] = _Presenters()
