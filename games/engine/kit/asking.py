"""Buttons that ask before they make a move: those that cannot be taken back, or all, as the reader wants it.

    asked = ask_once(scene, [final("draw", _("Draw"), draw), press("pass", _("Pass"), skip)])
    asked.question       # "Draw? This cannot be taken back.", once its link has been followed; empty before
    asked.buttons        # what stands in the bar: links to the question, the confirm button, or the buttons as they are

The question stands in the address, `?sure=draw`, so it works in a browser that runs no scripts.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.kit.choices import Button, Way, query
from games.engine.presenter import Scene, Text

__all__ = ["Asked", "ask_once", "asking_for"]

_FIELD = "sure"  # in the address


@dataclass(frozen=True)
class Asked:
    """What stands in the bar."""

    question: Text  # for `board["asked"]`; empty while nothing is asked
    buttons: tuple[Button, ...]


def ask_once(scene: Scene, buttons: Iterable[Button]) -> Asked:
    """The buttons, each with a question before it if it is final or if the reader wants to be asked.

    While one is asked for, it stands alone, as `confirm`: the template adds the link that drops the choice.
    """
    offered = tuple(buttons)
    asks = [each for each in offered if each.json and (each.is_final or not scene.is_quick)]
    sure = next((each for each in asks if each.id == scene.choice.get(_FIELD)), None)
    if sure is not None:
        return Asked(_question(sure), (replace(sure, id="confirm"),))
    return Asked("", tuple(_link(each) if each in asks else each for each in offered))


def asking_for(button: str) -> Way:
    """The choices of the page on which the button of that id is asked for."""
    return {_FIELD: button}


def _link(button: Button) -> Button:
    return replace(button, json="", href=query(asking_for(button.id)))


def _question(button: Button) -> str:
    if not button.is_final:
        # Translators: what a button says, as a question: "Draw a card?"
        return _("%(label)s?") % {"label": button.label}
    return _("%(label)s? This cannot be taken back.") % {"label": button.label}
