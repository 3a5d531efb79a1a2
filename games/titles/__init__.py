"""The titles that this server plays, each in a folder of its own."""

from games.engine.registry import Registry
from games.titles.cannonades import GAME as cannonades
from games.titles.captivate import GAME as captivate
from games.titles.captn_eli import GAME as captn_eli
from games.titles.cardline import GAME as cardline
from games.titles.nautilus import GAME as nautilus

__all__ = ["TITLES"]

TITLES = Registry(captivate, cardline, cannonades, captn_eli, nautilus)
