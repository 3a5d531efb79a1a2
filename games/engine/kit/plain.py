"""The board for a title that draws nothing itself: legal moves as buttons, the observation as labelled lists.

    board=PlainBoard(
        labels={"hand": _("Your hand"), "hands": _("Cards in hand"), "stock": _("Cards in the stock")},
        by_seat={"hands"},
        spelling={"hand": card_word},
        button=lambda move, names: _("Ask %(name)s for %(rank)s") % {...},
    ),
    sentence=plain_sentence,

Every part may be left out. Fields, moves and events then have the names that the rules give them, which is enough to
play a new title. The templates are in `templates/tables/plain`; a title may replace each of them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from games.engine.codec import dump
from games.engine.contract import Facts, Observation
from games.engine.kit.choices import Button, ask_once, press
from games.engine.kit.sentences import listed
from games.engine.presenter import Names, Presenter, Scene, Suggestion, Text

Spell: TypeAlias = Callable[[Any, Names], Text]  # (a single value, names) -> its text

_SHOWN_ELSEWHERE = ("you", "outcome")  # the page around the board shows these


@dataclass(frozen=True)
class Line:
    """A labelled value: one text, or further lines."""

    label: Text
    text: Text = ""
    lines: tuple["Line", ...] = ()


@dataclass(frozen=True)
class MoveGroup:
    """Buttons under one heading, which may be empty."""

    heading: Text
    buttons: list[Button]


def player(seat: int, names: Names) -> str:
    """The name of the seat's player."""
    return names[seat]


def _plain_value(value: Any, names: Names) -> str:
    return _value_text(value)


def plain_button(move: Any, names: Names) -> str:
    """A move in the words of its JSON form: "ask (seat 1, rank 7)"."""
    facts = dump(move)
    return _as_words(facts.pop("type"), facts)


def plain_sentence(kind: str, facts: Facts, names: Names) -> str:
    """An event in the words of its facts, such as "Anne: asked (rank 7).", for a title without sentences."""
    rest = {name: value for name, value in facts.items() if name != "seat"}
    words = {"what": _as_words(kind, rest)}
    if "seat" not in facts:
        return _("%(what)s.") % words
    # Translators: a player and an event: "Anne: asked (rank 7)."
    return _("%(name)s: %(what)s.") % {**words, "name": names[facts["seat"]]}


def _as_words(kind: str, facts: Facts) -> str:
    told = [f"{_readable(name)} {_value_text(value)}" for name, value in facts.items() if value is not None]
    return f"{_readable(kind)} ({', '.join(told)})" if told else _readable(kind)


def _readable(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _value_text(value: Any) -> str:
    """A value of any shape as one text."""
    match value:
        case None:
            return "–"  # hidden or missing
        case bool():
            return _("yes") if value else _("no")
        case dict():
            return listed((f"{_readable(name)} {_value_text(part)}" for name, part in value.items()), "")
        case list() | tuple():
            return listed(map(_value_text, value), "") or _("none")
        case _:
            return str(value)


def _buttons_context(scene: Scene, groups: list[MoveGroup]) -> dict[str, Any]:
    asked = ask_once(scene, [button for group in groups for button in group.buttons])
    if asked.question:
        return {"asked": asked.question, "groups": [MoveGroup("", list(asked.buttons))]}
    offered = iter(asked.buttons)
    return {
        "groups": [replace(group, buttons=[next(offered) for _button in group.buttons]) for group in groups]
    }


def suggestion_of(presenter: Presenter, view: Observation, scene: Scene, move: Any) -> Suggestion:
    """A move as the title suggests it, or the label of its plain button."""
    if presenter.suggestion is not None:
        return presenter.suggestion(view, scene, move)
    button = presenter.board.button if isinstance(presenter.board, PlainBoard) else plain_button
    return Suggestion(button(move, scene.names))


@dataclass(frozen=True)
class PlainBoard:
    """The `board` of a presenter that uses the plain templates."""

    labels: Mapping[str, Text] | None = None
    """The visible fields in order, including the parts of fields, with their labels; None: all fields."""
    by_seat: Collection[str] = ()  # fields with one entry per seat
    spelling: Mapping[str, Spell] = field(
        default_factory=dict
    )  # of the single values in a field; the default is `str`
    button: Callable[[Any, Names], Text] = plain_button  # (move, names) -> the label of its button
    group: Callable[[Any, Names], Text] = lambda move, names: ""
    """(move, names) -> the heading above its button; empty for none."""

    def __call__(self, view: Observation, scene: Scene) -> dict[str, Any]:
        """The context of the plain templates: `groups` of buttons, `lines`, and the question as `asked`."""
        lines = self.lines(dump(view), scene.names)
        return {**_buttons_context(scene, self.groups(scene)), "lines": lines, "is_quick": scene.is_quick}

    def groups(self, scene: Scene) -> list[MoveGroup]:
        """The reader's legal moves as buttons, under their headings."""
        found: dict[str, MoveGroup] = {}
        for number, move in enumerate(scene.legal):
            heading = self.group(move, scene.names)
            group = found.setdefault(str(heading), MoveGroup(heading, []))
            group.buttons.append(press(f"move-{number}", self.button(move, scene.names), move))
        return list(found.values())

    def lines(self, fields: Mapping[str, Any], names: Names) -> tuple[Line, ...]:
        """The visible fields as lines, except values that are null or an empty text: they are hidden or missing."""
        shown = [name for name in self._visible_fields(fields) if fields[name] not in (None, "")]
        return tuple(self._line(name, fields[name], names) for name in shown)

    def _visible_fields(self, fields: Mapping[str, Any]) -> Iterable[str]:
        if self.labels is None:
            return [name for name in fields if name not in _SHOWN_ELSEWHERE]
        return [name for name in self.labels if name in fields]

    def _line(self, name: str, value: Any, names: Names) -> Line:
        label = self._label(name)
        if not isinstance(value, list | tuple):
            return self._entry(label, name, value, names)
        if name in self.by_seat:
            entries = list(zip(names, value, strict=True))
        elif any(isinstance(one, dict | list | tuple) for one in value):
            entries = [(str(number), one) for number, one in enumerate(value, 1)]
        else:
            return self._entry(label, name, value, names)
        return Line(label, lines=tuple(self._entry(entry, name, one, names) for entry, one in entries))

    def _entry(self, label: Text, name: str, value: Any, names: Names) -> Line:
        """The line of a value, or of one entry of a list, in the field `name`."""
        if isinstance(value, dict):
            return Line(label, lines=self.lines(value, names))
        spell: Spell = self.spelling.get(name, _plain_value)
        if isinstance(value, list | tuple):
            return Line(label, listed((spell(one, names) for one in value), "") or _("none"))
        return Line(label, _value_text(value) if value is None else spell(value, names))

    def _label(self, name: str) -> Text:
        if self.labels is None:
            readable = _readable(name)
            return readable[:1].upper() + readable[1:]
        return self.labels[name]
