"""The consequences of a step: NA-12, NA-13."""

from games.titles.nautilus import GAME
from games.titles.nautilus.ocean import DOTS, Submarine, blocking_star, index_of, open_ways
from tests.titles.nautilus.positions import (
    SKIP,
    START,
    TO_BOARD,
    TO_CARD,
    at,
    chip,
    chips,
    commit,
    committed,
    do,
    done,
    facts,
    forms,
    kinds,
    position,
    refuse,
    row,
    sailing,
    sea_with,
    specials,
    steer,
    steps,
    told,
)

DOWN = steer("depth", -1)
GLOBE_EAST = {"type": "globe", "axis": "course", "step": 1}


def test_na_12_the_chip_is_taken_into_the_leftmost_free_square():
    """NA-12: into the running round's row, holes first; the place is then empty."""
    boards = "W1-coral-1 ; . W1-pearl-1 . . | "
    state = committed(position(boards, ocean=sea_with(east="W1-squid-1"), round=2), "course-5", "sailor-2")
    step = do(state, 0, steer("course", 1))
    assert row(step.state, 0, 2) == chips("W1-squid-1 W1-pearl-1 . .")
    assert at(step.state, (2, 0)) is None
    assert facts(step, "took") == {
        "seat": 0, "turn": 0, "chip": chip("W1-squid-1"), "place": [2, 0], "square": [2, 1],
    }  # fmt: skip


def test_na_12_an_empty_place_gives_nothing():
    """NA-12: and the log says so."""
    step = do(committed(position("|"), "course-5", "sailor-2"), 0, steer("course", 1))
    assert told(step) == ["steered"]
    assert facts(step, "steered")["empty"]


FULL = "W1-coral-1 W1-pearl-1 W1-shark-1 W1-compass-1 | "


def test_na_12_with_a_full_row_the_chip_stays():
    """NA-12: a white chip as it was; a blue one turned up."""
    for token, events in (
        ("W1-squid-1", ["steered", "left-lying"]),
        ("(B1-squid-coral-1)", ["steered", "turned-up", "left-lying"]),
    ):
        ocean = sea_with(east=token)
        step = do(
            committed(position(FULL, ocean=ocean, closing=True), "course-5", "sailor-2"),
            0,
            steer("course", 1),
        )
        assert told(step) == events
        lying = at(step.state, (2, 0))
        assert (lying.chip, lying.up) == (chip(token.strip("()")), True)


def test_na_12_a_blue_chip_is_turned_up_and_taken():
    """NA-12: with two symbols, as one chip."""
    state = committed(position("|", ocean=sea_with(east="(B1-squid-coral-1)")), "course-5", "sailor-2")
    step = do(state, 0, steer("course", 1))
    assert told(step) == ["steered", "turned-up", "took"]
    assert row(step.state, 0, 1) == chips("B1-squid-coral-1 . . .")


def test_na_13_a_wild_is_taken_like_any_chip():
    """NA-13: its meaning is chosen when it is scored."""
    state = committed(position("|", ocean=sea_with(east="W2-wild-1")), "course-5", "sailor-2")
    assert row(done(state, (0, steer("course", 1))), 0, 1) == chips("W2-wild-1 . . .")


def anchor_found(boards="|", pile="bell globe", found="W1-anchor-1", **more):
    state = position(boards, ocean=sea_with(east=found), pile=pile, **more)
    return do(committed(state, "course-5", "sailor-2"), 0, steer("course", 1))


def test_na_13_anchor_to_the_board():
    """NA-13: the taker is asked, and places it as a chip."""
    step = anchor_found()
    assert told(step) == ["steered", "anchor-found"]
    assert forms(step.state, 0) == [TO_BOARD, TO_CARD]
    assert at(step.state, (2, 0)).chip == chip("W1-anchor-1")
    refuse(step.state, 0, {"type": "anchor", "to": "sea"})
    after = done(step.state, (0, TO_BOARD))
    assert row(after, 0, 1) == chips("W1-anchor-1 . . .")
    assert (at(after, (2, 0)), after.special_pile) == (None, specials("bell globe"))


def test_na_13_anchor_for_a_card():
    """NA-13: it leaves the game; the top card is taken and the next turned up."""
    step = do(anchor_found(found="(B2-anchor-1)").state, 0, TO_CARD)
    state = step.state
    assert (state.gone, at(state, (2, 0)), row(state, 0, 1)) == (chips("B2-anchor-1"), None, (None,) * 4)
    assert (state.specials[0], state.special_pile) == (specials("bell"), specials("globe"))
    seen = facts(step, "special-gained")
    assert (seen["card"], seen["top"]) == ("special-bell", "special-globe")
    assert not step.undoable


def test_na_13_anchor_with_a_full_row():
    """NA-13: the seat is asked, but only a card is possible."""
    state = anchor_found(FULL, closing=True).state
    assert forms(state, 0) == [TO_CARD]
    refuse(state, 0, TO_BOARD)


def test_na_13_anchor_without_special_cards():
    """NA-13: nothing is asked: to the board, or it stays."""
    assert told(anchor_found(pile="")) == ["steered", "took"]
    stays = anchor_found(FULL, pile="", closing=True)
    assert told(stays) == ["steered", "left-lying"]
    assert at(stays.state, (2, 0)).chip == chip("W1-anchor-1")


def test_na_13_a_special_card_gained_is_not_for_this_turn():
    """NA-13, NA-8: it is owned, and can be committed in the next turn."""
    state = done(anchor_found().state, (0, TO_CARD))
    assert GAME.to_act(state) == {1}
    state = done(state, (1, SKIP))
    assert commit("depth-4+bell") in forms(state, 0)


