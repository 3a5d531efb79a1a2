"""A move chosen step by step: a card, then a place. It works without JavaScript.

The page's address contains the choices so far: `?card=light-1&cell=0,1`. For each legal move, a title lists the
fields that choose it: its *way*. Everything else follows from the ways: which part of an address leads to a legal
move, what may be chosen next and by which link, and the move once it is complete.

    choice = choose(scene.choice, [({"card": move.card, "cell": cell_word(move.cell)}, move) for move in plays])
    choice.word("card")                    # "light-1", or "" if no card is chosen
    choice.offers("cell")["0,1"].href      # "?card=light-1&cell=0,1"
    choice.move                            # the move, once a card and a cell are chosen

Words in an address are only compared with the words of the ways, so an address may contain anything.

Buttons of final moves, or all buttons if the reader's settings say so, ask before they make a move:

    asked = ask_once(scene, [press("draw", _("Draw"), draw), press("pass", _("Pass"), skip)])
    asked.question       # "Draw? You can't take this back.", once its link has been followed; empty before
    asked.buttons        # the buttons of the bar: links to the question, the confirm button, or the buttons unchanged

The address contains the question, too: `?sure=draw`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import urlencode

import msgspec
from django.utils.translation import gettext as _

from games.engine.codec import dump_move
from games.engine.presenter import Scene, Text

M = TypeVar("M", bound=msgspec.Struct)

Way: TypeAlias = Mapping[str, str]  # field and word, in the order of choosing


def query(way: Way) -> str:
    """The link to a page with these choices: "?card=light-1&cell=0,1"; "?" for no choices."""
    return "?" + urlencode(way, safe=",")


@dataclass(frozen=True)
class Offer(Generic[M]):
    """A word that may be chosen now."""

    href: str  # the link that chooses it
    toggle: str  # the same; for the chosen word, the link that removes it
    is_chosen: bool
    move: M | None  # the move, if this word completes it

    def json_in(self, scene: Scene) -> str:
        """The move for a button that makes it at once: if this word completes it, and it needs no confirmation."""
        at_once = self.completes and scene.is_quick and not scene.is_final(self.move)
        return dump_move(self.move) if self.move is not None and at_once else ""

    @property
    def completes(self) -> bool:
        """Whether this word would complete the move, so that the button comes next."""
        return self.move is not None and not self.is_chosen


@dataclass(frozen=True)
class Choice(Generic[M]):
    """The choices so far. A choice that leads to no legal move is ignored."""

    chosen: Way = field(default_factory=dict)
    ways: tuple[tuple[Way, M], ...] = ()  # of all moves that are chosen step by step
    in_order: bool = True  # a field may be chosen only after those before it in the way

    def word(self, name: str) -> str:
        """The word chosen for a field; empty if there is none."""
        return self.chosen.get(name, "")

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves that are still possible after these choices, without duplicates."""
        return tuple(dict.fromkeys(move for way, move in self.ways if self.chosen.items() <= way.items()))

    @property
    def move(self) -> M | None:
        """The move, if it is completely chosen."""
        return next((move for way, move in self.ways if way == self.chosen), None) if self.chosen else None

    def offers(self, name: str) -> dict[str, Offer[M]]:
        """The words that may be chosen for a field, and their offers.

        With `in_order`, a new word drops the choices after its field. Otherwise every compatible choice stays.
        """
        found: dict[str, tuple[Way, M | None]] = {}
        for way, move in self.ways:
            kept = self._choices_with(way, name)
            if kept and len(kept) > len(found.get(way[name], ({}, None))[0]):
                found[way[name]] = kept, move if len(kept) == len(way) else None
        return {word: self._offer(name, word, kept, move) for word, (kept, move) in found.items()}

    def _offer(self, name: str, word: str, kept: Way, move: M | None) -> Offer[M]:
        href, is_chosen = query(kept), self.chosen.get(name) == word
        return Offer(href, self.without(name) if is_chosen else href, is_chosen, move)

    def _choices_with(self, way: Way, name: str) -> Way:
        """The choices on this way once its word for the field is chosen; empty if the word cannot be chosen now."""
        if not self.in_order:
            kept = {key: word for key, word in way.items() if key == name or self.chosen.get(key) == word}
            return kept if name in way else {}
        before: dict[str, str] = {}
        for key, word in way.items():
            if key == name:
                return {**before, name: word}
            if self.chosen.get(key) != word:
                break
            before[key] = word
        return {}

    def without(self, name: str) -> str:
        """The link that removes a field's choice and, with `in_order`, all choices after it."""
        names = list(self.chosen)
        at = names.index(name) if name in names else len(names)
        gone = names[at:] if self.in_order else [name]
        return query({key: word for key, word in self.chosen.items() if key not in gone})


def choose(address: Mapping[str, str], ways: Iterable[tuple[Way, M]], *, in_order: bool = True) -> Choice[M]:
    """Read as much of an address as leads to a legal move; `ways` are the legal moves, each with its way.

    A move may have several ways. A move with a button of its own has a way without fields, which is ignored.
    """
    every = tuple((way, move) for way, move in ways if way)
    chosen: dict[str, str] = {}
    live = [way for way, _move in every]
    for name in dict.fromkeys(name for way in live for name in way):
        if (word := address.get(name)) is None:
            continue
        found = [way for way in live if way.get(name) == word]
        if in_order:
            found = [way for way in found if list(way)[: len(chosen) + 1] == [*chosen, name]]
        if found:
            chosen[name], live = word, found
    return Choice(chosen, every, in_order)


def several(text: str, owned: Iterable[str]) -> list[str]:
    """The words of a list in an address, "red-1,red-1,blue-2", none more often than in `owned`."""
    left, found = Counter(owned), []
    for word in text.split(","):
        if left[word] > 0:
            left[word] -= 1
            found.append(word)
    return found


@dataclass(frozen=True)
class Button:
    """A button: it makes a move or several moves in a row, or links to a choice that comes first."""

    id: str
    label: Text
    json: str = ""  # the move
    href: str = ""  # a link instead of a move
    note: Text = ""  # its effect, if the label can't say it
    moves: tuple[str, ...] = ()  # several moves instead of one
    is_quiet: bool = False
    is_danger: bool = False
    move: msgspec.Struct | None = None  # the same as `json`


def press(
    id: str,  # noqa: A002  # the name in HTML
    label: Text,
    move: msgspec.Struct,
    note: Text = "",
    *,
    is_quiet: bool = False,
    is_danger: bool = False,
) -> Button:
    """The button that makes a move."""
    return Button(id, label, dump_move(move), note=note, is_quiet=is_quiet, is_danger=is_danger, move=move)


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
    asks = [each for each in offered if each.move and (not scene.is_quick or scene.is_final(each.move))]
    sure = next((each for each in asks if each.id == scene.choice.get(_FIELD)), None)
    if sure is not None:
        return Asked(question(scene, sure.label, sure.move), (replace(sure, id="confirm"),))
    return Asked("", tuple(_link(each) if each in asks else each for each in offered))


def asking_for(button: str) -> Way:
    """The choices of the page that asks about the button with this id."""
    return {_FIELD: button}


def _link(button: Button) -> Button:
    return replace(button, json="", href=query(asking_for(button.id)))


def question(scene: Scene, label: Text, move: Any) -> str:
    """The question before a move; it warns if the reader can't take the move back."""
    if not scene.is_final(move):
        # Translators: the label of a button as a question: "Draw a card?"
        return _("%(label)s?") % {"label": label}
    return _("%(label)s? You can't take this back.") % {"label": label}
