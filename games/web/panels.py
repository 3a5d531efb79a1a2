"""The panels of a table's page, besides its board and its log."""

from games.days.selectors import absences_panel, timing_panel
from games.moderation.selectors import access_audit_panel
from games.tables.panels import Place, register
from games.talk.selectors import note_panel, talk_panel

__all__ = ["panels_register"]


def panels_register() -> None:
    """Register all panels; called once, when the site starts."""
    register(Place.OPEN, "absences", absences_panel)
    register(Place.OPEN, "talk", talk_panel)
    register(Place.BOARD, "timing", timing_panel)
    register(Place.BOARD, "access_audit", access_audit_panel)
    register(Place.AROUND, "talk", talk_panel)
    register(Place.AROUND, "note", note_panel)
