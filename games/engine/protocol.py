"""A game played by a program, with one JSON object per line: see `docs/protocol.md`."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import convert, dump, load_json, load_options
from games.engine.contract import EngineError, Illegal, Malformed, Seat, Step
from games.engine.play import random_move
from games.engine.registry import AnyGame, Registry
from games.engine.search import Budget, Clock, think, view_of
from games.engine.search.question import standing

__all__ = ["Session", "Unplayable"]

Answer = dict[str, Any]
Budgeted = Annotated[int, msgspec.Meta(ge=1, le=3_600_000)]  # an hour, or as many iterations

_THOUGHT = 0  # the random stream for thinking, which has a seed of its own
_PLIES = 1 << 32  # more than any game has, fewer than there are streams of chance


class _Command(msgspec.Struct, tag_field="cmd", forbid_unknown_fields=True):
    pass


class Titles(_Command, tag="titles"):
    pass


class New(_Command, tag="new"):
    title: str
    seats: int
    seed: str
    options: dict[str, Any] = {}


class Load(_Command, tag="load"):
    title: str
    state: dict[str, Any]


class GetState(_Command, tag="state"):
    pass


class ToAct(_Command, tag="to_act"):
    pass


class Legal(_Command, tag="legal"):
    seat: int


class Apply(_Command, tag="apply"):
    seat: int
    move: Any


class Leave(_Command, tag="leave"):
    seat: int


class Default(_Command, tag="default"):
    seat: int


class Think(_Command, tag="think"):
    seat: int
    level: str
    seed: str
    budget_ms: Budgeted | None = None
    iterations: Budgeted | None = None


class Observe(_Command, tag="observe"):
    seat: int | None


class GetOutcome(_Command, tag="outcome"):
    pass


Command = (
    Titles | New | Load | GetState | ToAct | Legal | Apply | Leave | Default | Think | Observe | GetOutcome
)  # fmt: skip


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    """What `state` answers and `load` takes: everything that determines how the game can go on."""

    title: str
    seats: int
    seed: str  # hexadecimal
    ply: int  # plies made so far
    game: dict[str, Any]  # the title's own state


class Unplayable(Exception):
    """A well-formed state with which the rules fail: a bug in the rules, or an impossible state edited by hand.

    It isn't an EngineError, because only a person can tell which of the two it is.
    """


class Session:
    """A conversation with at most one running game. Each command leaves the game as it was or moves it one step on."""

    def __init__(self, titles: Registry, clock: Clock = standing) -> None:
        """`clock` measures thinking time; with a clock that stands still, only the iterations limit thinking."""
        self._titles = titles
        self._clock = clock
        self._game: AnyGame | None = None
        self._seats = 0
        self._seed = b""
        self._ply = 0
        self._state: Any = None

    def answer(self, line: bytes | str) -> Answer:
        """Return the answer to one line; for an error in the line, `{"error": {"code", "message"}}`.

        Any exception is a bug in the rules; Unplayable may also be a bad state. The game then stays as it was.
        """
        try:
            return self._run(load_json(line, Command))
        except EngineError as error:
            return {"error": {"code": error.code, "message": error.message}}

    def _run(self, command: Any) -> Answer:
        match command:
            case Titles():
                return {"titles": list(self._titles)}
            case New():
                return self._new(command)
            case Load():
                return self._load(command)
            case _:
                return self._ask(self._running(), command)

    def _ask(self, game: AnyGame, command: Any) -> Answer:
        match command:
            case GetState():
                return {"state": self._position()}
            case ToAct():
                return {"to_act": sorted(game.to_act(self._state))}
            case GetOutcome():
                return {"outcome": dump(game.outcome(self._state))}
            case Observe(seat):
                return {"observation": dump(game.observe(self._state, self._seat(seat)))}
            case Apply(raw_seat, raw):
                move = convert(raw, game.move_type)  # before the seat, because the format is checked first
                seat = self._seat(raw_seat) or 0
                return self._step(lambda chance: play.play(game, self._state, seat, move, chance))
            case _:
                return self._ask_seat(game, self._seat(command.seat) or 0, command)

    def _ask_seat(self, game: AnyGame, seat: Seat, command: Any) -> Answer:
        match command:
            case Legal():
                return {"legal": dump(game.legal_moves(self._state, seat))}
            case Default():
                return {"move": self._default(game, seat)}
            case Think():
                return self._think(game, seat, command)
            case _:
                return self._step(lambda chance: play.leave(game, self._state, seat, chance))

    def _new(self, command: New) -> Answer:
        seed = _seed(command.seed)
        game = self._titles.game(command.title)
        step = play.setup(game, command.seats, load_options(game, command.options), seed)
        self._game, self._seats, self._seed, self._ply = game, command.seats, seed, 0
        self._state = step.state
        return {"events": dump(step.events)}

    def _load(self, command: Load) -> Answer:
        game = self._titles.game(command.title)
        position: SavedGame = convert(command.state, SavedGame)
        seed, state = _seed(position.seed), convert(position.game, game.state_type)
        if position.title != game.slug or position.seats not in game.seats or not 0 <= position.ply < _PLIES:
            raise Illegal(
                f"Not a state of {game.slug}: {position.title}, {position.seats} seats, ply {position.ply}"
            )
        _expect_playable(game, state, position.seats)
        self._game, self._seats, self._seed, self._ply = game, position.seats, seed, position.ply
        self._state = state
        return {"state": self._position()}

    def _position(self) -> Any:
        game = self._running()
        return dump(SavedGame(game.slug, self._seats, self._seed.hex(), self._ply, dump(self._state)))

    def _step(self, make: Callable[[Chance], Step[Any]]) -> Answer:
        step = make(Chance(self._seed, self._ply))
        self._state, self._ply = step.state, self._ply + 1
        return {"events": dump(step.events)}

    def _default(self, game: AnyGame, seat: Seat) -> Any:
        if seat not in game.to_act(self._state):
            raise Illegal(f"Seat {seat} is not asked to move now")
        return dump(game.default_move(self._state, seat))

    def _think(self, game: AnyGame, seat: Seat, command: Think) -> Answer:
        chance = Chance(_seed(command.seed), _THOUGHT)
        budget = Budget(command.budget_ms, command.iterations, self._clock)
        view = view_of(game, self._state, seat)
        answer: Answer = dump(think(view, self._titles.knowledge(game), command.level, budget, chance))
        return answer

    def _running(self) -> AnyGame:
        if self._game is None:
            raise Illegal("No game is running: begin with new or load")
        return self._game

    def _seat(self, seat: Seat | None) -> Seat | None:
        if seat is not None and not 0 <= seat < self._seats:
            raise Illegal(f"Expected a seat from 0 to {self._seats - 1}, but got {seat}")
        return seat


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Malformed(f"Expected a seed as hexadecimal text, but got {text!r}") from None


def _expect_playable(game: AnyGame, state: Any, seats: int) -> None:
    """Raise Unplayable if the rules fail with this well-formed state.

    Plays the game to its end at random and observes it from every seat, so that later commands can rely on the state.
    """
    try:
        ended = _random_play_ends(game, state, seats)
    except (
        Exception
    ) as error:  # includes Malformed and Illegal, because the rules themselves made these moves
        told = f"The rules of {game.slug} fail with this state of {seats} seats: {error!r}"
        raise Unplayable(told) from error
    if not ended:
        raise Unplayable(f"The rules of {game.slug} never end the game from this state of {seats} seats")


def _random_play_ends(game: AnyGame, state: Any, seats: int) -> bool:
    """Whether random play ends the game; raises whatever the rules raise."""
    chance = Chance(b"", 0)
    _observe_all(game, state, seats)
    for _ply in range(game.max_plies):
        if not (asked := sorted(game.to_act(state))):
            break
        game.legal_moves(state, asked[0])  # random_move may choose moves without listing them
        move = random_move(game, state, asked[0], chance)
        state = play.play(game, state, asked[0], move, chance).state
    _observe_all(game, state, seats)
    return game.outcome(state) is not None


def _observe_all(game: AnyGame, state: Any, seats: int) -> None:
    for seat in (None, *range(seats)):
        game.observe(state, seat)
