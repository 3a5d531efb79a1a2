"""What is stored: columns, constraints and simple properties, a module for each subject."""

from games.models.agreement import Proposal, Vote
from games.models.deck import Deck
from games.models.moderation import Decision, Errand, Grant, Look, Report, ReportNote
from games.models.notice import Notice
from games.models.preferences import Preferences, PushSubscription, TableMute, usual_offsets
from games.models.record import MoveRecord
from games.models.seat import Departure, Invitation, Seat
from games.models.table import Table, new_seed, new_token
from games.models.talk import Block, PrivateNote, TalkLine, TalkRead
from games.models.upkeep import Pulse, ReplayDifference, TaskFailure

__all__ = [
    "Block",
    "Decision",
    "Deck",
    "Departure",
    "Errand",
    "Grant",
    "Invitation",
    "Look",
    "MoveRecord",
    "Notice",
    "Preferences",
    "PrivateNote",
    "Proposal",
    "Pulse",
    "PushSubscription",
    "ReplayDifference",
    "Report",
    "ReportNote",
    "Seat",
    "Table",
    "TableMute",
    "TalkLine",
    "TalkRead",
    "TaskFailure",
    "Vote",
    "new_seed",
    "new_token",
    "usual_offsets",
]  # fmt: skip
