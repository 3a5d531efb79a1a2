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
        from games.decks.services import DeckRows
        from games.titles import TITLES
        from games.titles.cardline.deck import registry
        from games.web import admin, tasks  # noqa: F401  # pages and tasks register themselves
        from games.web.panels import panels_register

        for package in settings.TITLE_PACKAGES:
            TITLES.add(package)
        registry.connect(DeckRows())
        panels_register()
