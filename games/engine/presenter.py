"""How a title is shown to people: its words, and the data for drawing its board.

A `Presenter` turns facts into words. It gets observations and moves, never a state, so it cannot show too much.
Words are translated (lazily at module level). The templates in `<slug>/` draw the rest; without them, those of
`games.engine.kit.plain` do.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from games.engine.contract import Facts, Seat

Text: TypeAlias = Any  # a str, or a lazy translation of one
Names: TypeAlias = tuple[str, ...]  # the players' names, by seat number
Amounts: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""The amounts that a finished game adds to its title's statistics: (count, total) by group and key."""


@dataclass(frozen=True)
class OptionWords:
    """An option's labels on the page that creates a table."""

    label: Text
    values: Mapping[Any, Text]  # a label for each value
    help: Text = ""
    more: Callable[[], Mapping[Any, Text]] = field(default=dict)  # more values that may be chosen now
    name_of: Callable[[Any], Text] = field(default=str)  # a label for a value that is not in `values`

    def choices(self) -> dict[Any, Text]:
        """All values that may be chosen now, with their labels."""
        return {**self.values, **self.more()}

    def label_of(self, value: Any) -> Text:
        """The label of a value, even of one that can no longer be chosen."""
        known = isinstance(value, Hashable) and value in self.values
        return self.values[value] if known else self.name_of(value)


@dataclass(frozen=True)
class Tally:
    """One public number of a seat, such as its cards in hand."""

    label: Text
    value: Text
    help: Text = ""  # the meaning of the label, shown on request
    anchor: str = ""  # the paragraph of the rules that explains it
    sign: str = (
        ""  # for the row of players, which has no room for labels: "cards", "pile", "points" or "ships"
    )
    count: str = ""  # the name of the number, for pieces that fly there


@dataclass(frozen=True)
class Count:
    """One line of a reckoning: a label, and its value for each column."""

    label: Text
    values: tuple[Text, ...]  # one per column
    totals: tuple[Text, ...] = ()  # the running totals after this line, one per column, if it changes them
    is_sum: bool = False
    help: Text = ""  # the meaning of the label, shown on request


@dataclass(frozen=True)
class Reckoning:
    """The final score as one table, which adds up to the shown result. The columns are seats, or the things counted."""

    corner: Text  # the heading of the labels
    columns: tuple[Text, ...]
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class Bar:
    """What one seat achieved, as a bar made of parts: each a label and an amount, negative if it was lost."""

    seat: Seat
    parts: tuple[tuple[Text, int], ...]


@dataclass(frozen=True)
class Ending:
    """The contents of the ending, besides the ranks and the sentence for the end reason."""

    cause: Text = ""  # more about the reason: what decided the game
    margin: Text = ""  # how clearly the winner won, in a title without points
    bars: tuple[Bar, ...] = ()  # one for each seat that stayed
    reckoning: Reckoning | None = None
    hidden: tuple[tuple[Text, Text], ...] = ()  # a label, and the cards that only the end has revealed


@dataclass(frozen=True)
class Scene:
    """The reader of a board, and the reader's choices so far."""

    you: Seat | None  # None for a spectator
    names: Names
    legal: tuple[Any, ...]  # the reader's legal moves; empty if not asked
    choice: Mapping[str, str]  # from the address: choices that are not a move yet; it may contain anything
    seats: int
    is_asked: bool
    past: tuple[
        str, ...
    ] = ()  # the reader's own moves in earlier games, as JSON, the latest first (`recalls`)
    since: tuple[tuple[str, Facts], ...] = ()  # events since the reader last acted: type, facts
    is_quick: bool = (
        False  # a move that can be taken back is made by its last choice, without a confirm button
    )
    latest: tuple[tuple[Seat, tuple[tuple[str, Facts], ...]], ...] = ()
    """The events of each seat's latest ply, the latest ply first; seats without a recent one are left out."""
    orders: Mapping[str, str] = field(
        default_factory=dict
    )  # the reader's standing orders, except those that ask
    is_final: Callable[[Any], bool] = field(default=lambda move: True)
    """Whether the reader can't take back this legal move, as `engine.play.finality` determines it."""


@dataclass(frozen=True)
class Suggestion:
    """A legal move, worded as advice."""

    words: Text  # a sentence
    way: Mapping[str, str] = field(default_factory=dict)
    """The choices in the address that preview it on the board; empty if a button makes the move."""
    reason: Text = ""  # a sentence: what the move wins, risks or prevents, as far as the observation shows it


@dataclass(frozen=True)
class HeldCard:
    """A card in the reader's hand, for emails."""

    name: Text
    picture: str  # SVG, square


@dataclass(frozen=True)
class Reason:
    """Why one move is better than another."""

    words: Text  # a sentence
    step: int = 0  # the replies after which it can be seen on the board


@dataclass(frozen=True)
class Figure:
    """A plot in a title's statistics: one group of its games' amounts."""

    group: str
    heading: Text
    of: Literal["share", "rate", "mean"]
    """The length of a bar: the share of all counts in the group; total per count in percent; or total per count."""
    label: Callable[[str], Text]  # of a key
    told: Text  # a sentence that says what is counted
    is_sorted: bool = True  # the longest bars first; otherwise by key
    least: int = 1  # keys with a lower count are not shown


