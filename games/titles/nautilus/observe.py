"""The observation of a seat or a spectator in a game of 20,000 Miles under the Sea (NA-8, NA-22)."""

from functools import cache
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import class_with
from games.titles.nautilus import ocean
from games.titles.nautilus.cards import CHIPS, PILES, CardId, ChipId, Colour, PileName, SpecialId, pile_name
from games.titles.nautilus.ocean import DOTS, Dot, Lying, Place
from games.titles.nautilus.rounds import scores_of
from games.titles.nautilus.scoring import COLUMNS, EMPTY, Board, RoundCount
from games.titles.nautilus.state import Commit, Ruleset, Sailing, State, is_revealed, pending_special


class Shown(msgspec.Struct, frozen=True):
    """A chip in the ocean; `chip` is None if only its back is shown."""

    colour: Colour
    number: int
    up: bool
    chip: ChipId | None


class Spot(msgspec.Struct, frozen=True):
    """A place in the ocean, its dot, and its chip."""

    place: Place
    colour: Colour  # of the dot
    number: int
    lying: Shown | None


class Pile(msgspec.Struct, frozen=True):
    """A pile of chips: its size and, once the game is over, its order, the next chip first."""

    name: PileName
    count: int
    chips: tuple[ChipId, ...] | None


class Committed(msgspec.Struct, frozen=True):
    """A commit in the current turn; others' sealed commits don't show their cards yet."""

    seat: Seat
    shown: bool
    card: CardId | None
    special: SpecialId | None
    pending: bool  # its special card is still to be used, as far as the card is shown


class View(msgspec.Struct, frozen=True):
    """The observation of a seat or a spectator. Tuples have one entry per seat unless a comment says otherwise."""

    ruleset: ClassVar[Ruleset] = State.ruleset

    you: Seat | None
    rounds: int
    commit: str
    round: int
    turn: int
    round_turn: int
    heading: str
    depth: int
    rotation: int
    place: Place  # of the submarine
    ocean: tuple[Spot, ...]  # 24, arms upwards, the outer ring first
    piles: tuple[Pile, ...]  # 6
    special_top: SpecialId | None
    special_count: int
    special_pile: tuple[SpecialId, ...] | None  # in order, after the end
    boards: tuple[tuple[Board, ...], ...]  # rows of four
    hands: tuple[tuple[CardId, ...], ...]  # without the current turn's commits that are shown
    specials: tuple[tuple[SpecialId, ...], ...]  # the same
    order: tuple[Seat, ...]  # the seats that are still in, number chip 1 first
    commits: tuple[Committed, ...]  # of the seats that have committed, in the order of the number chips
    queue: tuple[Seat, ...]  # the seats that have yet to sail; the first is sailing
    sailing: Sailing | None
    closing: bool
    gone: tuple[ChipId, ...]
    counts: tuple[RoundCount, ...]  # one per finished round
    points: tuple[int, ...]
    left: tuple[Seat, ...]
    outcome: Outcome | None


def observe(state: State, seat: Seat | None) -> View:
    """The observation of a seat, built from scratch: it includes only what a rule shows."""
    over, sub = state.outcome is not None, state.submarine
    seats = range(len(state.boards))
    return class_with(View, state.ruleset)(
        you=seat, rounds=state.rounds, commit=state.commit, round=state.round, turn=state.turn,
        round_turn=state.round_turn, heading=sub.heading, depth=sub.depth, rotation=sub.rotation,
        place=DOTS[ocean.place_of(sub)].place,
        ocean=tuple(_spot(dot, lying, over) for dot, lying in zip(DOTS, state.ocean, strict=True)),
        piles=tuple(Pile(name, len(state.piles[name]), state.piles[name] if over else None) for name in PILES),
        special_top=state.special_pile[0] if state.special_pile else None,
        special_count=len(state.special_pile), special_pile=state.special_pile if over else None,
        boards=tuple(_rows(board) for board in state.boards),
        hands=tuple(_hand(state, owner, seat) for owner in seats),
        specials=tuple(_specials(state, owner, seat) for owner in seats),
        order=state.order, commits=tuple(_seen_commit(state, who, seat) for who in state.order if who in state.commits),
        queue=state.queue, sailing=state.sailing, closing=state.closing, gone=state.gone,
        counts=state.counts, points=scores_of(state), left=state.left, outcome=state.outcome,
    )  # fmt: skip


def _spot(dot: Dot, lying: Lying | None, over: bool) -> Spot:
    if lying is None:
        return Spot(dot.place, dot.colour, dot.number, None)
    chip = CHIPS[lying.chip]
    face = lying.chip if lying.up or over else None  # NA-22
    return Spot(dot.place, dot.colour, dot.number, Shown(chip.colour, chip.number, lying.up, face))


def _rows(board: Board) -> tuple[Board, ...]:
    return tuple(board[start : start + COLUMNS] for start in range(0, len(EMPTY), COLUMNS))


def _is_shown(state: State, owner: Seat, seat: Seat | None) -> bool:
    return owner in state.commits and (owner == seat or is_revealed(state))


def _hand(state: State, owner: Seat, seat: Seat | None) -> tuple[CardId, ...]:
    """NA-8: to others, a sealed card is shown as if it were still in hand."""
    if not _is_shown(state, owner, seat):
        return state.hands[owner]
    return tuple(card for card in state.hands[owner] if card != state.commits[owner].card)


def _specials(state: State, owner: Seat, seat: Seat | None) -> tuple[SpecialId, ...]:
    if not _is_shown(state, owner, seat):
        return state.specials[owner]
    pending = pending_special(state, owner)
    return tuple(card for card in state.specials[owner] if card != pending)


def _seen_commit(state: State, owner: Seat, seat: Seat | None) -> Committed:
    if not _is_shown(state, owner, seat):
        return Committed(owner, shown=False, card=None, special=None, pending=False)
    commit = state.commits[owner]
    return Committed(owner, True, commit.card, commit.special, pending_special(state, owner) is not None)


def recall(state: State, seat: Seat | None, event: Event) -> Facts:
    """The facts that the log shows now; once the game is over, even sealed cards that were never shown."""
    return event.facts_for(seat) if state.outcome is None else event.all_facts()


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Redeal the face-down chips of each back, the special cards below the top, and others' sealed commits."""
    if state.outcome is not None:
        return state
    # Sort before shuffling, so that the result depends only on what the seat can see.
    hidden = {name: list(chips) for name, chips in state.piles.items()}
    for each in state.ocean:
        if each is not None and not each.up:
            hidden[_pile_of(each.chip)].append(each.chip)
    faces = {name: iter(chance.shuffled(sorted(hidden[name]))) for name in PILES}
    lying = tuple(
        Lying(next(faces[_pile_of(chip.chip)]), up=False) if chip is not None and not chip.up else chip
        for chip in state.ocean
    )
    return replace(
        state,
        ocean=lying,
        piles={name: tuple(faces[name]) for name in PILES},
        special_pile=(*state.special_pile[:1], *chance.shuffled(sorted(state.special_pile[1:]))),
        commits=state.commits if is_revealed(state) else _other_commits(state, seat, chance),
    )


@cache
def _pile_of(chip: ChipId) -> PileName:
    return pile_name(CHIPS[chip].colour, CHIPS[chip].number)


def _other_commits(state: State, seat: Seat | None, chance: Chance) -> dict[Seat, Commit]:
    return {
        owner: commit
        if owner == seat
        else Commit(chance.pick(state.hands[owner]), chance.pick((None, *state.specials[owner])))
        for owner, commit in sorted(state.commits.items())  # nobody sees the order in which they committed
    }
