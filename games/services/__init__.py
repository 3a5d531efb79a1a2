"""All writes. Each service is one transaction; what others are told goes out after it is committed."""

from games.services.absence import absence_announce, deadlines_recount
from games.services.agreement import proposal_answer, proposal_make
from games.services.blocks import person_block, person_unblock
from games.services.deadlines import deadline_enforce, pause_end, pauses_over, seats_due
from games.services.decisions_read import decision_read
from games.services.lobby import (
    invitation_decline,
    seat_invite,
    seat_release,
    seat_take,
    table_cancel,
    table_create,
    table_start,
    tables_expire,
)
from games.services.play import move_play, moves_play, orders_set, seat_resign, turn_undo
from games.services.preferences import (
    feed_renew,
    feed_revoke,
    mails_stop,
    notice_test,
    preferences_save,
    push_add,
    push_remove,
    table_mute,
)
from games.services.private_notes import note_save
from games.services.reminders import reminders_write
from games.services.reports import report_make
from games.services.takeover import seat_take_over
from games.services.talk import line_say, talk_read
from games.services.upkeep import differences_note, failure_note, failure_over, failures_known, pulse_take

__all__ = [
    "absence_announce", "deadline_enforce", "deadlines_recount", "decision_read", "differences_note",
    "failure_note", "failure_over", "failures_known", "feed_renew", "feed_revoke", "invitation_decline", "line_say",
    "mails_stop", "move_play", "moves_play", "note_save", "notice_test", "orders_set", "pause_end", "pauses_over",
    "person_block", "person_unblock", "preferences_save", "proposal_answer", "proposal_make", "pulse_take",
    "push_add", "push_remove", "reminders_write", "report_make", "seat_invite", "seat_release", "seat_resign",
    "seat_take", "seat_take_over", "seats_due", "table_cancel", "table_create", "table_mute", "table_start",
    "tables_expire", "talk_read", "turn_undo",
]  # fmt: skip
