"""What is stored: columns, constraints and simple properties, a module for each subject."""

from games.models.agreement import Proposal, Vote
from games.models.deck import Deck
from games.models.notice import Notice
from games.models.preferences import Preferences, PushSubscription, TableMute, usual_offsets
from games.models.record import MoveRecord
from games.models.seat import Departure, Invitation, Seat
from games.models.table import Table, new_seed, new_token

__all__ = [
    "Deck", "Departure", "Invitation", "MoveRecord", "Notice", "Preferences", "Proposal", "PushSubscription", "Seat",
    "Table", "TableMute", "Vote", "new_seed", "new_token", "usual_offsets",
]  # fmt: skip
