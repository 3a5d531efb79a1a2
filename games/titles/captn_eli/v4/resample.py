"""The game as it may be for a seat that does not see everything: hidden cards dealt anew (CE-4, CE-5, CE-18, CE-20).

Besides the observation, this is kept: a squad is legal and lies within a pool that could have been dealt, a forced
reveal is possible, and no seat has lost already. What could be concluded from earlier turns is not kept.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Seat
from games.engine.rows import with_row
from games.titles.captn_eli.v4.cards import CHARACTERS, COPIES, ORIGINAL, SUPPORTS, CardId
from games.titles.captn_eli.v4.squads import (
    MOST_OF_A_TYPE,
    SQUAD_SUPPORTS,
    as_hand,
    draw_weighted,
    filled_pool,
    random_squad,
    support_type,
)
from games.titles.captn_eli.v4.state import Lying, State

__all__ = ["resample"]


class _Known(NamedTuple):
    """What everybody knows of the cards of one seat."""

    base: CardId | None  # its character, once a copy has been seen
    copies: int  # number of copies that have been seen
    supports: tuple[CardId, ...]  # that have been seen
    hidden_laid: int  # cards on the grid that nobody else has seen
    hidden_held: int  # cards in hand
    must_lie: bool  # one of the cards on the grid is a copy, since a reveal is due (CE-17)
    must_help: bool  # not all cards in hand are copies; otherwise CE-18 (c) would have ended the game


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Deal anew all that `seat` cannot see; the same state once the game is over."""
    if state.phase == "over":
        return state
    for owner in (0, 1):
        if owner != seat:
            deal = _choice_anew if state.phase == "squads" else _squad_anew
            state = deal(state, owner, chance)
    return state


def _choice_anew(state: State, owner: Seat, chance: Chance) -> State:
    pool = filled_pool((), (), chance) if state.cards == "sealed" else state.pools[owner]
    squad = random_squad(pool, chance) if state.squads[owner] else ()
    return replace(
        state, pools=with_row(state.pools, owner, pool), squads=with_row(state.squads, owner, squad)
    )


def _squad_anew(state: State, owner: Seat, chance: Chance) -> State:
    known = _known(state, owner)
    weighted = state.cards == "sealed"
    base = known.base or _draw(CHARACTERS, chance, weighted)
    copies = _copies(known, base, chance)
    hidden = _supports(known, 1 + SQUAD_SUPPORTS - copies - len(known.supports), chance, weighted)
    ids = COPIES[base][:copies]
    supports = (*known.supports, *hidden)
    pool = filled_pool((base,), supports, chance) if weighted else state.pools[owner]
    laid, held = _shared_out(known, (*ids[known.copies :], *hidden), chance)
    after = replace(
        state,
        pools=with_row(state.pools, owner, pool),
        squads=with_row(state.squads, owner, (*ids, *supports)),
    )
    return _relaid(after, owner, laid, held)


def _known(state: State, owner: Seat) -> _Known:
    own = [lying for lying in state.grid if lying.owner == owner]
    seen = [*(lying.card for lying in own if lying.seen), *state.removed[owner]]
    characters = [card for card in seen if support_type(card) == "character"]
    base = ORIGINAL[characters[0]] if characters else None
    down = [lying for lying in own if not lying.up]
    return _Known(
        base=base, copies=len(characters),
        supports=tuple(card for card in seen if card not in characters),
        hidden_laid=sum(not lying.seen for lying in own), hidden_held=len(state.hands[owner]),
        must_lie=state.phase == "reveal" and state.seat == owner
        and not any(lying.seen and ORIGINAL[lying.card] == base for lying in down),
        must_help=base is None and not down and bool(own),
    )  # fmt: skip


def _draw(cards: Sequence[CardId], chance: Chance, weighted: bool) -> CardId:
    return draw_weighted(cards, 1, chance)[0] if weighted else chance.pick(cards)


def _copies(known: _Known, base: CardId, chance: Chance) -> int:
    """How many copies of the character the squad holds, including those that have been seen."""
    least = max(1, known.copies + known.must_lie)
    most = min(len(COPIES[base]), 1 + SQUAD_SUPPORTS - len(known.supports) - known.must_help)
    return least + chance.below(most - least + 1)


def _supports(known: _Known, count: int, chance: Chance, weighted: bool) -> tuple[CardId, ...]:
    """Supports that nobody has seen; together with those seen, at most two of a type."""
    chosen: list[CardId] = []
    for _ in range(count):
        types = Counter(support_type(card) for card in (*known.supports, *chosen))
        free = [
            card
            for card in SUPPORTS
            if card not in known.supports
            and card not in chosen
            and types[support_type(card)] < MOST_OF_A_TYPE
        ]
        chosen.append(_draw(free, chance, weighted))
    return tuple(chosen)


def _shared_out(
    known: _Known, cards: tuple[CardId, ...], chance: Chance
) -> tuple[list[CardId], list[CardId]]:
    """The hidden cards as they lie on the grid, in the order of laying, and as they are held."""
    forced = cards[:1] if known.must_lie else ()  # a copy, since copies come first
    rest = chance.shuffled(cards[len(forced) :])
    split = known.hidden_laid - len(forced)
    return list(chance.shuffled((*forced, *rest[:split]))), list(rest[split:])


def _relaid(state: State, owner: Seat, laid: list[CardId], held: list[CardId]) -> State:
    """Put the cards in their places; copies are renumbered, first those seen, then those laid, then those held."""
    base = state.squads[owner][0]
    shown = state.shown[owner]
    renamed = dict(zip(shown, COPIES[base], strict=False))
    later = iter(COPIES[base][len(shown) :])
    on_grid, in_hand = (
        [next(later) if ORIGINAL[card] == base else card for card in cards] for cards in (laid, held)
    )
    hidden = iter(on_grid)

    def anew(lying: Lying) -> Lying:
        if lying.owner != owner:
            return lying
        return replace(lying, card=renamed.get(lying.card, lying.card) if lying.seen else next(hidden))

    return replace(
        state,
        grid=tuple(anew(lying) for lying in state.grid),
        hands=with_row(state.hands, owner, as_hand(in_hand)),
        removed=with_row(
            state.removed, owner, tuple(renamed.get(card, card) for card in state.removed[owner])
        ),
        shown=with_row(state.shown, owner, tuple(renamed.values())),
    )
