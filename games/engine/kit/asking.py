"""Buttons that ask before they make a move: those for final moves, or all, as the reader's settings say.

    asked = ask_once(scene, [final("draw", _("Draw"), draw), press("pass", _("Pass"), skip)])
    asked.question       # "Draw? This cannot be taken back.", once its link has been followed; empty before
    asked.buttons        # the buttons of the bar: links to the question, the confirm button, or the buttons unchanged

The address holds the question, `?sure=draw`, so it works in a browser that runs no scripts.
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
    """The question and the buttons of the bar."""

    question: Text  # for `board["asked"]`; empty while nothing is asked
    buttons: tuple[Button, ...]


def ask_once(scene: Scene, buttons: Iterable[Button]) -> Asked:
    """The buttons, each with a question before it if it is final or if the reader wants to be asked.

    While the page asks about one button, only that one is shown, as `confirm`; the template adds a link to cancel.
    """
    offered = tuple(buttons)
    asks = [each for each in offered if each.json and (each.is_final or not scene.is_quick)]
    sure = next((each for each in asks if each.id == scene.choice.get(_FIELD)), None)
    if sure is not None:
        return Asked(_question(sure), (replace(sure, id="confirm"),))
    return Asked("", tuple(_link(each) if each in asks else each for each in offered))


def asking_for(button: str) -> Way:
    """The choices of the page that asks about the button with this id."""
    return {_FIELD: button}


def _link(button: Button) -> Button:
    return replace(button, json="", href=query(asking_for(button.id)))


def _question(button: Button) -> str:
    if not button.is_final:
        # Translators: the label of a button as a question: "Draw a card?"
        return _("%(label)s?") % {"label": button.label}
    return _("%(label)s? This cannot be taken back.") % {"label": button.label}
