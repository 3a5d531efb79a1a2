"""Special cards that move chips, and giving them up: NA-15."""

import pytest

from games.titles.nautilus.cards import SPECIALS
from tests.titles.nautilus.positions import (
    SKIP,
    SKIP_SPECIAL,
    at,
    chip,
    chips,
    do,
    done,
    facts,
    forms,
    holding,
    kinds,
    refuse,
    row,
    sailing,
    special_forms,
    steer,
    told,
)


@pytest.mark.parametrize("card", [card for card in SPECIALS if card != "special-reverse"])
def test_na_15_every_special_card_can_be_given_up(card):
    """NA-15: it goes under the pile as well; the hand card is still to be carried out."""
    name = card.removeprefix("special-")
    step = do(holding(name, pile="reverse"), 0, SKIP_SPECIAL)
    assert told(step) == ["special-given-up"]
    assert step.state.special_pile == ("special-reverse", card)
    assert step.state.specials[0] == ()
    assert SKIP_SPECIAL not in forms(step.state, 0)
    assert SKIP in forms(step.state, 0)


def shift(square, to):
    return {"type": "shift", "chip": square, "row": to}


def test_na_15_sailor_shifts_up_to_the_running_round():
    """NA-15: any of one's chips, to rows 1 and 2 in round 2."""
    state = holding("sailor")
    assert special_forms(state, "shift") == [
        shift([r, c], to) for r, c in ((1, 1), (1, 2), (2, 1)) for to in (1, 2)
    ]
    for wrong in (shift([1, 1], 3), shift([1, 1], 0), shift([1, 3], 1), shift([5, 5], 1)):
        refuse(state, 0, wrong)
    after = done(state, (0, shift([1, 1], 2)))
    assert (row(after, 0, 1), row(after, 0, 2)) == (
        chips(". W1-coral-1 . ."),
        chips("W1-pearl-1 W1-squid-1 . ."),
    )


def test_na_15_sailor_looks_for_the_square_before_the_chip_is_lifted():
    """NA-15: in its own row the chip moves to the right."""
    after = done(holding("sailor"), (0, shift([1, 1], 1)))
    assert row(after, 0, 1) == chips(". W1-coral-1 W1-squid-1 .")
    hole = holding("sailor", ". W1-coral-1 W1-squid-1 |")
    assert row(done(hole, (0, shift([1, 3], 1))), 0, 1) == chips("W1-squid-1 W1-coral-1 . .")


def test_na_15_sailor_cannot_shift_into_a_full_row():
    """NA-15: a full row has no free square before the lift, its own chips included."""
    state = holding("sailor", "W1-squid-1 W1-coral-1 W1-pearl-1 W1-shark-1 |")
    assert special_forms(state, "shift") == [shift([1, column], 2) for column in (1, 2, 3, 4)]
    full = holding("sailor", "W1-squid-1 W1-coral-1 W1-pearl-1 W1-shark-1 |", round=1, closing=True)
    assert forms(full, 0)[-1] == SKIP_SPECIAL
    assert special_forms(full, "shift") == []


def test_na_15_sailor_can_fill_the_running_row():
    """NA-15, NA-16: by whatever means."""
    state = holding("sailor", "W1-squid-1 ; W1-coral-1 W1-pearl-1 W1-shark-1 |")
    step = do(state, 0, shift([1, 1], 2))
    assert told(step) == ["special-used", "shifted", "row-full"]
    assert step.state.closing


def fish(mine, place):
    return {"type": "fish", "mine": mine, "place": place}


OCEAN = "W1-harpoon-1 (B1-squid-shark-1) B1-squid-pearl-1 W1-anchor-1 . . . . . . . . . . . . . . . . . . . ."


def test_na_15_helmet_fishes_white_chips():
    """NA-15: one of your chips for a white-backed one; yours stays there face up."""
    state = holding("helmet", "W1-squid-1 B1-squid-coral-1 | ", ocean=OCEAN)
    mine, places = ([1, 1], [1, 2]), ([0, 0], [3, 0])
    assert special_forms(state, "fish") == [fish(own, place) for own in mine for place in places]
    for wrong in (fish([1, 1], [1, 0]), fish([1, 1], [2, 0]), fish([1, 1], [4, 0]), fish([1, 3], [0, 0])):
        refuse(state, 0, wrong)
    step = do(state, 0, fish([1, 2], [0, 0]))
    assert row(step.state, 0, 1) == chips("W1-squid-1 W1-harpoon-1 . .")
    lying = at(step.state, (0, 0))
    assert (lying.chip, lying.up) == (chip("B1-squid-coral-1"), True)
    assert not any(
        form["place"] == [0, 0]
        for form in special_forms(holding("helmet", ocean="B1-squid-coral-1" + OCEAN[12:]), "fish")
    )


def test_na_15_a_fished_anchor_is_just_a_chip():
    """NA-15: nothing is asked."""
    state = holding("helmet", "W1-squid-1 | ", ocean=OCEAN)
    step = do(state, 0, fish([1, 1], [3, 0]))
    assert row(step.state, 0, 1) == chips("W1-anchor-1 . . .")
    assert sailing(step.state).asked == ""
    assert kinds(step.state, 0) == {"skip"}


def test_na_15_an_anchor_put_back_is_an_anchor_again():
    """NA-15, NA-13: who comes to it is asked."""
    ocean = ". . W1-squid-1 " + ". " * 21
    state = holding("helmet", "W1-anchor-1 | ", card="course-11", ocean=ocean)
    state = done(state, (0, fish([1, 1], [2, 0])), (0, steer("course", 1)))
    assert kinds(state, 0) == {"anchor"}


def test_na_15_helmet_with_nothing_to_swap():
    """NA-15: without a chip of your own, or a white one in the ocean, you can only give it up."""
    assert special_forms(holding("helmet", "| W1-shark-1"), "fish") == []
    assert special_forms(holding("helmet", ocean="(B1-squid-shark-1) " + ". " * 23), "fish") == []


def ring(seat, square, to):
    return {"type": "ring", "seat": seat, "chip": square, "row": to}


def test_na_15_bell_takes_a_chip():
    """NA-15: from any other seat and row, into rows up to the running round."""
    state = holding("bell")
    squares = ([1, 1], [2, 2])
    assert special_forms(state, "ring") == [ring(1, square, to) for square in squares for to in (1, 2)]
    for wrong in (ring(0, [1, 1], 2), ring(1, [1, 2], 1), ring(1, [1, 1], 3), ring(2, [1, 1], 1)):
        refuse(state, 0, wrong)
    step = do(state, 0, ring(1, [2, 2], 1))
    assert row(step.state, 0, 1) == chips("W1-squid-1 W1-coral-1 W2-wild-1 .")
    assert row(step.state, 1, 2) == (None,) * 4
    assert facts(step, "rang")["victim"] == 1


def test_na_15_bell_can_fill_the_running_row_and_needs_room():
    """NA-15, NA-16: into a row with a free square only; the fourth chip ends the round."""
    boards = "W1-squid-1 W1-coral-1 W1-pearl-1 | W1-shark-1"
    step = do(holding("bell", boards, round=1), 0, ring(1, [1, 1], 1))
    assert step.state.closing
    full = holding(
        "bell", "W1-squid-1 W1-coral-1 W1-pearl-1 W1-compass-1 | W1-shark-1", round=1, closing=True
    )
    assert special_forms(full, "ring") == []
