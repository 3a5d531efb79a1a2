"""The effect of the latest ply on a ship, as a word on its berth: sunk, missed, turned up, added."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import Facts
from games.engine.presenter import Scene, Text
from games.titles.cannonades.presenter.choices import Place
from games.titles.cannonades.presenter.words import card_name

__all__ = ["Result", "results_of"]


@dataclass(frozen=True)
class Result:
    """The outcome of a shot, a boarding or a grin."""

    kind: str  # sunk, missed, turned
    label: Text  # on the berth
    told: Text  # for screen readers


def results_of(scene: Scene) -> Mapping[Place, Result]:
    """The results of the latest ply by berth."""
    if not scene.latest:
        return {}
    _seat, events = scene.latest[0]
    found = [_result(kind, facts) for kind, facts in events]
    return dict(one for one in found if one is not None)


def _result(kind: str, facts: Facts) -> tuple[Place, Result] | None:
    if kind in ("shot", "boarded"):
        place, ship = (facts["target"], facts["berth"]), {"ship": card_name(facts["ship"])}
        if facts["sunk"]:
            return place, Result("sunk", _("Sunk"), _("%(ship)s was sunk here") % ship)
        return place, Result("missed", _("Missed"), _("%(ship)s was missed") % ship)
    if kind == "answered" and facts["effect"] == "reveal":
        return (facts["against"], facts["berth"]), Result("turned", _("Turned up"), _("turned up by a grin"))
    return None
