"""The presenters of all titles by slug."""

from games.engine.presenter import Presenter
from games.titles.cannonades.presenter import PRESENTER as cannonades
from games.titles.captivate.presenter import PRESENTER as captivate
from games.titles.captn_eli.presenter import PRESENTER as captn_eli
from games.titles.cardline.presenter import PRESENTER as cardline
from games.titles.nautilus.presenter import PRESENTER as nautilus

__all__ = ["PRESENTERS"]

PRESENTERS: dict[str, Presenter] = {
    "captivate": captivate,
    "cardline": cardline,
    "cannonades": cannonades,
    "captn-eli": captn_eli,
    "nautilus": nautilus,
}
