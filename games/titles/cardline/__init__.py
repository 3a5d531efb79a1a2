"""Cardline: heroes and villains, 2-8 seats, after the series by Frédéric Henry. Rule sheet: `cardline`, CL-1 to CL-14.

The option `deck` is the slug of the bundled deck, the digest of an edition that `deck.registry` finds (such as the
site's uploaded decks), or the deck itself as data, `{"name", "cards"}`. Every card in the state has its value for the
chosen trait, and the state has the edition's digest: `state` and `deck.registry` say why.
"""

from typing import Any

from games.engine.contract import Game, Option
from games.titles.cardline import observe, rules
from games.titles.cardline.deck import BUNDLED, LARGEST, TRAITS
from games.titles.cardline.state import Move, State, is_in

GAME: Game[State, Move] = Game(
    slug="cardline",
    seats=range(2, 9),
    rules_version=1,
    # A right card stays in the line, a wrong one takes a card from the deck, and the round of the third shuffle of the
    # box is the last: the largest deck once for right cards and three times for wrong ones, that round, and leavers.
    max_plies=4 * LARGEST + 8 + 8,
    reasons=("first-out", "knock-out", "stalled", "no-cards", "left"),
    options=(
        Option("trait", tuple(TRAITS)),
        Option("hand", (4, 5, 6, 7, 8), int),
        Option("deck", (), str | dict[str, Any], fallback=BUNDLED),
    ),
    state_type=State,
    move_type=Move,
    setup=rules.setup,
    to_act=rules.to_act,
    legal_moves=rules.legal_moves,
    is_legal=rules.is_legal,
    apply=rules.apply,
    observe=observe.observe,
    resample=observe.resample,
    default_move=rules.default_move,
    leave=rules.leave,
    is_in=is_in,
    recall=observe.recall,
    sample_move=rules.sample_move,
)
