"""Tables that concern only one user and bots: deleted with a guest, or replaced before the user's first move."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import models
from games.errors import NotPossible
from games.history.rematch import level_of_bots
from games.tables.access import seat_of
from games.tables.panels import Visit
from games.tables.unit_of_work import lock_table
from games.titles import TITLES

_ROWS = (
    models.CountedGame, models.Departure, models.Estimates, models.Invitation, models.MoveRecord, models.Notice,
    models.PackedLog, models.PrivateNote, models.Proposal, models.ReplayDifference, models.Seat, models.StartPosition,
    models.TableMute, models.TalkLine, models.TalkRead,
)  # fmt: skip
_KEPT = (models.Decision, models.AccessRecord, models.Report, models.Departure)


def is_for_nobody_else(user: User, table_id: int) -> bool:
    """Whether only the user and bots have been involved with the table, and no moderator."""
    others = models.Seat.objects.filter(table=table_id).exclude(user=user).exclude(user__kind=User.Kind.BOT)
    is_kept = others.exists() or any(
        model._default_manager.filter(table=table_id).exists() for model in _KEPT
    )
    return not is_kept and models.Table.objects.filter(pk=table_id, creator=user).exists()


def table_delete(table_id: int) -> None:
    """Delete the table and all rows that refer to it."""
    models.Vote.objects.filter(proposal__table=table_id).delete()
    for model in _ROWS:
        rows: Any = model._default_manager
        rows.filter(table=table_id).delete()
    models.Table.objects.filter(pk=table_id).delete()


@dataclass(frozen=True)
class Opponents:
    """The bots at a user's table, as long as they can be changed."""

    level: str
    seats: int
    counts: range  # of seats to choose from

    @property
    def words(self) -> str:
        """Like "Easy bot, 2 players"."""
        bots = {
            "deckhand": ngettext("Easy bot", "Easy bots", self.seats - 1),
            "mate": ngettext("Medium bot", "Medium bots", self.seats - 1),
            "captain": ngettext("Hard bot", "Hard bots", self.seats - 1),
        }
        players = ngettext("%(num)s player", "%(num)s players", self.seats) % {"num": self.seats}
        return _("%(bots)s, %(players)s") % {"bots": bots[self.level], "players": players}


def opponents_panel(visit: Visit) -> Opponents | None:
    """The bots of one level at a running table that the reader has created for a game without other people.

    None after the reader's first move, and for anybody else.
    """
    table, mine = visit.table, visit.mine
    is_new = table.is_running and not table.is_continued and mine is not None and mine.acted_ply < 0
    if not is_new or table.creator_id != visit.user.pk or not (level := level_of_bots(visit)):
        return None
    return Opponents(level, len(visit.seats), TITLES[table.title].seats)


@transaction.atomic
def unplayed_table_delete(user: User, table_id: int) -> None:
    """Delete a table against bots before the user's first move. Raises Table.DoesNotExist, or NotPossible later."""
    table, seats = lock_table(table_id)
    mine = seat_of(user, seats)
    if mine is None:
        raise models.Table.DoesNotExist
    if opponents_panel(Visit(user, table, seats, mine)) is None or not is_for_nobody_else(user, table_id):
        raise NotPossible(_("The game has begun, so its players stay as they are. Start another game."))
    table_delete(table_id)
