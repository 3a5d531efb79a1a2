"""The Undersea Adventures of Capt'n Eli, 2 seats. Rule sheet: `captn-eli`, ids CE-1 to CE-23.

The rulings where the published text is silent are the clauses of the sheet that are called house.
"""

from games.engine.contract import Game, Option
from games.engine.rules import with_ruleset
from games.titles.captn_eli import observe, orders, resample, rules
from games.titles.captn_eli.cards import CARDS, Ruleset
from games.titles.captn_eli.state import Move, State

GAME: Game[State, Move] = Game(
    slug="captn-eli",
    seats=range(2, 3),
    rules_version=2,
    # For version 1: two squads, then turns. At most 24 turns end a series of quiet ones: 8 place cards, 8 mark them,
    # 8 remove them. At most 16 only turn cards up: each of 8 once, and again after each of 8 uses of MYSTIC. With at
    # most 24 quiet turns before each of the 24, and 25 at the end, that makes 24 * 25 + 25 + 16 turns, and 16 answers.
    # Version 2 has 8 more turns that turn cards up, 6 quiet ones before the storm, and few in it (CE-19 (f)).
    max_plies=660,
    reasons=("character", "no-cards", "character-in-hand", "becalmed", "left"),
    options=(Option("cards", ("all", "sealed")),),
    state_type=State,
    move_type=Move,
    setup=rules.setup,
    to_act=rules.to_act,
    legal_moves=rules.legal_moves,
    is_legal=rules.is_legal,
    apply=rules.apply,
    observe=observe.observe,
    resample=resample.resample,
    default_move=orders.default_move,
    leave=rules.leave,
    is_in=rules.is_in,
    recall=observe.recall,
    forced_move=orders.forced_move,
    is_left_to_player=orders.is_left_to_player,
    sample_move=orders.sample_move,
    is_answer=rules.is_answer,
    orders=orders.ORDERS,
    ordered_move=orders.ordered_move,
)

# Version 1 had no storm, and other values of five characters.
_CARDS_1 = {
    **CARDS,
    "barnacle-jo": CARDS["barnacle-jo"]._replace(c=0, d=2),
    "old-keeper": CARDS["old-keeper"]._replace(c=0, d=2, keywords=("sacrifice", "mystic")),
    "void-lieutenant": CARDS["void-lieutenant"]._replace(keywords=()),
    "hydron-drone": CARDS["hydron-drone"]._replace(c=2),
    "hydron-elder": CARDS["hydron-elder"]._replace(c=1, d=1, keywords=("stacked", "sacrifice")),
}
OLDER = (with_ruleset(GAME, 1, Ruleset(cards=_CARDS_1, storm=0)),)
