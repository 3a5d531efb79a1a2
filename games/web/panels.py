"""Registers what packages add to other pages: panels of a table's page, and parts of the frame and of chat lines."""

from games.bots.hints import hint_of
from games.bots.seating import seating_panel
from games.circles.selectors import circle_panel
from games.days.selectors import absences_panel, timing_panel
from games.guests.guests import join_panel
from games.guests.own_tables import opponents_panel
from games.history.chance import chance_panel
from games.history.decided import decided_panel
from games.history.rematch import origin_panel, rematch_panel
from games.moderation.selectors import access_audit_panel
from games.ratings.selectors import changes_panel, seats_panel
from games.tables.panels import Panel, Place, register, slot_fill
from games.talk.selectors import note_panel, talk_panel

_TIMING = {
    Place.NEWS: "days/partials/news.html", Place.QUESTION: "days/partials/deadlines.html",
    Place.SIDE: "days/partials/clocks.html",
}  # fmt: skip
_ORIGIN = {Place.LINKS: "history/partials/origin.html", Place.OPEN_END: "history/partials/origin_open.html"}
_OPPONENTS = {
    Place.QUESTION: "guests/partials/opponents.html", Place.AROUND: "guests/partials/opponents_form.html",
}  # fmt: skip
_CIRCLE = dict.fromkeys((Place.OPEN_START, Place.DRAWER), "circles/partials/of_circle.html")
_REPORT = dict.fromkeys((Place.OPEN_END, Place.DRAWER), "moderation/partials/report_table.html")
_TALK = dict.fromkeys((Place.OPEN_AROUND, Place.AROUND), "talk/partials/talk_panel.html")
_HISTORY = "history/history.css"

# In the order of display.
_PANELS = (
    Panel(_CIRCLE, "circle", circle_panel),
    Panel({Place.OPEN_SEAT: "days/partials/absence.html"}, "absences", absences_panel),
    Panel({Place.OPEN_SEAT: "ratings/partials/seat.html"}, "seat_ratings", seats_panel),
    Panel({Place.OPEN_SEAT: "bots/partials/send_away.html"}),
    Panel({Place.OPEN_START: "bots/partials/seats.html"}, "programs", seating_panel),
    Panel({Place.OPEN_START: "guests/partials/join.html"}, "guests_welcome", join_panel),
    Panel({Place.OPEN_END: "history/partials/commitment.html"}, "chance", chance_panel),
    Panel({Place.BY_LINK: "days/partials/take_over.html"}),
    Panel({Place.LINKS: "talk/partials/talk_link.html"}),
    Panel({Place.LINKS: "history/partials/replay_link.html"}),
    Panel(dict.fromkeys((Place.LINKS, Place.DRAWER), "ratings/partials/rated.html")),
    Panel(_ORIGIN, "origin", origin_panel),
    Panel({Place.ENDING: "ratings/partials/changes.html"}, "rating_changes", changes_panel),
    Panel({Place.ENDING: "history/partials/rematch.html"}, "again", rematch_panel),
    Panel({Place.ENDING: "history/partials/decided.html"}, "decided", decided_panel, style=_HISTORY),
    Panel(_TIMING, "timing", timing_panel),
    Panel(_OPPONENTS, "opponents", opponents_panel),
    Panel({Place.TOOLS: "bots/partials/hint.html"}, "hint", hint_of),
    Panel({Place.SIDE: "moderation/partials/access_audit.html"}, "access_audit", access_audit_panel),
    Panel({Place.DRAWER: "notices/partials/mute_link.html"}),
    Panel({Place.LOG: "history/partials/receipt.html"}),
    Panel(_REPORT),
    Panel(_TALK, "talk", talk_panel, script="talk/talk.js"),
    Panel({Place.AROUND: "talk/partials/note.html"}, "note", note_panel),
)


def panels_register() -> None:
    """Register all panels and fill all slots; called once at startup."""
    for panel in _PANELS:
        register(panel)
    slot_fill("frame/header", "tables/partials/next_table.html")
    slot_fill("frame/top", "moderation/partials/moderators_word.html")
    slot_fill("frame/top", "notices/partials/closed_channel.html")
    slot_fill("frame/top", "notices/partials/push.html")
    slot_fill("rules/play", "guests/partials/play_now.html")
    slot_fill("lessons/play", "guests/partials/play_now.html")
    slot_fill("lobby/empty", "guests/partials/play_now.html")
    slot_fill("history/replay", "bots/partials/play_on.html")
    slot_fill("talk/line", "moderation/partials/report_line.html")
