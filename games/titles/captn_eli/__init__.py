"""The Undersea Adventures of Capt'n Eli, 2 seats. Rule sheet: `captn-eli`, ids CE-1 to CE-23.

Rulings where the sheet is silent:

- A squad of more or fewer than four cards is well formed and illegal; a cell of other than two numbers is malformed.
- A spectator reads copies by the opponent's numbers. They stay after the game; copies never seen get the next ones
  (CE-5). Pools and squads, which name each copy once, and the owner's own view always show the true ids.
- Both seats may play the same card: each has a set of its own (CE-4).
- An action that loses the game at once, such as the flip of CE-18 (c), is legal (CE-8).
- CE-18 is looked at for the owner of the card that was turned up or removed: it is about that seat's cards alone, and
  a card turned down never makes it come true. So both can never lose at once.
- A declined SACRIFICE is not spent (CE-14); the use that is made is told, as are uses of MYSTIC.
- The cards and values that CE-19 compares are those in hand and on the grid, not those removed.
- Turns are counted from 0, those passed over too. Squads are chosen before turn 0 and told as of it.
- No ply can be taken back: an action ends its turn or has shown a card, a squad is final, an answer acts at once.
- A move is publicly forced where no card is in hand and everybody can see that there is no other (CE-15, CE-17).
- Standing orders and the default moves of a time-out: see `orders`.
"""

from games.engine.contract import Game, Option
from games.titles.captn_eli import observe, orders, resample, rules
from games.titles.captn_eli.state import Move, State

__all__ = ["GAME"]

GAME: Game[State, Move] = Game(
    slug="captn-eli",
    seats=range(2, 3),
    rules_version=2,
    # Two squads, then turns. A turn in which nothing is laid, turned, marked or removed may come 19 times in a row;
    # one in which something is comes at most 34 times: 8 cards laid, 8 removed, 2 marked, and 8 turned up once and
    # again after each of 8 uses of MYSTIC (four cards of a squad at most have it). 34 * 20 + 20 turns, 10 answers.
    max_plies=720,
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
    sample_move=orders.sample_move,
    is_answer=rules.is_answer,
    orders=orders.ORDERS,
    ordered_move=orders.ordered_move,
)
