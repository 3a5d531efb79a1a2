"""The moves of 20,000 Miles under the Sea: set-up, a turn's cards, leaving (NA-7 to NA-9, NA-23)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options, Seat, Step
from games.engine.rules import with_row
from games.titles.nautilus.arrival import Log
from games.titles.nautilus.cards import CARDS, REVERSE, SPECIALS, SpecialId
from games.titles.nautilus.legal import legal_moves
from games.titles.nautilus.ocean import DOTS, Submarine, fill
from games.titles.nautilus.rounds import filled_facts, finish
from games.titles.nautilus.sailing import apply_sailing, sail_on
from games.titles.nautilus.scoring import EMPTY
from games.titles.nautilus.state import Commit, Move, Skip, SkipSpecial, State


def setup(seats: int, options: Options, chance: Chance, *, state_type: type[State] = State) -> Step[State]:
    """NA-7: shuffle the piles, fill the ocean, deal number chips."""
    piles = {name: chance.shuffled(chips) for name, chips in state_type.ruleset.piles.items()}
    filled = fill((None,) * len(DOTS), piles)
    state = state_type(
        rounds=options["rounds"], commit=options["commit"], submarine=Submarine("N", 0, 0),
        ocean=filled.ocean, piles=filled.piles, special_pile=chance.shuffled(SPECIALS),
        boards=(EMPTY,) * seats, hands=(tuple(CARDS),) * seats, specials=((),) * seats,
        order=chance.shuffled(range(seats)),
    )  # fmt: skip
    facts = {"turn": 0, "round": 1, "order": list(state.order), "top": state.special_pile[0]}
    return Step(state, (Event("dealt", {**facts, "filled": filled_facts(filled)}),))


def is_in(state: State, seat: Seat) -> bool:
    """Whether the seat has not left; until then it has a number chip (NA-23)."""
    return seat in state.order


def default_move(state: State, seat: Seat) -> Move:
    """After a time-out: commit the lowest card alone, do nothing if that is legal, keep an anchor, or make a step."""
    moves = legal_moves(state, seat)
    idle = (move for move in moves if isinstance(move, Skip | SkipSpecial))
    return next(idle, moves[0])


def forced_move(state: State, seat: Seat) -> Move | None:
    """The only legal move, if there is just one: legal moves depend only on face-up chips and cards (NA-22)."""
    moves = legal_moves(state, seat)
    return moves[0] if len(moves) == 1 else None


def is_left_to_player(state: State, seat: Seat, move: Move) -> bool:
    """Whether a forced move turns up a chip or shows the next special card."""
    return not isinstance(move, Commit) and _is_revealing(state, apply_sailing(state, seat, move, []))


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
    """Make one legal move. A commit is final (NA-8), and so is a move that turned something up or ended a round."""
    log: Log = []
    if isinstance(move, Commit):
        return Step(_apply_commit(state, seat, move, log), tuple(log))
    after = apply_sailing(state, seat, move, log)
    is_open = after.round == state.round and after.outcome is None
    return Step(after, tuple(log), undoable=is_open and not _is_revealing(state, after))


def _is_revealing(before: State, after: State) -> bool:
    """Whether something hidden (NA-22) is now shown: a chip in the ocean, or a special card below the top."""
    if after.special_pile and after.special_pile[0] in before.special_pile[1:]:
        return True
    return before.ocean is not after.ocean and any(
        was is not now and was is not None and not was.up and was != now
        for was, now in zip(before.ocean, after.ocean, strict=True)
    )


def _apply_commit(state: State, seat: Seat, move: Commit, log: Log) -> State:
    """Commit a hand card, optionally with a special card. It is final; others see nothing of a sealed commit."""
    who, what = {"seat": seat, "turn": state.turn}, {"card": move.card, "special": move.special}
    sealed = state.commit == "sealed"
    log.append(Event("committed", who, {seat: what}) if sealed else Event("committed", {**who, **what}))
    return _sail_if_all_committed(replace(state, commits={**state.commits, seat: move}), log)


def _sail_if_all_committed(state: State, log: Log) -> State:
    """Go on to stage 2 once every seat that is still in has committed."""
    if len(state.commits) < len(state.order):
        return state
    if state.commit == "sealed":
        commits = [(seat, state.commits[seat]) for seat in state.order]
        shown = [{"seat": seat, "card": commit.card, "special": commit.special} for seat, commit in commits]
        log.append(Event("revealed", {"turn": state.turn, "commits": shown}))
    reversing = next((seat for seat, commit in state.commits.items() if commit.special == REVERSE), None)
    ordered = replace(state, order=_new_order(state, reversing is not None))
    if reversing is not None:
        ordered = _spend_reverse(ordered, reversing)
    facts = {"turn": state.turn, "order": list(ordered.order), "reversed_by": reversing}
    log.append(Event("ordered", facts))
    return sail_on(ordered, ordered.order, log)


def _new_order(state: State, is_reversed: bool) -> tuple[Seat, ...]:
    """NA-9: by value. Equal cards stay in the old order, because the sort is stable."""
    sign = 1 if is_reversed else -1
    return tuple(sorted(state.order, key=lambda seat: sign * CARDS[state.commits[seat].card].value))


def _spend_reverse(state: State, seat: Seat) -> State:
    """NA-9: use the reverse at once and put it under the pile."""
    kept = tuple(card for card in state.specials[seat] if card != REVERSE)
    pile = (*state.special_pile, REVERSE)
    return replace(state, special_pile=pile, specials=with_row(state.specials, seat, kept))


def leave(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """NA-23: the seat leaves with everything it has, and its pending actions are dropped."""
    specials = [card for card in SPECIALS if card in state.specials[seat]]
    log = [Event("left", {"seat": seat, "turn": state.turn, "specials": specials})]
    after = _without_cards(state, seat, specials)
    return Step(_after_leaving(state, after, seat, log), tuple(log))


def _after_leaving(state: State, after: State, seat: Seat, log: Log) -> State:
    if len(after.order) == 1:
        return finish(after, "left", log)
    if state.sailing is None:
        return _sail_if_all_committed(after, log)
    return sail_on(after, after.queue, log) if seat == state.queue[0] else after


def _without_cards(state: State, seat: Seat, specials: list[SpecialId]) -> State:
    return replace(
        state,
        boards=with_row(state.boards, seat, EMPTY),
        gone=(*state.gone, *(chip for chip in state.boards[seat] if chip is not None)),
        hands=with_row(state.hands, seat, ()),
        specials=with_row(state.specials, seat, ()),
        special_pile=(*state.special_pile, *specials),
        order=tuple(other for other in state.order if other != seat),
        queue=tuple(other for other in state.queue if other != seat),
        commits={other: commit for other, commit in state.commits.items() if other != seat},
        left=(*state.left, seat),
    )
