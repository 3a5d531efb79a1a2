"""A world for a seat that does not see everything: the same game with hidden cards redealt (CE-4, CE-5, CE-18, CE-20).

The observation stays the same. Each squad is legal and comes from a pool that could have been dealt, a forced reveal
is possible, and no seat has lost already. What a seat could conclude from earlier turns may be wrong.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Seat
from games.engine.rules import with_row
from games.titles.captn_eli.cards import CardId, Ruleset, original_of
from games.titles.captn_eli.squads import (
    MOST_OF_A_TYPE,
    SQUAD_SUPPORTS,
    as_hand,
    draw_weighted,
    filled_pool,
    random_squad,
)
from games.titles.captn_eli.state import Lying, State


class _Known(NamedTuple):
    """What everybody knows about one seat's cards."""

    base: CardId | None  # its character, if a copy has been seen
    copies: int  # number of copies seen
    supports: tuple[CardId, ...]  # supports seen
    hidden_laid: int  # cards on the grid that nobody else has seen
    hidden_held: int  # cards in hand
    must_lie: bool  # one of the cards on the grid must be a copy, because a reveal is due (CE-17)
    must_help: bool  # not all cards in hand can be copies; otherwise CE-18 (c) would have ended the game


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Redeal everything that `seat` cannot see; returns the same state once the game is over."""
    if state.phase == "over":
        return state
    for owner in (0, 1):
        if owner != seat:
            deal = _redeal_choice if state.phase == "squads" else _redeal_squad
            state = deal(state, owner, chance)
    return state


def _redeal_choice(state: State, owner: Seat, chance: Chance) -> State:
    pool = filled_pool(state.ruleset, (), (), chance) if state.cards == "sealed" else state.pools[owner]
    squad = random_squad(state.ruleset, pool, chance) if state.squads[owner] else ()
    pools, squads = with_row(state.pools, owner, pool), with_row(state.squads, owner, squad)
    return replace(state, pools=pools, squads=squads)


def _redeal_squad(state: State, owner: Seat, chance: Chance) -> State:
    known, ruleset = _public_knowledge(state, owner), state.ruleset
    draw = _draw_weighted if state.cards == "sealed" else _draw
    base = known.base or draw(ruleset, ruleset.characters, chance)
    ids = ruleset.copies[base][: _copies(known, len(ruleset.copies[base]), chance)]
    hidden = _supports(ruleset, known, 1 + SQUAD_SUPPORTS - len(ids) - len(known.supports), draw, chance)
    supports = (*known.supports, *hidden)
    pool = state.pools[owner] if draw is _draw else filled_pool(ruleset, (base,), supports, chance)
    laid, held = _split_hidden(known, (*ids[known.copies :], *hidden), chance)
    pools, squads = with_row(state.pools, owner, pool), with_row(state.squads, owner, (*ids, *supports))
    return _put_back(replace(state, pools=pools, squads=squads), owner, laid, held)


def _public_knowledge(state: State, owner: Seat) -> _Known:
    own = [lying for lying in state.grid if lying.owner == owner]
    seen = [*(lying.card for lying in own if lying.seen), *state.removed[owner]]
    characters = [card for card in seen if state.ruleset.by_id[card].type == "character"]
    base = original_of(characters[0]) if characters else None
    down = [lying for lying in own if not lying.up]
    return _Known(
        base=base, copies=len(characters),
        supports=tuple(card for card in seen if card not in characters),
        hidden_laid=sum(not lying.seen for lying in own), hidden_held=len(state.hands[owner]),
        must_lie=state.phase == "reveal" and state.seat == owner
        and not any(lying.seen and original_of(lying.card) == base for lying in down),
        must_help=base is None and not down and bool(own),
    )  # fmt: skip


_Draw: TypeAlias = Callable[[Ruleset, Sequence[CardId], Chance], CardId]


def _draw(ruleset: Ruleset, cards: Sequence[CardId], chance: Chance) -> CardId:
    return chance.pick(cards)


def _draw_weighted(ruleset: Ruleset, cards: Sequence[CardId], chance: Chance) -> CardId:
    return draw_weighted(ruleset, cards, 1, chance)[0]


def _copies(known: _Known, most: int, chance: Chance) -> int:
    """A number of copies of the character for the squad, including those seen."""
    least = max(1, known.copies + known.must_lie)
    most = min(most, 1 + SQUAD_SUPPORTS - len(known.supports) - known.must_help)
    return least + chance.below(most - least + 1)


def _supports(ruleset: Ruleset, known: _Known, count: int, draw: _Draw, chance: Chance) -> tuple[CardId, ...]:
    """Supports that nobody has seen; together with those seen, at most two of a type."""
    chosen: list[CardId] = []
    for _ in range(count):
        types = Counter(ruleset.by_id[card].type for card in (*known.supports, *chosen))
        unseen = [card for card in ruleset.supports if card not in (*known.supports, *chosen)]
        free = [card for card in unseen if types[ruleset.by_id[card].type] < MOST_OF_A_TYPE]
        chosen.append(draw(ruleset, free, chance))
    return tuple(chosen)


def _split_hidden(
    known: _Known, cards: tuple[CardId, ...], chance: Chance
) -> tuple[list[CardId], list[CardId]]:
    """The hidden cards on the grid, in the order of placing, and those in hand."""
    forced = cards[:1] if known.must_lie else ()  # a copy, because copies come first
    rest = chance.shuffled(cards[len(forced) :])
    split = known.hidden_laid - len(forced)
    return list(chance.shuffled((*forced, *rest[:split]))), list(rest[split:])


def _put_back(state: State, owner: Seat, laid: list[CardId], held: list[CardId]) -> State:
    """Put the cards in their places; copies are renumbered: first those seen, then those placed, then those in hand."""
    base = state.squads[owner][0]
    shown = state.shown[owner]
    renamed = dict(zip(shown, state.ruleset.copies[base], strict=False))
    later = iter(state.ruleset.copies[base][len(shown) :])
    on_grid = [next(later) if original_of(card) == base else card for card in laid]
    in_hand = [next(later) if original_of(card) == base else card for card in held]
    hidden = iter(on_grid)

    def redeal(lying: Lying) -> Lying:
        if lying.owner != owner:
            return lying
        return replace(lying, card=renamed.get(lying.card, lying.card) if lying.seen else next(hidden))

    return replace(
        state,
        grid=tuple(redeal(lying) for lying in state.grid),
        hands=with_row(state.hands, owner, as_hand(state.ruleset, in_hand)),
        removed=with_row(state.removed, owner, tuple(renamed.get(one, one) for one in state.removed[owner])),
        shown=with_row(state.shown, owner, tuple(renamed.values())),
    )
