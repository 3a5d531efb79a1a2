"""What a title must offer to be shown: its words, and what its board is drawn from.

A `Presenter` turns facts into words. It gets observations and moves, never a state, so it cannot show too much.
Words are translated (lazy where they stand at module level); the templates in `<slug>/` draw the rest, and where
there are none, those of `games.engine.kit.plain`.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from games.engine.contract import Facts, Seat

__all__ = [
    "Amounts", "CardEntry", "CardIndex", "Count", "Ending", "Figure", "Names", "Note", "Notes", "OptionWords",
    "Presenter", "Reckoning", "Scene", "Suggestion", "Tally", "Text",
]  # fmt: skip

Text: TypeAlias = Any  # a str, or a lazy translation of one
Names: TypeAlias = tuple[str, ...]  # what people call each seat, by seat number
Amounts: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""What a finished game adds to the statistics of its title: by group and key, how often, and a total."""


@dataclass(frozen=True)
class OptionWords:
    """How an option is offered when a table is opened."""

    label: Text
    values: Mapping[Any, Text]  # a label for each value
    help: Text = ""
    more: Callable[[], Mapping[Any, Text]] = field(
        default=dict
    )  # more values that may be chosen at this moment
    name_of: Callable[[Any], Text] = field(default=str)  # a label for a value that is not among `values`

    def choices(self) -> dict[Any, Text]:
        """Everything that may be chosen now, with its label."""
        return {**self.values, **self.more()}

    def label_of(self, value: Any) -> Text:
        """The label of a value, even of one that may not be chosen any more."""
        known = isinstance(value, Hashable) and value in self.values
        return self.values[value] if known else self.name_of(value)


@dataclass(frozen=True)
class Tally:
    """One number of a seat that everybody may see, such as its cards in hand."""

    label: Text
    value: Text
    help: Text = ""  # what the label means, for who asks
    anchor: str = ""  # of the paragraph of the rules that explains it


@dataclass(frozen=True)
class Count:
    """One line of a reckoning: what is counted, and for whom, or of whom."""

    label: Text
    values: tuple[Text, ...]  # one per column
    totals: tuple[Text, ...] = ()  # where they change: the running totals after this line, one per column
    is_sum: bool = False
    help: Text = ""  # what the label means, for who asks


@dataclass(frozen=True)
class Reckoning:
    """What decided a game as one table: it adds up to what is shown. The columns are seats, or what is counted."""

    corner: Text  # what the labels of the lines are
    columns: tuple[Text, ...]
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class Ending:
    """What the result box tells besides ranks and the sentence of the end reason."""

    cause: Text = ""  # more about the reason: what turned the scale
    reckoning: Reckoning | None = None
    hidden: tuple[tuple[Text, Text], ...] = ()  # whose or what, and the cards that only the end has shown


@dataclass(frozen=True)
class Scene:
    """Who looks at a board, and what they have chosen so far."""

    you: Seat | None  # None for a spectator
    names: Names
    legal: tuple[Any, ...]  # the reader's legal moves; empty if not asked
    choice: Mapping[str, str]  # from the address: choices that are not a move yet; anything may stand there
    seats: int
    is_asked: bool
    past: tuple[
        str, ...
    ] = ()  # the reader's own moves at earlier tables, as JSON, the latest first (`recalls`)
    since: tuple[tuple[str, Facts], ...] = ()  # events since the reader last acted: type, facts
    is_quick: bool = (
        False  # a move that can be taken back is made by its last choice, without a button to confirm it
    )
    latest: tuple[tuple[Seat, tuple[tuple[str, Facts], ...]], ...] = ()
    """The latest ply of each seat as its events, the latest of all first; seats without a recent one are not there."""
    orders: Mapping[str, str] = field(
        default_factory=dict
    )  # the reader's standing orders, without those that ask


@dataclass(frozen=True)
class Suggestion:
    """A legal move as one would advise it to its player."""

    words: Text  # a sentence
    way: Mapping[str, str] = field(default_factory=dict)
    """The choices by which the board shows it, as they stand in an address; empty where a button makes it."""


@dataclass(frozen=True)
class Figure:
    """A plot of what is particular to a title: a group of the amounts that its games added up."""

    group: str
    heading: Text
    of: Literal["share", "rate", "mean"]
    """What a bar is long by: how often, of all in the group; the total by how often; the same, but no percentage."""
    label: Callable[[str], Text]  # of a key
    told: Text  # a sentence that says what is counted
    is_sorted: bool = True  # the longest bars first; else by key
    least: int = 1  # how often something must have been counted to be shown


