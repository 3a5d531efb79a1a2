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
        help_text=_("After so many days it goes on by itself; 0: when a moderator lets it go on."),
    )  # fmt: skip
    field_order = ("days", "reason")


class ExtendForm(ActForm):
    """Asks how many extra days to give."""

    days = forms.IntegerField(
        label=_("Days more"), min_value=tables.MORE_DAYS[0], max_value=tables.MORE_DAYS[-1], initial=2
    )
    field_order = ("days", "reason")


class RewindForm(ActForm):
    """Asks for the first ply to take back. The rewind page shows the board and fills in the number."""

    ply = forms.IntegerField(
        label=_("First ply to take back"), min_value=0, max_value=1_000_000,
        help_text=_("Its number stands before it in the log. It and all that came after it is taken back."),
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
        help_text=_("Somebody who has never had a seat at this table, nor looked at its secrets."),
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
        "hold", _("Pause"), _("Nobody plays at the table and no clock runs, till it goes on."), _PERMISSION,
        lambda by, table, data: tables.table_hold(by, table.pk, **data), HoldForm,
        lambda table: _is_going(table) and not table.is_held,
    ),
    Act(
        "go-on", _("Let it go on"), _("The clocks go on with the time that was left."), _PERMISSION,
        lambda by, table, data: tables.table_go_on(by, table.pk, **data), ActForm,
        lambda table: _is_going(table) and table.is_held,
    ),
    Act(
        "extend", _("More time"), _("All who are asked now get more time for it."), _PERMISSION,
        lambda by, table, data: tables.table_extend(by, table.pk, **data), ExtendForm,
        lambda table: _has_seat(table, _has_clock),
    ),
    Act(
        "rewind", _("Rewind"),
        _("The game goes back to before a ply. What is taken back stays in the log, struck out; whoever is to act "
          "then is asked anew, with a fresh clock. A game that was over runs again."),
        _PERMISSION,
        lambda by, table, data: rewind.table_rewind(by, table.pk, **data), RewindForm,
        _can_rewind,
    ),
    Act(
        "default", _("Play the safe move"),
        _("What a time-out would play is played for a seat that is asked now."),
        _PERMISSION, lambda by, table, data: tables.default_play(by, table.pk, **data), AwaitedForm,
        lambda table: _has_seat(table, lambda seat: seat.is_awaited),
    ),
    Act(
        "replace", _("Replace a player"),
        _("Another player gets the seat with all that it knows. The one who has it now is out for good."),
        _PERMISSION, lambda by, table, data: tables.seat_replace(by, table.pk, **data), ReplaceForm, _is_going,
    ),
    Act(
        "offer", _("Put a seat up for taking"),
        _("Others may take the seat over. If it is asked, it is kept for two days, and then it is out of the "
          "game; a move of its player takes it back."),
        _PERMISSION, lambda by, table, data: tables.seat_offer(by, table.pk, **data), OfferForm,
        lambda table: _has_seat(table, lambda seat: not seat.is_offered and not seat.has_left),
    ),
    Act(
        "finish", _("End with ranks"),
        _("The game is over, with the ranks that you give: 1 for the best; seats that are equal share a rank, and "
          "the next is left out."),
        _PERMISSION,
        lambda by, table, data: tables.table_finish(by, table.pk, ranks=data["ranks"], reason=data["reason"]),
        FinishForm, _is_going,
    ),
    Act(
        "call-off", _("Call off"), _("The table is closed for good, without a result."), _PERMISSION,
        lambda by, table, data: tables.table_call_off(by, table.pk, **data), ActForm,
        lambda table: table.is_open or table.is_running,
    ),
)  # fmt: skip
