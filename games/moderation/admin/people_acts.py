"""What moderators and administrators can do about a person."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.moderation.admin import people_forms as forms
from games.moderation.services.erase import account_erase
from games.moderation.services.merge import account_merge
from games.moderation.services.people import (
    ROLES,
    person_ban,
    person_mute,
    person_rename,
    person_suspend,
    person_warn,
    role_give,
    role_take,
    roles_of,
)
from games.moderation.services.undo_people import may_undo, person_undo, undoable_about
from games.pages.admin import Act

MODERATE, BAN, APPOINT = "accounts.moderate_user", "accounts.ban_user", "accounts.appoint_user"


def _is_somebody(person: User) -> bool:
    return person.erased_at is None and person.merged_into_id is None


def _mute(by: User, person: User, data: Mapping[str, Any]) -> object:
    return person_mute(by, person, reason=data["reason"], days=data["days"])


def _erase(by: User, person: User, data: Mapping[str, Any]) -> object:
    return account_erase(by, person, reason=data["reason"], tables=data["tables"])


def _undo(by: User, person: User, data: Mapping[str, Any]) -> object:
    return person_undo(by, data["decision"], reason=data["reason"])


ACTS = (
    Act(
        "warn", _("Warn"), _("We email the warning and show it on every page until the person confirms it."),
        MODERATE, lambda by, person, data: person_warn(by, person, **data), forms.WarnForm, _is_somebody,
    ),
    Act(
        "mute", _("Mute"), _("The person can still play and read the chat, but can't write in it."),
        MODERATE, _mute, forms.MuteForm, _is_somebody,
    ),
    Act(
        "suspend", _("Suspend"),
        _("The person is logged out everywhere now, and can't log in until the suspension ends."),
        MODERATE, lambda by, person, data: person_suspend(by, person, **data), forms.SuspendForm,
        lambda person: _is_somebody(person) and not person.is_banned,
    ),
    Act(
        "ban", _("Ban"), _("The person is logged out everywhere now, and can never log in again."),
        BAN, lambda by, person, data: person_ban(by, person, **data), forms.BanForm,
        lambda person: _is_somebody(person) and not person.is_banned,
    ),
    Act(
        "rename", _("Rename"), _("Everybody sees the new name from now on. Leave a field empty to keep that name."),
        BAN, lambda by, person, data: person_rename(by, person, **data), forms.RenameForm, _is_somebody,
    ),
    Act(
        "undo", _("Undo"), _("Reverses a decision. What has happened at tables since then stays."),
        MODERATE, _undo, forms.UndoForm, lambda person: _is_somebody(person) and bool(undoable_about(person)),
        lambda by, person: any(may_undo(by, each) for each in undoable_about(person)),
    ),
    Act(
        "merge", _("Merge"),
        _("Closes this account and moves its seats and history to another account of the same person. "
          "Where both have a seat at the same table, each keeps it. You can't undo this."),
        "accounts.merge_user", lambda by, person, data: account_merge(by, person, **data), forms.MergeForm,
        _is_somebody,
    ),
    Act(
        "erase", _("Erase"),
        _("Permanently deletes all personal data: names, addresses, sessions and what the person wrote. The games "
          "stay, with a nameless player. You can't undo this."),
        "accounts.erase_user", _erase, forms.EraseForm, lambda person: person.erased_at is None,
    ),
    Act(
        "appoint", _("Give role"),
        _("The person can use these admin pages after setting up a second factor."),
        APPOINT, lambda by, person, data: role_give(by, person, **data), forms.AppointForm,
        lambda person: person.is_active and len(roles_of(person)) < len(ROLES),
    ),
    Act(
        "dismiss", _("Remove role"), _("The person loses access to these admin pages immediately."),
        APPOINT, lambda by, person, data: role_take(by, person, **data), forms.DismissForm,
        lambda person: bool(roles_of(person)),
    ),
)  # fmt: skip
