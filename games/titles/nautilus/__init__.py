"""20,000 Miles under the Sea, 2-4 seats, by Arthur Tebbe for University Games.

Rule sheet: `nautilus`, ids NA-1 to NA-23. Rulings where the sheet is silent:

- NA-3: the pairs, listed twice, are one list of 30, so that blue 2 ends with the second squid-shark.
- NA-10, NA-11: a sailor or a helmet can always be carried out, since `skip` is one of its moves; if `skip` is the only
  one, everybody can see that, and the site plays it (`forced_move`). Only a step can be impossible.
- NA-11, NA-15: helmet and bell take from another seat, never from their own. The helmet trades chips of any rows.
- NA-15: while a special thermostat is unused, every way to play the hand card uses it, including the card's own effect
  and a `skip`; the special card is under the pile either way.
- NA-15: a chip cannot be shifted into a row that has no free square before the chip is lifted, nor into its own row if
  that is full.
- NA-15: the back of a chip, not the dot, decides whether it may be fished: a blue chip put back cannot be fished.
- NA-18: number chips count as held after the sailing of the round's last turn.
- NA-20: a wild may count as an anchor. A printed square counts as soon as its row does: the compass only after round 5.
- NA-21, NA-23: if all other seats leave, the last seat has the points of the rounds counted so far.
- NA-22: the special pile is hidden below its top card, even from players who have noted its order.
- A commit cannot be taken back. A move of stage 2 can, until another seat acts, unless it turned something up or ended
  the round.
- The default move of a time-out is the lowest hand card without a special card; then `skip` or `skip-special` if it is
  legal; an anchor goes to the board if there is room; otherwise the first legal step of depth, course, current, `1`
  before `-1`.
"""

from games.engine.contract import Game, Option
from games.titles.nautilus import legal, observe, rules
from games.titles.nautilus.state import Move, State

GAME: Game[State, Move] = Game(
    slug="nautilus",
    seats=range(2, 5),
    rules_version=1,
    # 5 rounds of 12 turns of 4 seats, each at most a commit, two cards, three arrows, two anchors; 3 leavers
    max_plies=5 * 12 * 4 * 8 + 3,
    reasons=("final-count", "left"),
    options=(Option("rounds", (3, 5), int), Option("commit", ("open", "sealed"))),
    state_type=State,
    move_type=Move,
    setup=rules.setup,
    to_act=legal.to_act,
    legal_moves=legal.legal_moves,
    is_legal=legal.is_legal,
    apply=rules.apply,
    observe=observe.observe,
    resample=observe.resample,
    default_move=rules.default_move,
    leave=rules.leave,
    is_in=rules.is_in,
    recall=observe.recall,
    forced_move=rules.forced_move,
)
