"""Tables as a program sees them."""

from typing import Any, Literal

from pydantic import Field

from games.api.shapes.base import Facts, Given, Minute, Shape

_SLUG = Field(examples=["captivate"])


class Player(Shape):
    """A person, guest or bot."""

    username: str | None = Field(examples=["anne"])
    """The unique name, in the address of the player's page; null for guests."""
    name: str = Field(examples=["Anne"])
    """The name to show; it can change, and two players may have the same. Names of bots end in "(bot)"."""
    kind: Literal["person", "guest", "bot", "program"]
    """`bot` plays for the site, `program` for somebody else."""


class SeatShape(Shape):
    """A seat at a table."""

    number: int
    """From 0, in turn order once the game has started."""
    player: Player | None
    """Null if the account was deleted together with its guest."""
    name: str
    """The name to show at this table, different for each seat."""
    is_you: bool
    is_awaited: bool
    """Whether the table is waiting for this seat to decide."""
    is_in: bool
    """Whether the seat is still in the game: not eliminated, and not left."""
    has_left: bool
    has_caretaker: bool
    """Whether a bot plays for the absent player."""
    is_offered: bool
    """Whether somebody else may take over the seat."""
    deadline: Minute | None
    asked_at: Minute | None
    """Since when the seat's clock has been running."""
    bank: int | None
    """Seconds that your own clock has saved; null for others and for clocks without a bank."""
    timeouts: int
    """Time-outs in a row; the third one costs the seat."""
    vacation: tuple[str, str] | None
    """First and last day of the player's current or next vacation."""
    rank: int | None
    score: int | None


class LegalMove(Shape):
    """A move that you can make."""

    move: Facts = Field(examples=[{"type": "play", "card": "earth-1", "cell": [0, -1]}])
    """The move as `POST .../moves` takes it. The title's rule sheet explains its fields."""
    words: str = Field(examples=["Play Earth 1 above Water 9."])


class Asked(Shape):
    """What your seat has to decide now."""

    prompt: str = Field(examples=["Play a card, or end your turn."])
    """The question in a sentence."""
    is_answer: bool
    """Whether you are asked outside your turn."""
    moves: list[LegalMove]
    """Your legal moves."""
    is_complete: bool
    """Whether `moves` has all legal moves. Otherwise there are too many to list, and these are examples: the move
    that a time-out would make, and some at random."""
    default: Facts
    """The safe move that a time-out would make."""
    order: str
    """The standing order that could answer this question in future; empty if there is none."""


class OrderShape(Shape):
    """A standing order: an answer given in advance."""

    name: str
    label: str
    values: list[str]
    """The first one means: ask me."""
    labels: list[str]
    """The values in words."""
    chosen: str


class ProposalShape(Shape):
    """A proposal, on which all players vote."""

    id: int
    kind: str = Field(examples=["pause"])
    days: int
    words: str
    by: str
    agreed: list[str]
    waiting: list[str]
    is_asked: bool
    """Whether your vote is missing."""


class Clock(Shape):
    """How long a seat has for a decision, in seconds."""

    type: Literal["fixed", "bank", "none"]
    move: int | None = None
    """Of `fixed`: for each decision."""
    start: int | None = None
    """Of `bank`, like the next two: at the start, after each decision, and at most."""
    increment: int | None = None
    cap: int | None = None
    answer: int | None = None
    """At least, for a decision outside the seat's turn."""
    words: str = Field(examples=["3 days per move"])


class TableRowShape(Shape):
    """A table in a list."""

    id: int = Field(examples=[7])
    title: str = _SLUG
    """The game's slug."""
    title_name: str = Field(examples=["Captivate"])
    status: Literal["open", "running", "finished", "cancelled", "expired"]
    url: str = Field(examples=["https://play.example.org/tables/7/"])
    """The table's page."""
    ply: int = Field(examples=[41])
    """The table's version: the number of entries in its log. Moves are made at a ply."""
    seat_count: int
    seats_from: int
    """The number of players with which the host may start the game; 0: all seats."""
    options: Facts
    options_words: str
    clock: Clock
    is_rated: bool
    has_conditions: bool
    is_paused: bool
    is_waiting_for_you: bool
    deadline: Minute | None
    """Yours, or if the table isn't waiting for you, the first of the others."""
    since: Minute | None
    players: list[Player | None]
    """By seat."""
    awaited: list[int]
    """The numbers of the seats that must decide."""
    you: int | None
    """The number of your seat."""
    unread: int
    """Unread chat messages; only counted in the list of your tables."""


class TableList(Shape):
    """A page of tables."""

    tables: list[TableRowShape]
    next: str | None
    """Value of the parameter `after` for the next page; null on the last one."""


class Ending(Shape):
    """How a game ended."""

    reason: str = Field(examples=["last-round"])
    sentence: str
    headline: str
    margin: str


