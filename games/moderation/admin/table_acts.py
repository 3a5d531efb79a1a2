"""What moderators can do at a table: the forms, and the services they call."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Seat, Table
from games.moderation.services import rewind, tables
from games.pages.admin import Act, ActForm
from games.tables.table_rules import is_playable

_PERMISSION = "games.moderate_table"


class HoldForm(ActForm):
    """Asks how long to hold a table."""

    days = forms.IntegerField(
        label=_("Days"), min_value=0, max_value=tables.PAUSE_DAYS[-1], initial=0,
        help_text=_("The game resumes automatically after this many days. 0: when a moderator resumes it."),
    )  # fmt: skip
    field_order = ("days", "reason")


class ExtendForm(ActForm):
    """Asks how many extra days to give."""

    days = forms.IntegerField(
        label=_("Extra days"), min_value=tables.MORE_DAYS[0], max_value=tables.MORE_DAYS[-1], initial=2
    )
    field_order = ("days", "reason")


class RewindForm(ActForm):
    """Asks for the first ply to take back. The rewind page shows the board and fills in the number."""

    ply = forms.IntegerField(
        label=_("First ply to take back"), min_value=0, max_value=1_000_000,
        help_text=_("See the numbers in the log. This ply and everything after it will be taken back."),
    )  # fmt: skip
    field_order = ("ply", "reason")


class SeatForm(ActForm):
    """Asks for one of the table's seats."""

    number = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    field_order = ("number", "name", "reason")

    def __init__(self, subject: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(subject, *args, **kwargs)
        self._choose(_seats_of(subject))

    def _choose(self, seats: list[Seat]) -> None:
        self.fields["number"].choices = [(seat.number, _seat_label(seat)) for seat in seats]  # type: ignore[attr-defined]

    def narrow(self, by: User) -> None:
        """Remove the seats for which the act is not possible."""
        self._choose([seat for seat in _seats_of(self.subject) if self.is_offered(seat)])

    def is_offered(self, seat: Seat) -> bool:
        """Whether the seat is still in the game."""
        return not seat.has_left


class AwaitedForm(SeatForm):
    """Asks for one of the seats that are to act."""

    def is_offered(self, seat: Seat) -> bool:
        """Whether the seat is to act now."""
        return seat.is_awaited


class OfferForm(SeatForm):
    """Asks for one of the seats that are not offered yet."""

    def is_offered(self, seat: Seat) -> bool:
        """Whether the seat is in the game and not offered yet."""
        return super().is_offered(seat) and not seat.is_offered


class ReplaceForm(SeatForm):
    """Asks for a seat, and for its new player."""

    name = forms.CharField(
        label=_("User name of the new player"), max_length=150,
        help_text=_("A player who never had a seat at this table and hasn't seen its secrets."),
    )  # fmt: skip


class FinishForm(ActForm):
    """Asks for the rank of each seat."""

    def __init__(self, subject: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(subject, *args, **kwargs)
        reason = self.fields.pop("reason")
        self.seats = _seats_of(subject)
        for seat in self.seats:
            label = _("Rank of seat %(seat)s") % {"seat": _seat_label(seat)}
            self.fields[f"rank_{seat.number}"] = forms.IntegerField(
                label=label, min_value=1, max_value=len(self.seats)
            )
        self.fields["reason"] = reason

    def clean(self) -> dict[str, Any]:
        """Collect the ranks in seat order."""
        data = super().clean() or {}
        return data | {"ranks": [data.get(f"rank_{seat.number}", 0) for seat in self.seats]}


def _seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("user").order_by("number"))


def _seat_label(seat: Seat) -> str:
    return f"{seat.number + 1}: {seat.user or '-'}"


def _is_going(table: Table) -> bool:
    return table.is_running and is_playable(table)


def _has_seat(table: Table, test: Callable[[Seat], bool]) -> bool:
    return _is_going(table) and any(test(seat) for seat in table.seats.all())


def _has_clock(seat: Seat) -> bool:
    return seat.is_awaited and (seat.deadline is not None or seat.remaining is not None)


def _can_rewind(table: Table) -> bool:
    is_played = table.is_running or table.is_finished
    return is_played and bool(table.state) and table.head is not None and is_playable(table)


ACTS = (
    Act(
        "hold", _("Pause"), _("Stops the game and its clocks until you resume it."), _PERMISSION,
        lambda by, table, data: tables.table_hold(by, table.pk, **data), HoldForm,
        lambda table: _is_going(table) and not table.is_held,
    ),
    Act(
        "go-on", _("Resume"), _("The clocks continue with the time that was left."), _PERMISSION,
        lambda by, table, data: tables.table_go_on(by, table.pk, **data), ActForm,
        lambda table: _is_going(table) and table.is_held,
    ),
    Act(
        "extend", _("More time"), _("Gives more time to everybody who has to move now."), _PERMISSION,
        lambda by, table, data: tables.table_extend(by, table.pk, **data), ExtendForm,
        lambda table: _has_seat(table, _has_clock),
    ),
    Act(
        "rewind", _("Rewind"),
        _("Returns the game to the position before a ply. Later moves stay in the log, crossed out. The players who "
          "had to move then get a fresh clock. A finished game resumes."),
        _PERMISSION,
        lambda by, table, data: rewind.table_rewind(by, table.pk, **data), RewindForm,
        _can_rewind,
    ),
    Act(
        "default", _("Play the safe move"),
        _("Plays the move that a time-out would play, for a seat that has to move now."),
        _PERMISSION, lambda by, table, data: tables.default_play(by, table.pk, **data), AwaitedForm,
        lambda table: _has_seat(table, lambda seat: seat.is_awaited),
    ),
    Act(
        "replace", _("Replace a player"),
        _("Gives the seat, with everything it knows, to another player. The current player can't come back."),
        _PERMISSION, lambda by, table, data: tables.seat_replace(by, table.pk, **data), ReplaceForm, _is_going,
    ),
    Act(
        "offer", _("Open a seat for takeover"),
        _("Others can take over the seat. If it has to move and nobody takes it over within two days, it leaves the "
          "game. Its player can take it back by moving."),
        _PERMISSION, lambda by, table, data: tables.seat_offer(by, table.pk, **data), OfferForm,
        lambda table: _has_seat(table, lambda seat: not seat.is_offered and not seat.has_left),
    ),
    Act(
        "finish", _("End with ranks"),
        _("Ends the game with the ranks that you enter. 1 is the best. Tied seats share a rank, and the next rank is "
          "skipped."),
        _PERMISSION,
        lambda by, table, data: tables.table_finish(by, table.pk, ranks=data["ranks"], reason=data["reason"]),
        FinishForm, _is_going,
    ),
    Act(
        "call-off", _("Call off"), _("Permanently closes the table without a result."), _PERMISSION,
        lambda by, table, data: tables.table_call_off(by, table.pk, **data), ActForm,
        lambda table: table.is_open or table.is_running,
    ),
)  # fmt: skip
