"""A position to try, in a lesson or a puzzle: its board without a table, its page, and the posts from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.engine.contract import EngineError, Facts, Malformed, Seat
from games.engine.kit.plain import suggestion_of
from games.engine.lesson import Ply
from games.engine.presenter import Names, Presenter, Scene, Suggestion, Tally, Text
from games.engine.registry import AnyGame
from games.errors import ChangedMeanwhile, IllegalMove, MalformedInput, TableError
from games.pages.blocks import render_blocks
from games.pages.rate_limit import check_rate_limit, limit_subject
from games.pages.responses import add_retry_after

MOVES_AT_ONCE = 20  # per post


@dataclass(frozen=True)
class TableStandIn:
    """A substitute for a table in a title's templates: its links lead back to the page with the board."""

    title: str
    here: str = ""  # the address of that page

    def get_absolute_url(self) -> str:
        """The address that the board's links begin with."""
        return self.here


@dataclass(frozen=True)
class ExerciseBoard:
    """A position as one seat sees it, with the plies made on the page."""

    game: AnyGame
    presenter: Presenter
    seats: int
    you: Seat
    state: Any  # the complete state; the properties below show only what the seat may know
    plies: tuple[Ply, ...] = ()
    goes_on: bool = True  # whether the reader may move

    @cached_property
    def view(self) -> Any:
        """The observation of the reader's seat."""
        return self.game.observe(self.state, self.you)

    @cached_property
    def names(self) -> Names:
        """The names of the reader and the opponents. They are fixed, so that no user name appears."""
        others = iter(
            (_("Bosun"), _("Pilot"), _("Cook"), _("Gunner"), _("Surgeon"), _("Purser"), _("Cooper"))
        )
        return tuple(_("Cadet") if seat == self.you else next(others) for seat in range(self.seats))

    @cached_property
    def ended(self) -> Text:
        """Why the game ended; empty while it runs, or if the latest events say so."""
        outcome = self.game.outcome(self.state)
        reason = self.presenter.reasons[outcome.reason] if outcome else ""
        return "" if str(reason) in " ".join(self.happened) else reason

    def scene(self, choice: Mapping[str, str]) -> Scene:
        """What the presenter needs to draw the board. The opponents' replies are news and may be highlighted."""
        told = [(ply.seat, self._facts(ply)) for ply in self.plies]
        legal = self.game.legal_moves(self.state, self.you) if self.goes_on else ()
        order = dict.fromkeys(ply.seat for ply in reversed(self.plies))
        return Scene(
            self.you, self.names, legal, choice, self.seats, is_asked=self.goes_on,
            since=tuple(each for _seat, facts in told[self._own + 1 :] for each in facts), is_quick=True,
            latest=tuple((seat, dict(told)[seat]) for seat in order), is_final=lambda move: False,
        )  # fmt: skip

    @cached_property
    def happened(self) -> tuple[str, ...]:
        """The reader's latest move and the opponents' replies, in words."""
        plies = self.plies[max(self._own, 0) :]
        told = ([self.presenter.sentence(*each, self.names) for each in self._facts(ply)] for ply in plies)
        return tuple(filter(None, (" ".join(filter(None, map(str, sentences))) for sentences in told)))

    @cached_property
    def tallies(self) -> tuple[tuple[str, tuple[Tally, ...], bool], ...]:
        """The name and tallies of each seat, and whether it is the reader's."""
        tell = self.presenter.tallies
        return tuple((name, tell(self.view, seat), seat == self.you) for seat, name in enumerate(self.names))

    def advice_on(self, move: Any) -> Suggestion:
        """A move as advice: the title's suggestion, or the label of its plain button."""
        return suggestion_of(self.presenter, self.view, self.scene({}), move)

    @cached_property
    def _own(self) -> int:
        """The index of the reader's latest ply; -1 if there is none."""
        mine = [number for number, ply in enumerate(self.plies) if ply.seat == self.you]
        return mine[-1] if mine else -1

    def _facts(self, ply: Ply) -> tuple[tuple[str, Facts], ...]:
        """The events of a ply, as far as the reader's seat may know them now."""
        return tuple((event.type, self.game.recall(self.state, self.you, event)) for event in ply.events)


@dataclass(frozen=True)
class Exercise:
    """The page of one lesson or puzzle."""

    kind: str  # "lesson" or "puzzle": the name of its URL, of its rate limit and of its template
    slug: str  # of the title
    number: int
    # The page after the moves tried so far, with the choices in the query
    page_of: Callable[[Mapping[str, str]], Any]
    act: Callable[[], None]  # does what the POST asks for; raises TableError without changing anything
    context_of: Callable[[Any], dict[str, Any]]  # what else the template needs

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The response: the page, or after a POST that succeeds a redirect to it."""
        if request.method != "POST":
            return self._page(request, request.GET.dict())
        try:
            check_rate_limit(limit_subject(request), self.kind)
            self.act()
        except TableError as error:
            return add_retry_after(
                self._page(request, {}, status=error.status, problem=error.sentence), error
            )
        return redirect(f"{self._here}#asked")

    @property
    def _here(self) -> str:
        return reverse(self.kind, args=[self.slug, self.number])

    def _page(
        self,
        request: HttpRequest,
        choice: Mapping[str, str],
        *,
        status: int = 200,
        problem: str | Promise = "",
    ) -> HttpResponse:
        page = self.page_of(choice)
        context = {
            "page": page, "table": TableStandIn(self.slug, self._here), "board": page.board, "problem": problem,
            "is_choosing": bool(choice) and bool(page.board.get("asked")), **self.context_of(page),
        }  # fmt: skip
        return render_blocks(request, f"{self.kind}s/{self.kind}.html", context, status=status)


@contextmanager
def moves_checked() -> Iterator[None]:
    """Turn errors of the rules, about posted moves, into errors for the reader."""
    try:
        yield
    except Malformed as error:
        raise MalformedInput from error
    except EngineError as error:
        raise IllegalMove from error


def moves_in(request: HttpRequest) -> list[str]:
    """The posted moves as JSON: one from a button, or several. Raises MalformedInput unless there is at least one."""
    moves = [request.POST["move"]] if "move" in request.POST else request.POST.getlist("moves")
    if not 0 < len(moves) <= MOVES_AT_ONCE:
        raise MalformedInput
    return moves


def is_repeat(moves: Sequence[str], made: int, tried: Sequence[str], *, gone_on: str | Promise) -> bool:
    """Whether exactly these moves were made from that page. Raises ChangedMeanwhile(gone_on) if the page is old."""
    if made == len(tried):
        return False
    if tuple(moves) == tuple(tried[made:]):
        return True
    raise ChangedMeanwhile(gone_on)
