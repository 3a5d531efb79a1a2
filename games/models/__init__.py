"""The database models: columns, constraints and simple properties, one module per subject."""

from games.models.agreement import Proposal, Vote
from games.models.api import ApiAnswer, ApiToken
from games.models.circle import Circle, Member
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
from games.models.players import Follow, PlayerPage, Search
from games.models.preferences import Preferences, PushSubscription, TableMute, usual_offsets
from games.models.ratings import RatedGame, Rating, RatingChange
from games.models.record import MOST_TRIES, Estimates, MoveRecord, PackedLog
from games.models.seat import Departure, Invitation, Seat
from games.models.table import StartPosition, Table, new_seed, new_token
from games.models.talk import Block, PrivateNote, TalkLine, TalkRead
from games.models.title import CountedGame, Deck, TitleCount
from games.models.tournament import Entry, Pairing, Tournament
from games.models.upkeep import Heartbeat, HourlyStats, LastTime, ReplayDifference, TaskFailure
from games.models.years import YearCount

__all__ = [
    "MOST_TRIES", "AccessRecord", "ApiAnswer", "ApiToken", "Block", "BulkExtension", "Circle", "CountedGame",
    "Decision", "Deck", "Departure",
    "Entry", "Estimates", "Follow", "Heartbeat", "HourlyStats", "Invitation", "LastTime", "LessonProgress",
    "LogInTrace", "Member", "MoveRecord", "Notice", "PackedLog", "Pairing", "PersonJob", "PlayerPage", "Preferences",
    "PrivateNote", "Proposal", "PushSubscription", "PuzzleCount", "PuzzleStreak", "PuzzleTry", "RatedGame",
    "Rating", "RatingChange", "ReplayDifference", "Report", "ReportNote", "SavedFilter", "Search", "Seat",
    "StartPosition", "Table", "TableMute", "TalkLine", "TalkRead", "TaskFailure", "TitleCount", "Tournament",
    "Vote", "YearCount", "new_seed", "new_token", "usual_offsets",
]  # fmt: skip
