"""Forms for the acts, with the fields they need besides the reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.kit import labelled
from games.models import PersonJob, Seat, Table
from games.moderation.person_page import ROLE_NAMES
from games.moderation.services import tables
from games.moderation.services.people import ROLES, roles_of
from games.moderation.services.undo import may_undo, undoable_about
from games.pages.admin import ActForm

_What = PersonJob.What


def reason_form(help_text: Any, label: Any = None) -> type[ActForm]:
    """An act's form that explains its only field in other words."""

    class ReasonForm(ActForm):
        """Asks for a text."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            field = self.fields["reason"]
            field.label, field.help_text = label or field.label, help_text

    return ReasonForm


def _form(**fields: forms.Field) -> type[ActForm]:
    """An act's form with these fields before the reason."""
    return type("FieldsForm", (ActForm,), fields)


def _days(label: Any, least: int, most: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **options)


def _tables(*offered: str, initial: str | None = None) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Active tables"), choices=[(what, _What(what).label) for what in offered],
        widget=forms.RadioSelect, initial=initial,
        help_text=_("The person always leaves tables that haven't started. Where you play, the clocks decide."),
    )  # fmt: skip


class MuteForm(ActForm):
    """Asks how long to mute a person."""

    days = _days(_("Days"), 1, 3650, required=False)
    permanently = forms.BooleanField(label=_("Permanently"), required=False)

    def clean(self) -> dict[str, Any]:
        """Require either a number of days or "permanently", not both."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and (data["days"] is None) == (not data["permanently"]):
            raise forms.ValidationError(_("Enter a number of days or choose “Permanently”."), code="how_long")
        return data


SuspendForm = _form(
    days=_days(_("Days"), 1, 3650),
    tables=_tables(_What.RUN, _What.HOLD, _What.LEAVE, _What.OFFER, initial=_What.RUN),
)
BanForm = _form(tables=_tables(_What.LEAVE, _What.OFFER, _What.RUN))
RenameForm = _form(  # an empty field changes nothing
    username=forms.CharField(label=_("User name"), max_length=150, required=False),
    display_name=forms.CharField(label=_("Display name"), max_length=40, required=False),
)
MergeForm = _form(
    into=forms.CharField(
        label=_("Merge into"), max_length=150,
        help_text=_("The user name of the account that the person will keep."),
    ),
    keeps_address=forms.BooleanField(
        label=_("Keep this account's email address for logging in"), required=False, initial=True
    ),
)  # fmt: skip
HoldForm = _form(
    days=_days(
        _("Days"), 0, tables.PAUSE_DAYS[-1], initial=0,
        help_text=_("The game resumes automatically after this many days. 0: when a moderator resumes it."),
    ),
)  # fmt: skip
ExtendForm = _form(days=_days(_("Extra days"), tables.MORE_DAYS[0], tables.MORE_DAYS[-1], initial=2))
RewindForm = _form(  # the rewind page shows the board and fills in the number
    ply=forms.IntegerField(
        label=_("First move to take back"), min_value=0, max_value=1_000_000,
        help_text=_("See the numbers in the log. This move and everything after it will be taken back."),
    ),
)  # fmt: skip


class EraseForm(ActForm):
    """Asks what happens to the person's tables, and for the user name as a confirmation."""

    tables = _tables(_What.LEAVE, _What.OFFER, _What.RUN)
    repeated = forms.CharField(
        label=_("User name"), max_length=150,
        help_text=_("Enter the user name again to confirm. You can't undo this."),
    )  # fmt: skip

    def clean_repeated(self) -> str:
        """Require the user name, to prevent accidental erasure."""
        name: str = self.cleaned_data["repeated"]
        if name != self.subject.username:
            raise forms.ValidationError(_("This isn't the user name of this account."), code="other_name")
        return name


class RoleForm(ActForm):
    """Asks which role to give."""

    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["role"]
        field.choices = [(role, ROLE_NAMES[role]) for role in ROLES if self._is_offered(role)]

    def _is_offered(self, role: str) -> bool:
        return role not in roles_of(self.subject)


class RoleTakeForm(RoleForm):
    """Asks which role to take away."""

    def _is_offered(self, role: str) -> bool:
        return role in roles_of(self.subject)


class UndoForm(ActForm):
    """Asks which decision to undo; `narrow` removes those that only an administrator can undo."""

    decision = forms.TypedChoiceField(label=_("Decision"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choose(None)

    def _choose(self, by: User | None) -> None:
        field: Any = self.fields["decision"]
        field.choices = [
            (each.pk, labelled(each.get_kind_display(), f"{each.reason} (#{each.pk})"))
            for each in undoable_about(self.subject)
            if by is None or may_undo(by, each)
        ]

    narrow = _choose


class SeatForm(ActForm):
    """Asks for one of the table's seats; `narrow` removes those for which the act is not possible."""

    number = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def __init__(self, subject: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(subject, *args, **kwargs)
        self._choose(_seats_of(subject))

    def _choose(self, seats: list[Seat]) -> None:
        self.fields["number"].choices = [(seat.number, _seat_label(seat)) for seat in seats]  # type: ignore[attr-defined]

    def narrow(self, by: User) -> None:
        """Offer only the seats for which the act is possible."""
        self._choose([seat for seat in _seats_of(self.subject) if self.is_offered(seat)])

    @staticmethod
    def is_offered(seat: Seat) -> bool:
        """Whether the seat is still in the game."""
        return not seat.has_left


class AwaitedForm(SeatForm):
    """Asks for one of the seats that are to act."""

    @staticmethod
    def is_offered(seat: Seat) -> bool:
        """Whether the seat is to act now."""
        return seat.is_awaited


class OfferForm(SeatForm):
    """Asks for one of the seats that are not offered yet."""

    @staticmethod
    def is_offered(seat: Seat) -> bool:
        """Whether the seat is in the game and not offered yet."""
        return not seat.is_offered and not seat.has_left


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
        self.seats = _seats_of(subject)
        for seat in self.seats:
            label = _("Rank of seat %(seat)s") % {"seat": _seat_label(seat)}
            self.fields[f"rank_{seat.number}"] = forms.IntegerField(
                label=label, min_value=1, max_value=len(self.seats)
            )
        self.fields["reason"] = self.fields.pop("reason")

    def clean(self) -> dict[str, Any]:
        """Collect the ranks in seat order."""
        data = super().clean() or {}
        ranks = [data.get(f"rank_{seat.number}", 0) for seat in self.seats]
        return {"reason": data.get("reason"), "ranks": ranks}


def _seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("user").order_by("number"))


def _seat_label(seat: Seat) -> str:
    return f"{seat.number + 1}. {seat.user or '-'}"