@dataclass(frozen=True)
class Note:
    """The effect of a button, or the reason why something cannot be chosen."""

    label: Text  # of the button or of the unavailable choice
    text: Text
    anchor: str = ""  # the paragraph of the rules


@dataclass(frozen=True)
class Notes:
    """Help for a beginner whose decision is due; it is made from the observation, like the board."""

    asked: Text  # a sentence beside the question
    does: tuple[Note, ...] = ()  # what the reader can do now
    barred: tuple[Note, ...] = ()  # what the reader cannot do now
    whys: Mapping[str, Text] = field(default_factory=dict)
    """By the id of a card in the title's templates: the reason why it cannot be chosen."""


@dataclass(frozen=True)
class CardEntry:
    """One card, or several that look the same, as the rules page lists it."""

    id: str
    name: Text
    about: Text  # a description with the effect
    groups: tuple[tuple[Text, ...], ...]  # the card's groups, for each filter of its `CardIndex`
    face: Any = None  # the data for the title's template
    copies: int = 1


@dataclass(frozen=True)
class CardIndex:
    """All of a title's cards with their filters. It shows only what everybody may know before a game."""

    filters: tuple[Text, ...]
    entries: Callable[[], Sequence[CardEntry]]


@dataclass(frozen=True)
class Presenter:
    """The presentation of one title."""

    name: Text
    tagline: Text  # one sentence
    credits: Text  # designer and publisher
    options: Mapping[str, OptionWords]
    reasons: Mapping[str, Text]  # a sentence for every end reason

    board: Callable[[Any, Scene], dict[str, Any]]
    """(observation, scene) -> the variable `board` in `<slug>/board.html`. Must accept any `choice`."""
    prompt: Callable[[Any, Seat], Text]
    """(observation of a seat that must act, seat) -> the question to the seat, as a sentence."""
    sentence: Callable[[str, Facts, Names], Text]
    """(event type, facts that the reader may know, names) -> a sentence for the log; empty if there is none."""
    word: Callable[[str, Facts, Names], Text] | None = None
    """The same for the short line about the latest ply; None if `sentence` is short enough."""
    ending: Callable[[Any, Names], Ending] = field(default=lambda view, names: Ending())
    """(observation after the end by the rules, names) -> the cause, the final score, and what was hidden."""
    suggestion: Callable[[Any, Scene, Any], Suggestion] | None = None
    """(observation, scene of the asked reader, legal move) -> the words of a hint; None: its plain button's label."""
    why: Callable[[Sequence[Any], Sequence[Any]], Reason | None] = field(default=lambda best, tempting: None)
    """(a seat's observations after its best move and after each reply, the same for a tempting move) -> why the first
    is better, by what the seat sees; None if it doesn't know."""
    miniature: Callable[[Any], str] | None = None
    """(observation) -> the position as a small picture, made with `kit.pictures`; None: `kit.plain` draws it."""
    hand: Callable[[Any, Seat], tuple[HeldCard, ...]] = field(default=lambda view, seat: ())
    """(observation of a seat, seat) -> the cards in its hand, for emails."""
    figures: Sequence[Figure] = ()
    """The plots in its statistics, besides those that every title has."""
    counted: Callable[[Any, Iterable[tuple[str, Facts]]], Amounts] = field(default=lambda view, events: {})
    """(a spectator's observation after the end by the rules, public events not taken back, by type and facts) -> the
    amounts that the game adds to the groups of `figures`. The events are only read if the function iterates over
    them."""
    tallies: Callable[[Any, Seat], tuple[Tally, ...]] = field(default=lambda view, seat: ())
    """(observation, any seat) -> the numbers of that seat in the seat strip."""
    rules: Sequence[Text] = ()
    """The rules for players, paragraph by paragraph, for a title without `<slug>/rules.html`."""
    cards: CardIndex | None = None
    """The cards that the rules page lists."""
    links: Mapping[str, Text] = field(default_factory=dict)
    """By anchor in `<slug>/rules.html`: the log's words that it explains, separated by |."""
    pitch: Text = ""
    """How a host would recommend it to a newcomer; without it, the front page shows the tagline."""
    notes: Callable[[Any, Scene], Notes | None] | None = None
    """(observation of an asked seat, scene) -> help for a beginner; None for nothing."""
    read_form: Callable[[Mapping[str, str]], str | None] = field(default=lambda form: None)
    """(form) -> the move as JSON, if its parts are separate fields of the form; otherwise None."""
    usual: Sequence[str] = ()
    """Types of moves, the most usual first; if many moves are possible, emails offer one of each, in this order."""
    recalls: str = ""
    """A type of move that is offered again: `Scene.past` has the reader's latest ones in other games."""
    orders: Mapping[str, OptionWords] = field(default_factory=dict)
    """The labels of the title's standing orders."""
    has_use: Callable[[Any, Seat, str], bool] = field(default=lambda view, seat, order: True)
    """(observation, its seat, name of a standing order) -> whether the order may still apply in this game."""
    ordered: Callable[[Any, Seat], str] = field(default=lambda view, seat: "")
    """(observation of a seat that must act, seat) -> the standing order that could answer the question; else empty."""