class TableShape(Shape):
    """A table, as you may see it. Hidden information is never in it."""

    id: int = Field(examples=[7])
    title: str = _SLUG
    title_name: str = Field(examples=["Captivate"])
    status: Literal["open", "running", "finished", "cancelled", "expired"]
    url: str
    ply: int = Field(examples=[41])
    """The version, as in the header `ETag`. Send it as `If-Match` with your move."""
    you: int | None
    """The number of your seat; null if you watch."""
    seats: list[SeatShape]
    awaited: list[int]
    """The numbers of the seats that must decide."""
    creator: Player | None
    admission: Literal["open", "link", "invited", "circle"]
    circle: int | None
    """The circle that the table is for, if you may see it."""
    seat_count: int
    seats_from: int
    seating: Literal["random", "joined"]
    options: Facts
    clock: Clock
    on_timeout: Literal["default", "lose", "caretaker"]
    delays_answers: bool
    offers_seats: bool
    is_rated: bool
    has_bots: bool
    conditions: Facts
    conditions_words: list[str]
    why_not: str
    """Why you can't join, if you don't fit the conditions."""
    created_at: Minute
    started_at: Minute | None
    finished_at: Minute | None
    paused_until: Minute | None
    is_held: bool
    """Whether a moderator has paused the table."""
    is_playable: bool
    """False if the site no longer supports the rules of this game."""
    rules_version: int
    rematch_of: int | None
    join_url: str | None
    """The link that lets others join; only for players of an open table with a link."""
    invited: list[str]
    """Names of invited players who haven't replied, for players of an open table."""
    is_invited: bool
    can_start: bool
    observation: Facts | None
    """What your seat, or a spectator, may know of the game now, as in the title's rule sheet; null before the start."""
    asked: Asked | None
    """What you have to decide; null if it isn't your turn."""
    last_words: str
    """What happened last."""
    can_take_back: bool
    can_resign: bool
    orders: list[OrderShape]
    proposal: ProposalShape | None
    proposals: list[str]
    """The kinds of proposals that you can make now."""
    ending: Ending | None
    notice: str
    """A moderator's reason for a pause or an end."""


class ClockGiven(Given):
    """A clock, in seconds: 1 hour to 60 days each."""

    type: Literal["fixed", "bank", "none"]
    move: int | None = None
    start: int | None = None
    increment: int | None = None
    cap: int | None = None
    answer: int | None = None


class ConditionsGiven(Given):
    """What a table asks of players who join without an invitation."""

    reliability: int = Field(0, ge=0, le=100)
    """Percent of decisions in time."""
    rating: int = Field(0, ge=0, le=9999)
    rating_to: int = Field(0, ge=0, le=9999)
    met: bool = False
    """Only people who have finished a game with you."""


class TableGiven(Given):
    """The settings of a new table."""

    title: str = _SLUG
    seats: int = Field(ge=1, le=20, examples=[2])
    seats_from: int = Field(0, ge=0, le=20)
    """The host can start the game with this number of players; 0: only when all seats are taken."""
    options: Facts = {}
    """Some of the title's options; the others have their defaults."""
    admission: Literal["open", "link", "invited", "circle"] = "open"
    circle: int | None = None
    """One of your circles, whose page lists the table."""
    seating: Literal["random", "joined"] = "random"
    clock: ClockGiven | None = None
    """The default is 3 days per move."""
    on_timeout: Literal["default", "lose", "caretaker"] = "default"
    delays_answers: bool = False
    offers_seats: bool = False
    is_rated: bool = False
    conditions: ConditionsGiven | None = None


class JoinGiven(Given):
    """How to join a table."""

    token: str = ""
    """The last part of the table's link, if you have it."""
    nonce: str = Field("", pattern="^([0-9a-f]{32})?$")
    """Your part of the table's chance: 32 hexadecimal digits. Without it, the site contributes one."""


class NonceGiven(Given):
    """Your part of the table's chance."""

    nonce: str = Field(pattern="^[0-9a-f]{32}$", examples=["0123456789abcdef0123456789abcdef"])


class InviteGiven(Given):
    """Whom to invite."""

    username: str = Field(min_length=1, max_length=150, examples=["benno"])


class InviteByMailGiven(Given):
    """The address to which the table's link is sent."""

    email: str = Field(max_length=254, examples=["benno@example.org"])


class BotsGiven(Given):
    """The bots to seat."""

    level: str = Field(max_length=150, examples=["mate"])
    """`deckhand`, `mate`, `captain`, or the user name of a program that is running."""
    count: int = Field(1, ge=1, le=20)


class HintMove(Shape):
    """A move that a bot has considered."""

    move: Facts
    words: str
    reason: str
    """May be empty."""


class HintShape(Shape):
    """What a bot would consider at your place, best first."""

    is_thinking: bool
    moves: list[HintMove]


class PlayOnGiven(Given):
    """From where to play on, and against whom."""

    ply: int = Field(ge=-1, le=10**9, examples=[12])
    """-1 is the set-up."""
    seat: int = Field(ge=0, le=20)
    """The seat that you take."""
    against: Literal["friends", "deckhand", "mate", "captain"]
    """Your fellow players of that game, or bots of a level."""


class MovesGiven(Given):
    """One move, or several of one decision, which are made together or not at all."""

    moves: list[dict[str, Any]] = Field(
        min_length=1, max_length=20, examples=[[{"type": "play", "card": "earth-1", "cell": [0, -1]}]]
    )


class OrdersGiven(Given):
    """Standing orders by name. Orders that are left out stay as they are."""

    orders: dict[str, str] = Field(examples=[{"grin": "draw"}])


class ProposalGiven(Given):
    """A proposal to the other players."""

    kind: Literal["end", "cancel", "pause", "resume", "extend", "upgrade"]
    days: int = Field(0, ge=0, le=30)
    """Of a pause (1 to 30) or an extension (1 to 7)."""


class VoteGiven(Given):
    """Your vote on a proposal."""

    agree: bool
