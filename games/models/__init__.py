"""The database models: columns, constraints and simple properties, one module per subject."""

from games.models.agreement import Proposal, Vote
from games.models.learning import LessonProgress, PuzzleCount, PuzzleStreak, PuzzleTry
from games.models.moderation import (
    AccessRecord,
    BulkExtension,
    Decision,
    LogInTrace,
    PersonJob,
    Report,
    ReportNote,
    SavedFilter,
)
from games.models.notice import Notice
from games.models.preferences import Preferences, PushSubscription, TableMute, usual_offsets
from games.models.record import MOST_TRIES, Estimates, MoveRecord, PackedLog
from games.models.seat import Departure, Invitation, Seat
from games.models.table import StartPosition, Table, new_seed, new_token
from games.models.talk import Block, PrivateNote, TalkLine, TalkRead
from games.models.title import CountedGame, Deck, TitleCount
from games.models.upkeep import Heartbeat, HourlyStats, LastTime, ReplayDifference, TaskFailure

__all__ = [
    "MOST_TRIES", "AccessRecord", "Block", "BulkExtension", "CountedGame", "Decision", "Deck", "Departure",
    "Estimates", "Heartbeat", "HourlyStats", "Invitation", "LastTime", "LessonProgress", "LogInTrace",
    "MoveRecord", "Notice", "PackedLog", "PersonJob", "Preferences", "PrivateNote", "Proposal",
    "PushSubscription", "PuzzleCount", "PuzzleStreak", "PuzzleTry", "ReplayDifference", "Report", "ReportNote",
    "SavedFilter", "Seat", "StartPosition", "Table", "TableMute", "TalkLine", "TalkRead", "TaskFailure",
    "TitleCount", "Vote", "new_seed", "new_token", "usual_offsets",
]  # fmt: skip