@dataclass(frozen=True)
class Note:
    """What a button does before it is pressed, or why something cannot be chosen."""

    label: Text  # of the button, or what it is that cannot be chosen
    text: Text
    anchor: str = ""  # of the paragraph of the rules


@dataclass(frozen=True)
class Notes:
    """What a beginner is told who is asked; made of the observation, like the board."""

    asked: Text  # beside the question, a sentence
    does: tuple[Note, ...] = ()  # what can be done now
    barred: tuple[Note, ...] = ()  # what cannot
    whys: Mapping[str, Text] = field(default_factory=dict)
    """By id of a card, as the title's templates use it: why it cannot be chosen."""


@dataclass(frozen=True)
class CardEntry:
    """One card, or all that look the same, as the page of the rules lists it."""

    id: str
    name: Text
    about: Text  # what it is, and what it does
    groups: tuple[tuple[Text, ...], ...]  # for each filter of its `CardIndex`, what it is there
    face: Any = None  # what the title's template draws
    copies: int = 1


@dataclass(frozen=True)
class CardIndex:
    """All cards of a title, and what they can be filtered by. It tells what everybody may know before a game."""

    filters: tuple[Text, ...]
    entries: Callable[[], Sequence[CardEntry]]


@dataclass(frozen=True)
class Presenter:
    """One title, for people."""

    name: Text
    tagline: Text  # one sentence
    credits: Text  # designer and publisher
    options: Mapping[str, OptionWords]
    reasons: Mapping[str, Text]  # a sentence for every end reason

    board: Callable[[Any, Scene], dict[str, Any]]
    """(observation, scene): what `<slug>/board.html` gets as `board`. Must accept any `choice`."""
    prompt: Callable[[Any, Seat], Text]
    """(observation of a seat that is to act, seat): a sentence that says what it is asked now."""
    sentence: Callable[[str, Facts, Names], Text]
    """(event type, facts that the reader may know, names): a sentence for the log; empty for nothing to tell."""
    word: Callable[[str, Facts, Names], Text] | None = None
    """The same for the last word, the line that says what the latest ply did; None if the sentence is short enough."""
    ending: Callable[[Any, Names], Ending] = field(default=lambda view, names: Ending())
    """(observation after the rules have ended the game, names): the cause, the reckoning, and what was hidden."""
    suggestion: Callable[[Any, Scene, Any], Suggestion] | None = None
    """(observation, scene of who is asked, legal move): how a hint tells the move; None: as its plain button does."""
    miniature: Callable[[Any], str] | None = None
    """(observation): the position as a small picture, made with `kit.pictures`; None: `kit.plain` draws it."""
    figures: Sequence[Figure] = ()
    """What its statistics show besides what they show of every title."""
    counted: Callable[[Any, Iterable[tuple[str, Facts]]], Amounts] = field(default=lambda view, events: {})
    """(a spectator's observation after the rules have ended the game, public events that stand, by type and facts):
    what the game adds to the groups of `figures`. The events are only read if they are asked for."""
    tallies: Callable[[Any, Seat], tuple[Tally, ...]] = field(default=lambda view, seat: ())
    """(observation, any seat): what the seat strip shows of that seat."""
    rules: Sequence[Text] = ()
    """The rules for players, paragraph by paragraph, for a title without `<slug>/rules.html`."""
    cards: CardIndex | None = None
    """The cards that the page of its rules lists."""
    links: Mapping[str, Text] = field(default_factory=dict)
    """By anchor of `<slug>/rules.html`: words of the log that it explains, with | between them."""
    pitch: Text = ""
    """What a host would say of it to somebody who has never heard of it; the first page shows the tagline without."""
    notes: Callable[[Any, Scene], Notes | None] | None = None
    """(observation of a seat that is asked, scene): what a beginner is told; None for nothing."""
    read_form: Callable[[Mapping[str, str]], str | None] = field(default=lambda form: None)
    """(form): the move as JSON, if its parts are fields of their own in the form; None if they are not."""
    recalls: str = ""
    """A type of move that is offered again: the reader's latest ones at other tables come as `Scene.past`."""
    orders: Mapping[str, OptionWords] = field(default_factory=dict)
    """How the title's standing orders are offered."""
    has_use: Callable[[Any, Seat, str], bool] = field(default=lambda view, seat, order: True)
    """(observation, its seat, name of a standing order): whether it may still answer anything in this game."""
    ordered: Callable[[Any, Seat], str] = field(default=lambda view, seat: "")
    """(observation of a seat that is to act, seat): the standing order that could answer the question; or empty."""
