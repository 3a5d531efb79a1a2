"""Challenges: CE-10 to CE-13, and the example of CE-22."""

import pytest

from tests.titles.captn_eli.positions import (
    cells_of,
    challenge,
    do,
    ended,
    event,
    kinds,
    mystic,
    position,
    refuse,
    see,
    shown,
    targets,
)

FOE = "1:sonar"  # a face-down card may always be challenged


def compared(step):
    facts = event(step, "compared").public
    return facts["attack"], facts["defence"], facts["won"]


def test_ce_10_a_character_challenges_in_four_directions():
    """CE-10: adjacent cards of the opponent, no corners, none of your own."""
    state = position(
        """
        1:kelp-maze 1:sonar 1:dolphin
        1:grapple 0:captn-eli^ 1:sea-sled
        . 0:eagle-rock .
        """,
        "| barnacle-jo",
    )
    assert targets(state, 0, (1, 1)) == {(1, 0), (0, 1), (2, 1)}


def test_ce_10_only_face_up_characters_and_vehicles_challenge():
    """CE-10: not face down, no location, no gadget, not the opponent's."""
    for card in ("0:captn-eli", "0:eagle-rock^", "0:grapple^", "0:dolphin"):
        state = position(f"{FOE}\n{card}", "captn-eli | barnacle-jo")
        assert targets(state, 0, (0, 1)) == set()
        refuse(state, 0, challenge((0, 1), (0, 0)))
    state = position("1:patrol-sub^\n0:dolphin", "captn-eli | barnacle-jo")
    refuse(state, 0, challenge((0, 0), (0, 1)))
    refuse(state, 0, challenge((5, 5), (0, 1)))


def test_ce_10_a_vehicle_challenges_along_its_column_only():
    """CE-10: adjacent ones, and through nothing."""
    state = position(
        """
        . 1:kelp-maze .
        1:grapple 0:dolphin^ 1:sea-sled
        . 1:sonar .
        """,
        "captn-eli | barnacle-jo",
    )
    assert targets(state, 0, (1, 1)) == {(1, 0), (1, 2)}
    through = position(f"{FOE}\n0:sea-sled^\n0:dolphin^", "captn-eli | barnacle-jo")
    assert targets(through, 0, (0, 1)) == {(0, 0)}
    assert targets(through, 0, (0, 2)) == set()


def test_ce_10_a_stacked_character_challenges_along_its_column_only():
    """CE-10: adjacent or through, not sideways."""
    state = position(
        """
        . 1:kelp-maze .
        . 0:dolphin^ .
        1:grapple 0:hydron^ 1:sea-sled
        . 1:sonar .
        """,
        "| barnacle-jo",
    )
    assert targets(state, 0, (1, 2)) == {(1, 0), (1, 3)}


def test_ce_10_a_character_challenges_through_vehicles_and_copies():
    """CE-10: an unbroken run of your own face-up vehicles or STACKED cards, up or down the column."""
    long = position(f"{FOE}\n0:dolphin^\n0:sea-sled^\n0:captn-eli^", "| barnacle-jo")
    assert targets(long, 0, (0, 3)) == {(0, 0)}
    down = position(f"0:captn-eli^\n0:dolphin^\n{FOE}", "| barnacle-jo")
    assert targets(down, 0, (0, 0)) == {(0, 2)}
    copies = position(f"{FOE}\n0:hydron^\n0:hydron#2^\n0:hydron#3^", "| barnacle-jo")
    assert targets(copies, 0, (0, 3)) == targets(copies, 0, (0, 2)) == targets(copies, 0, (0, 1)) == {(0, 0)}


@pytest.mark.parametrize(
    "between", ["0:dolphin", "0:dolphin~", "0:eagle-rock^", "0:grapple^", ".", "0:hydron#2"]
)
def test_ce_10_what_breaks_the_run(between):
    """CE-10: face-down cards, locations, gadgets and gaps."""
    character = "0:hydron^" if "hydron" in between else "0:captn-eli^"
    state = position(f"{FOE}\n{between}\n{character}", "| barnacle-jo")
    assert targets(state, 0, (0, 2)) == set()
    refuse(state, 0, challenge((0, 2), (0, 0)))