def test_na_13_a_star_stays():
    """NA-13: it stays face up, and no later step may end at it."""
    state = committed(position("|", ocean=sea_with(east="(B1-star-1)")), "course-11", "course-8")
    step = do(state, 0, steer("course", 1))
    assert told(step) == ["steered", "turned-up"]
    assert at(step.state, (2, 0)).up
    assert row(step.state, 0, 1) == (None,) * 4
    assert step.state.stars == (index_of((2, 0)),)
    away = done(step.state, (1, steer("course", 1)))
    back = committed(away, "course-5", "sailor-2")
    assert back.submarine.heading == "S"
    assert steps(back, 0) == {("course", 1)}
    refuse(back, 0, steer("course", -1))


def test_na_13_hidden_stars_bar_no_step():
    """NA-13, NA-22: the legal moves don't reveal face-down chips."""
    state = committed(
        position("|", ocean=sea_with(east="(B1-star-1)", below="(B2-star-1)")), "thermostat-1", "sailor-2"
    )
    state = done(state, (1, SKIP))
    assert len(steps(state, 0)) == 5


def test_na_13_stars_are_known_in_the_order_in_which_they_were_turned_up():
    """NA-13: the safeguard takes the latest."""
    state = position("|", ocean=sea_with(east="(B1-star-1)", south="(B2-star-1)"))
    state = committed(state, "course-11", "course-8")
    state = done(state, (0, steer("course", 1)), (1, steer("course", 1)))
    assert state.stars == (index_of((2, 0)), index_of((4, 0)))


def test_na_13_safeguard():
    """NA-13: only if stars block every step, one goes: the latest of those at which a step would end."""
    ends = tuple(way.place for way in open_ways(START, (), ("depth", "course", "current")))
    away = index_of((4, -2))
    assert blocking_star(START, ends[:-1]) is None
    assert blocking_star(START, (*ends, away)) == ends[-1]
    assert blocking_star(START, (away, *reversed(ends))) == ends[0]


def test_na_13_the_safeguard_is_checked_after_a_step():
    """NA-13: with more stars than the game has; the star is out of the game, and its place can be reached."""
    after = Submarine("E", 0, 0)
    ends = [way.place for way in open_ways(after, (), ("depth", "course", "current"))]
    tokens = [("W3-squid-1" if i == 20 else "B1-star-1" if i in ends else ".") for i in range(24)]
    state = position("|", ocean=" ".join(tokens), stars=(ends[1], ends[3], ends[0], ends[4], ends[2]))
    # the submarine may leave its place only in this test: no step may end at `ends`
    step = do(committed(state, "course-5", "sailor-2"), 0, steer("course", 1))
    assert facts(step, "star-removed")["place"] == list(DOTS[ends[2]].place)
    assert step.state.gone == chips("B1-star-1")
    assert step.state.stars == (ends[1], ends[3], ends[0], ends[4])
    assert step.state.ocean[ends[2]] is None


def test_na_13_an_arrow_asks_for_another_step():
    """NA-13: it stays face up; one more step at once, on any axis, with any card."""
    state = committed(position("|", ocean=sea_with(east="(B1-arrow-1)")), "course-5", "sailor-2")
    step = do(state, 0, steer("course", 1))
    assert told(step) == ["steered", "turned-up", "arrow-met"]
    assert at(step.state, (2, 0)).up
    expected = {("depth", -1), ("course", 1), ("course", -1), ("current", 1), ("current", -1)}
    assert steps(step.state, 0) == expected
    assert kinds(step.state, 0) == {"steer"}
    assert GAME.to_act(done(step.state, (0, steer("depth", -1)))) == {1}


def test_na_13_each_arrow_once_in_a_sailing():
    """NA-13: reached again by the globe it does nothing; in the next seat's sailing it works again."""
    state = position("|", ocean=sea_with(east="B1-arrow-1"), owned="globe|")
    state = committed(state, "course-11+globe", "course-5")
    state = done(state, (0, steer("course", 1)), (0, steer("course", -1)))
    step = do(state, 0, GLOBE_EAST)
    assert told(step)[-2:] == ["steered", "arrow-spent"]
    assert GAME.to_act(step.state) == {1}
    state = done(step.state, (1, steer("course", -1)))  # from east to north; the arrow of the next turn
    state = committed(state, "course-8", "sailor-2")
    assert sailing(done(state, (0, steer("course", 1)))).asked == "arrow"


def test_na_13_chain_of_arrows_and_an_anchor():
    """NA-13: an arrow's step that ends at another arrow asks again; the special card comes last."""
    ocean = sea_with(east="(B1-arrow-1)", south="B2-arrow-1", west="(B3-anchor-1)")
    state = committed(position("|", ocean=ocean, owned="bell|"), "course-11+bell", "sailor-2")
    state = done(state, (0, steer("course", 1)))
    state = done(state, (0, steer("course", 1)))
    assert (sailing(state).asked, len(sailing(state).arrows)) == ("arrow", 2)
    state = done(state, (0, steer("course", 1)))
    assert kinds(state, 0) == {"anchor"}
    state = done(state, (0, TO_BOARD))
    assert kinds(state, 0) == {"skip-special"}


def test_na_13_a_full_row_does_not_stop_an_arrow():
    """NA-13: with a full row an arrow still asks, and a star still stays."""
    state = committed(
        position(FULL, ocean=sea_with(east="(B1-arrow-1)"), closing=True), "course-5", "sailor-2"
    )
    assert sailing(done(state, (0, steer("course", 1)))).asked == "arrow"
