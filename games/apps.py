"""The games app."""

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, seats and moves."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Find the titles that lie in other packages; let Cardline find the decks that are stored here."""
        from games.decks import DeckRows  # models can be imported only now
        from games.titles import TITLES
        from games.titles.cardline.deck import registry

        for package in settings.TITLE_PACKAGES:
            TITLES.add(package)
        registry.connect(DeckRows())