def test_ce_10_not_past_an_opponents_card_nor_sideways_through():
    """CE-10: the card directly after the run; a row is no column."""
    state = position(f"{FOE}\n1:patrol-sub^\n0:dolphin^\n0:captn-eli^", "| barnacle-jo")
    assert targets(state, 0, (0, 3)) == {(0, 1)}
    row = position(f"{FOE} 0:dolphin^ 0:captn-eli^", "| barnacle-jo")
    assert targets(row, 0, (2, 0)) == set()


@pytest.mark.parametrize(
    ("target", "is_legal"),
    [
        ("1:kraken-frigate^", True),  # 1 against 0
        ("1:dolphin^", False),  # a tie
        ("1:bathysphere^", False),
        ("1:bathysphere", True),  # face down
        ("1:bathysphere~", True),  # face down, though known
    ],
)
def test_ce_10_a_challenge_that_must_fail_is_illegal(target, is_legal):
    """CE-10: a face-up target only with the higher total, a face-down one always."""
    state = position(f"{target}\n0:captn-eli^", "| barnacle-jo")
    assert targets(state, 0, (0, 1)) == ({(0, 0)} if is_legal else set())
    if not is_legal:
        refuse(state, 0, challenge((0, 1), (0, 0)))


def test_ce_11_a_character_adds_what_it_challenges_through_and_its_gadgets():
    """CE-11: 1, and 1 + 3 through, and 2 of the open gadget beside the challenger; no gadget elsewhere."""
    state = position(
        """
        . 1:bathysphere .
        0:sonar^ 0:dolphin^ .
        . 0:kraken-frigate^ .
        . 0:captn-eli^ 0:grapple^
        """,
        "| barnacle-jo kelp-maze",
    )
    assert compared(do(state, 0, challenge((1, 3), (1, 0)))) == (1 + 1 + 3 + 2, 2, True)


def test_ce_11_gadgets_count_face_up_beside_and_ones_own():
    """CE-11: in all four directions; not face down, not at a corner, not the opponent's."""
    state = position(
        """
        0:grapple^ 1:bathysphere 0:pulse-lamp^
        0:harpoon 0:captn-eli^ 0:sonar^
        . 1:torpedo-fan^ .
        """,
        "| barnacle-jo kelp-maze",
    )
    assert compared(do(state, 0, challenge((1, 1), (1, 0)))) == (1 + 1, 2, False)


def test_ce_11_a_vehicle_has_only_its_own_value():
    """CE-11: gadgets help only characters."""
    state = position("1:bathysphere .\n0:torpedo-skiff^ 0:storm-engine^", "captn-eli | barnacle-jo kelp-maze")
    assert compared(do(state, 0, challenge((0, 1), (0, 0)))) == (2, 2, False)


@pytest.mark.parametrize(("quiet", "attack"), [(6, 1), (7, 10), (20, 10)])
def test_ce_19_the_storm_adds_nine_to_every_challenge(quiet, attack):
    """CE-19: once, adjacent or through, and on all sides."""
    for grid, at in (
        ("1:sonar\n0:hydron^", (0, 1)),
        ("1:sonar\n0:bathysphere^\n0:hydron^", (0, 2)),
        ("1:sonar 0:captn-eli^", (1, 0)),
    ):
        step = do(position(grid, "| barnacle-jo grapple", quiet=quiet), 0, challenge(at, (0, 0)))
        assert compared(step)[0] == attack
        assert event(step, "compared").public["pressure"] == attack - 1


def test_ce_19_in_the_storm_a_stacked_character_challenges_sideways():
    """CE-19: a vehicle still does not."""
    grid = "1:sonar^ 0:hydron^ .\n1:eagle-rock^ 0:dolphin^ 1:barnacle-jo^"
    calm, storm = position(grid, "|", quiet=6), position(grid, "|", quiet=7)
    assert targets(calm, 0, (1, 0)) == set() and targets(storm, 0, (1, 0)) == {(0, 0)}
    assert targets(storm, 0, (1, 1)) == set()


def test_ce_12_a_character_is_covered_by_locations():
    """CE-12: open ones of the same owner beside it."""
    state = position(
        """
        1:eagle-rock^ 1:frogman-diaz 1:sargasso^
        1:coral-keep 0:captn-eli^ .
        """,
    )
    assert compared(do(state, 0, challenge((1, 1), (1, 0)))) == (1, 2 + 3 + 1, False)


