"""The games app."""

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, seats and moves."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connect packages that must not import each other. Models can be imported only from here on."""
        # Admin pages and tasks register themselves on import.
        from games.decks import admin as _decks  # noqa: F401
        from games.decks.services import DeckRows
        from games.moderation import admin as _moderation  # noqa: F401
        from games.titles import TITLES
        from games.titles.cardline.deck import registry
        from games.web import admin as _web  # noqa: F401
        from games.web import tasks  # noqa: F401
        from games.web.panels import panels_register

        for package in settings.TITLE_PACKAGES:
            TITLES.add(package)
        registry.connect(DeckRows())
        panels_register()
