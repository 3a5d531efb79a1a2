"""The Undersea Adventures of Capt'n Eli, 2 seats. Rule sheet: `captn-eli`, ids CE-1 to CE-23.

Rulings where the sheet is silent:

- A squad of more or fewer than four cards is well formed and illegal; a cell that is not two numbers is malformed.
- A spectator reads the same numbers of copies as the opponent. The numbers stay after the game; copies never seen
  get the next ones (CE-5). Pools and squads, which name each copy once, and the owner's view show the true ids.
- Both seats may play the same card: each has its own set (CE-4).
- An action that loses the game at once, such as the flip of CE-18 (c), is legal (CE-8).
- CE-18 is checked for the owner of the card that was turned up or removed: it depends on that seat's cards alone, and
  turning a card down never makes it true. So both seats can never lose at once.
- A declined SACRIFICE is not used up (CE-14); the log records every use of it, and every use of MYSTIC.
- CE-19: a turn in which a card was turned and none placed, marked or removed does not change the count of quiet turns.
  A card that is removed by SACRIFICE, or marked, ends the row like any other.
- CE-19 compares the cards and values in hand and on the grid, without removed cards. A seat with a card in hand or face
  down always has an alternative to moving, so by then all cards are face up.
- Turns are counted from 0, including skipped ones. Squads are chosen before turn 0 and logged as turn 0.
- No ply can be taken back: an action ends its turn or has shown a card, a squad is final, an answer acts at once.
- A move is publicly forced if no card is in hand and everybody can see that there is no other move (CE-15, CE-17).
- Standing orders and the default moves of a time-out: see `orders`.
"""

from games.engine.contract import Game, Option
from games.titles.captn_eli import observe, orders, resample, rules
from games.titles.captn_eli.state import Move, State

GAME: Game[State, Move] = Game(
    slug="captn-eli",
    seats=range(2, 3),
    rules_version=1,
    # Two squads, then turns. At most 24 end a row of quiet ones: 8 placed cards, 8 marked, 8 removed. At most 16 only
    # turn cards up: each of 8 once, and again after each of 8 uses of MYSTIC. With at most 24 quiet turns before each
    # of the 24, and 25 at the end, that makes 24 * 25 + 25 + 16 turns, and 16 answers.
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
    sample_move=orders.sample_move,
    is_answer=rules.is_answer,
    orders=orders.ORDERS,
    ordered_move=orders.ordered_move,
)
