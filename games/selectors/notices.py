"""What a player was told, and how the player wants to be told."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.engine.presenter import Text
from games.models import Notice, Preferences, TableMute
from games.presenters import PRESENTERS
from games.selectors.paging import Slice, slice_of

__all__ = ["LedgerLine", "is_muted", "ledger_page", "muted_tables", "preferences_of"]


@dataclass(frozen=True)
class LedgerLine:
    """One notice in the player's ledger."""

    notice: Notice
    title: Text  # of the table; empty for what belongs to none
    reason: str  # why it was not sent, or not yet
    is_next_try: bool  # it has failed, and will be tried again

    @property
    def tone(self) -> str:
        """The look of its state; the words of it stand beside."""
        return _TONES.get(self.notice.status, "")


_TONES: dict[str, str] = {
    Notice.Status.SENT: "success", Notice.Status.MERGED: "success", Notice.Status.FAILED: "danger",
    Notice.Status.DUE: "info", Notice.Status.CLAIMED: "info",
}  # fmt: skip


def ledger_page(user: Any, before: int | None = None) -> tuple[Slice[Notice], list[LedgerLine]]:
    """What the player was told, and what not and why, the newest first."""
    notices = Notice.objects.filter(user=user).select_related("table", "merged_into", "merged_into__table")
    hidden = [f"{path}__{name}" for path in ("table", "merged_into__table") for name in ("state", "seed")]
    slice_ = slice_of(notices.defer("detail", *hidden), before)
    return slice_, [_line(notice) for notice in slice_]


def _line(notice: Notice) -> LedgerLine:
    return LedgerLine(
        notice=notice,
        title=PRESENTERS[notice.table.title].name if notice.table else "",
        reason=_(notice.reason) if notice.reason else "",
        is_next_try=notice.is_waiting and notice.attempts > 0,
    )


def preferences_of(user: Any) -> Preferences:
    """What the player has chosen, or what holds without a choice."""
    return Preferences.objects.filter(pk=user.pk).first() or Preferences(user=user)


def muted_tables(user: Any) -> QuerySet[TableMute]:
    """The tables that the player has muted, the latest first."""
    mutes = TableMute.objects.filter(user=user).select_related("table").defer("table__state", "table__seed")
    return mutes.order_by("-pk")[:100]


def is_muted(user: Any, table_id: int) -> bool:
    """Whether the player has muted the table."""
    return TableMute.objects.filter(user=user, table=table_id).exists()
