"""The reason on every puzzle's page: there is one, it names nothing hidden, and the engine's states confirm it."""

import re

import pytest

from games.engine.chance import Chance
from games.engine.play import play
from games.engine.puzzle import move_of
from games.puzzles.catalog import catalog_of, catalogs
from games.puzzles.reasons import reason_of
from games.titles.captivate.ending import value_of
from games.titles.captn_eli.challenges import attack_total, defence_total, line_to, pressure_of, targets
from games.titles.captn_eli.state import field_of
from games.titles.cardline.presenter.words import with_value
from games.titles.nautilus.scoring import count_column, count_row

ENTRIES = [entry for slug in catalogs() for entry in catalog_of(slug)]


def states_of(entry, step):
    """The full states after the best and the tempting move, each with this many replies."""
    puzzle, found = entry.puzzle, []
    for move, replies in ((puzzle.best.move, puzzle.line), (puzzle.missed, puzzle.refutation)):
        state = entry.state
        for ply, (seat, facts) in enumerate([(puzzle.seat, move), *replies][: step + 1]):
            chance = Chance(puzzle.key.encode(), ply)
            state = play(entry.game, state, seat, move_of(entry.game, facts), chance).state
        found.append(state)
    return found


def rivals(state, seat):
    return [other for other in range(len(state.hands)) if other != seat]


def afloat(state, seat):
    return sum(ship is not None for ship in state.ships[seat])


def won(state, seat):
    return state.piles[seat] + (state.set_aside if state.seat == seat else ())


def held_in_turn(state, seat):
    return len(state.hands[seat]) if (state.seat, state.phase) == (seat, "actions") else 0


def left(state, seat):
    return len(state.hands[seat]) + sum(lying.owner == seat for lying in state.grid)


def challenged(state, seat, *, by, beaten=False):
    """The number of cards that a seat may challenge; with `beaten`, that it beats, as far as `seat` knows them."""
    field, pressure, cells = field_of(state), pressure_of(state), set()
    for lying in [each for each in state.grid if each.owner == by]:
        for cell in targets(field, lying, pressure):
            line = line_to(field, lying.cell, cell)
            known = line.target.seen or line.target.owner == seat
            wins = attack_total(field, lying, line, pressure) > defence_total(field, line.target)
            cells |= {cell} if not beaten or (known and wins) else set()
    return len(cells)


def scoreboard(state, seat):
    board, rows = state.boards[seat], range(1, state.round + 1)
    columns = sum(count_column(board, column, state.round).points for column in range(1, 5))
    return columns + sum(count_row(board, row).points for row in rows)


# By words of the sentence: the number in it, from a full state and the puzzle's seat.
NUMBERS = {
    "rivals? (is|are) still in": lambda state, seat: sum(
        other not in state.out for other in rivals(state, seat)
    ),
    "You have .* ships? at sea": afloat,
    "Your rivals have": lambda state, seat: sum(afloat(state, other) for other in rivals(state, seat)),
    "cards? in hand for the rest": held_in_turn,
    "You keep .* ships? in hand": lambda state, seat: sum(card[-1].isdigit() for card in state.hands[seat]),
    "won .* points? so far": lambda state, seat: value_of(won(state, seat)),
    "won .* cards? so far": lambda state, seat: len(won(state, seat)),
    "The field offers": lambda state, seat: value_of(
        laid.card for laid in state.field if laid.up or fits(state)
    ),
    "Your opponent has": lambda state, seat: left(state, 1 - seat),
    "You have .* left": left,
    "opponent can beat": lambda state, seat: challenged(state, seat, by=1 - seat, beaten=True),
    "opponent can challenge": lambda state, seat: challenged(state, seat, by=1 - seat),
    "You can beat": lambda state, seat: challenged(state, seat, by=seat, beaten=True),
    "You can challenge": lambda state, seat: challenged(state, seat, by=seat),
    "Your pictures and columns": scoreboard,
    "A rival's pictures": lambda state, seat: max(
        scoreboard(state, each) for each in state.order if each != seat
    ),
    "You sail after": lambda state, seat: state.order.index(seat),
}
# The same for sentences without numbers: what is true after one of the moves only.
ONLY_BEST = {
    "You win": lambda state, seat: state.outcome is not None and state.outcome.ranks[seat] == 1,
    "draws the deck's last card": lambda state, seat: state.starter in rivals(state, seat),
    "A rival loses a card": lambda state, seat: state.owed and state.queue[0].against != seat,
    "boarding ship answers": lambda state, seat: (
        ("boarding", seat) in [(a.cause, a.seat) for a in state.queue]
    ),
}
ONLY_TEMPTING = {
    "answers you": lambda state, seat: seat in [answer.against for answer in state.queue],
}


def fits(state):
    return state.memory == "assisted"


def entry_id(entry):
    return f"{entry.slug}-{entry.number}"


@pytest.mark.parametrize("entry", [each for each in ENTRIES if each.slug != "cardline"], ids=entry_id)
def test_a_reason_counts_what_the_states_have(entry):
    reason, seat = reason_of(entry), entry.puzzle.seat
    best, tempting = states_of(entry, reason.step)
    text = str(reason.words)
    [(fact, kind)] = [
        (fact, kind)
        for kind in (NUMBERS, ONLY_BEST, ONLY_TEMPTING)
        for words, fact in kind.items()
        if re.search(words, text)
    ]
    if kind is NUMBERS:
        shown = [int(number.replace("none", "0")) for number in re.findall(r"\d+|none", text)]
        assert shown == [fact(best, seat), fact(tempting, seat)] and shown[0] != shown[1]
    else:
        assert (fact(best, seat), fact(tempting, seat)) == (kind is ONLY_BEST, kind is not ONLY_BEST)


@pytest.mark.parametrize("entry", [each for each in ENTRIES if each.slug == "cardline"], ids=entry_id)
def test_a_reason_of_cardline_shows_the_right_card_and_no_other_value(entry):
    text, puzzle = str(reason_of(entry).words), entry.puzzle
    best, tempting = states_of(entry, 0)
    assert puzzle.best.move["card"] in [card.id for card in best.line]
    assert puzzle.missed["card"] in [card.id for card in tempting.box]
    view = entry.game.observe(best, puzzle.seat)
    shown = {with_value(face.name, view.trait, face.value) for face in view.line}
    left = text
    for each in sorted(shown, key=len, reverse=True):
        left = left.replace(each, "")
    assert left != text and "(" not in left
