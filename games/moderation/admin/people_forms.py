"""Forms for the acts about people, with the fields they need besides the reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Decision, PersonJob
from games.moderation.person_file import ROLE_NAMES
from games.moderation.services.people import ROLES, roles_of
from games.moderation.services.undo_people import may_undo, undoable_about
from games.pages.admin import ActForm

_What = PersonJob.What


def _tables_field(*offered: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Active tables"), choices=[(what, _What(what).label) for what in offered],
        widget=forms.RadioSelect, initial=offered[0],
        help_text=_("The person always leaves tables that haven't started. Where you play, the clocks decide."),
    )  # fmt: skip


class LookForm(ActForm):
    """Asks for a reason. It is written to the audit log; the person never sees it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("We store it in the audit log. The person doesn't see it.")


class WarnForm(ActForm):
    """Asks for the text of the warning, in the reason field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Warning")
        self.fields["reason"].help_text = _("The person sees it in an email and on every page.")


class MuteForm(ActForm):
    """Asks how long to mute a person."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=3650, required=False)
    permanently = forms.BooleanField(label=_("Permanently"), required=False)
    field_order = ("days", "permanently", "reason")

    def clean(self) -> dict[str, Any]:
        """Require either a number of days or "permanently", not both."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and (data["days"] is None) == (not data["permanently"]):
            raise forms.ValidationError(_("Enter a number of days or choose “Permanently”."), code="how_long")
        return data


class SuspendForm(ActForm):
    """Asks how long to suspend a person, and what happens to the person's tables."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=3650)
    tables = _tables_field(_What.RUN, _What.HOLD, _What.LEAVE, _What.OFFER)
    field_order = ("days", "tables", "reason")


class BanForm(ActForm):
    """Asks what happens to the person's tables."""

    tables = _tables_field(_What.LEAVE, _What.OFFER, _What.RUN)
    field_order = ("tables", "reason")


class RenameForm(ActForm):
    """Asks for the new names; an empty field changes nothing."""

    username = forms.CharField(label=_("User name"), max_length=150, required=False)
    display_name = forms.CharField(label=_("Display name"), max_length=40, required=False)
    field_order = ("username", "display_name", "reason")


class MergeForm(ActForm):
    """Asks which account to merge into, and whether to keep the mail address."""

    into = forms.CharField(
        label=_("Merge into"),
        max_length=150,
        help_text=_("The user name of the account that the person will keep."),
    )
    keeps_address = forms.BooleanField(
        label=_("Keep this account's email address for logging in"), required=False, initial=True
    )
    field_order = ("into", "keeps_address", "reason")


class EraseForm(ActForm):
    """Asks what happens to the person's tables, and for the user name as a confirmation."""

    tables = _tables_field(_What.LEAVE, _What.OFFER, _What.RUN)
    repeated = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_("Enter the user name again to confirm. You can't undo this."),
    )
    field_order = ("tables", "repeated", "reason")

    def clean_repeated(self) -> str:
        """Require the user name, to prevent accidental erasure."""
        name: str = self.cleaned_data["repeated"]
        if name != self.subject.username:
            raise forms.ValidationError(_("This isn't the user name of this account."), code="other_name")
        return name


class AppointForm(ActForm):
    """Asks which role to give."""

    role = forms.ChoiceField(label=_("Role"))
    field_order = ("role", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["role"]
        field.choices = [(role, ROLE_NAMES[role]) for role in self.offered(self.subject)]

    def offered(self, person: User) -> list[str]:
        """The roles that the person does not have."""
        return [role for role in ROLES if role not in roles_of(person)]


class DismissForm(AppointForm):
    """Asks which role to take away."""

    def offered(self, person: User) -> list[str]:
        """The roles that the person has."""
        return roles_of(person)


class UndoForm(ActForm):
    """Asks which decision to undo."""

    decision = forms.TypedChoiceField(label=_("Decision"), coerce=int)
    field_order = ("decision", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["decision"]
        field.choices = [(each.pk, self._words(each)) for each in undoable_about(self.subject)]

    def narrow(self, by: User) -> None:
        """Remove the decisions that only an administrator can undo."""
        field: Any = self.fields["decision"]
        field.choices = [
            (each.pk, self._words(each)) for each in undoable_about(self.subject) if may_undo(by, each)
        ]

    @staticmethod
    def _words(decision: Decision) -> str:
        return f"{decision.get_kind_display()}: {decision.reason} (#{decision.pk})"