def test_ce_12_locations_cover_nobody_else():
    """CE-12: not face down, not at a corner, not the opponent's, not a vehicle."""
    state = position(
        """
        1:eagle-rock 1:admiral-quill~m 0:hydron-citadel^
        1:ice-shelf^ 0:captn-eli^ .
        """,
    )
    assert compared(do(state, 0, challenge((1, 1), (1, 0)))) == (1, 0, True)
    vehicle = position("1:kraken-frigate 1:ice-shelf^\n0:captn-eli^ .", "| barnacle-jo kelp-maze")
    assert compared(do(vehicle, 0, challenge((0, 1), (0, 0)))) == (1, 0, True)


def test_ce_13_a_face_down_target_is_turned_up_and_removed_if_beaten():
    """CE-13: the challenge is the whole turn."""
    state = position("1:kraken-frigate 1:sonar\n0:captn-eli^ .", "| barnacle-jo")
    step = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(step) == ["challenged", "turned-up", "compared", "removed"]
    assert event(step, "turned-up").public == {"seat": 1, "turn": 9, "at": [0, 0], "card": "kraken-frigate"}
    assert event(step, "removed").public["cause"] == "challenge"
    assert step.state.removed == ((), ("kraken-frigate",))
    assert (0, 0) not in cells_of(step.state)
    assert (step.state.seat, step.state.turn) == (1, 10)


def test_ce_13_a_tie_removes_nothing():
    """CE-13: the challenger stays, too; the target is face up now."""
    state = position("1:dolphin 1:sonar\n0:captn-eli^ .", "| barnacle-jo")
    step = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(step) == ["challenged", "turned-up", "compared"]
    assert cells_of(step.state) == cells_of(state)
    assert shown(step.state, 0, (0, 0)).up
    assert (step.state.seat, step.state.removed) == (1, ((), ()))


def test_ce_13_what_a_challenges_event_says():
    """CE-13: who challenged, through what, and whom."""
    state = position("1:kraken-frigate\n0:dolphin^\n0:captn-eli^", "| barnacle-jo sonar")
    declared = event(do(state, 0, challenge((0, 2), (0, 0))), "challenged")
    assert declared.public == {
        "seat": 0, "turn": 9, "at": [0, 2], "card": "captn-eli", "target": [0, 0],
        "through": [{"at": [0, 1], "card": "dolphin"}],
    }  # fmt: skip
    assert declared.private == {}


def test_ce_13_mystic_comes_before_the_totals():
    """CE-13, CE-15: the pending challenge is visible."""
    state = position("1:sunken-temple .\n0:captn-eli^ 0:sonar^", "| barnacle-jo kelp-maze")
    step = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(step) == ["challenged", "turned-up"]
    running = see(step.state, None).challenge
    assert (running.at, running.target, running.attack, running.defence) == ((0, 1), (0, 0), 2, 3)
    over = do(step.state, 1, mystic(1, 1))
    assert compared(over) == (1, 3, False)


def published_example():
    """CE-22: seat 1's Hydron at [0, 0], seat 0's cards below it."""
    return position("1:hydron^ .\n0:dolphin .\n0:captn-eli^ 0:eagle-rock^", "| sonar hydron#2", seat=1)


def test_ce_22_hydron_challenges_the_dolphin_in_vain():
    """CE-22: 1 against 1 is a tie; nothing is removed, the Dolphin is face up."""
    step = do(published_example(), 1, challenge((0, 0), (0, 1)))
    assert compared(step) == (1, 1, False)
    assert cells_of(step.state) == cells_of(published_example())
    assert shown(step.state, 1, (0, 1)).card == "dolphin"
    assert shown(step.state, 1, (0, 1)).up


def test_ce_22_captn_eli_challenges_through_the_dolphin():
    """CE-22: 2 against 1, and with no other Hydron on the grid its owner has lost, whatever is in hand."""
    state = do(published_example(), 1, challenge((0, 0), (0, 1))).state
    step = do(state, 0, challenge((0, 2), (0, 0)))
    assert compared(step) == (2, 1, True)
    assert kinds(step) == ["challenged", "compared", "removed", "game-over"]
    assert ended(step.state) == ("character", (1, 2))
