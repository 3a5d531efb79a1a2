"""The pages of 20,000 Miles under the Sea: all moves are reachable, nothing hidden is shown, the rules are right."""

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state
from games.models import Table
from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CHIPS
from games.titles.nautilus.presenter.words import card_name, chip_name
from games.titles.nautilus.scoring import count_column, count_row, count_seat
from tests.engine.positions import Case, random_game
from tests.play import first_move, post_move, running_table, state_of
from tests.titles.nautilus.pages import drawn, html, offered
from tests.titles.nautilus.positions import board, committed, done, holding, position, sea_with, steer

THREE = "W1-squid-1 W1-coral-1 | W1-shark-1 ; . W2-wild-1 | W1-pearl-1"
WHITE = sea_with(north="W1-compass-1", east_below="W2-anchor-1")
TOKENS = st.sampled_from(
    ["b0-1-1", "b1-1-1", "b0-9-9", "o0-1", "r1", "s1", "depth-4", "special-bell", "", "\x00", "１"]
)
JUNK = st.dictionaries(
    st.sampled_from(["do", "p1", "p2", "p3", "card"]),
    st.one_of(
        st.sampled_from(["commit", "steer", "swap", "trade", "ring", "fish", "renumber"]), TOKENS, st.text()
    ),
)


def legal(state, seat):
    return {dump_move(move) for move in GAME.legal_moves(state, seat)}


def sailing(card, **facts):
    """Return a state where seat 0 sails first, with only that card."""
    return committed(position(THREE, round=2, **facts), card, "thermostat-1", "thermostat-1")


def found_anchor():
    state = position("|", ocean=sea_with(below="W2-anchor-1"))
    return done(committed(state, "depth-4", "sailor-2"), (0, steer("depth", -1)))


def found_arrow():
    state = position("|", ocean=sea_with(below="(B2-arrow-1)"))
    return done(committed(state, "depth-4", "sailor-2"), (0, steer("depth", -1)))


SPECIALS = ("sailor", "helmet", "thermostat", "bell", "globe", "numbers")
DECISIONS = {
    "commit": lambda: position(THREE, owned="bell globe||"),
    "sealed": lambda: position(THREE, commit="sealed", owned="bell||"),
    "anchor": found_anchor,
    "arrow": found_arrow,
    **{
        card: lambda card=card: sailing(card)
        for card in ("depth-4", "course-8", "current-12", "sailor-2", "helmet-3")
    },
    **{name: lambda name=name: holding(name, THREE, ocean=WHITE) for name in SPECIALS},
    "globe with depth": lambda: holding("globe", THREE, card="depth-4"),
    "bell after depth": lambda: done(holding("bell", THREE, card="depth-4"), (0, steer("depth", -1))),
}


@pytest.mark.parametrize("state", DECISIONS.values(), ids=DECISIONS)
def test_every_legal_move_can_be_reached_and_no_other(state):
    state = state()
    assert offered(state, 0) == legal(state, 0) != set()
    assert offered(state, 1) == (legal(state, 1) if state.commit == "sealed" else set())
    assert offered(state, None) == set()


@pytest.mark.parametrize("number", range(3))
def test_every_move_of_a_random_game_can_be_reached(number):
    case = Case(GAME, 2 + number, {"rounds": 3, "commit": ("open", "sealed")[number % 2]})
    for ply in islice(random_game(case, number, leavers=True), number, None, 9):
        for seat in GAME.to_act(ply.before):
            moves = legal(ply.before, seat)
            if len(moves) < 40:
                assert offered(ply.before, seat) == moves


@settings(max_examples=80, deadline=None, derandomize=True)
@given(name=st.sampled_from(sorted(DECISIONS)), choice=JUNK, you=st.sampled_from((0, 1, None)))
def test_the_board_works_with_any_choice(name, choice, you):
    state = DECISIONS[name]()
    page = drawn(state, you, **choice)
    if page["final"] is not None:
        assert page["final"].json in legal(state, you)


@pytest.mark.parametrize(
    "choice", [{"do": "swap", "p1": "b0-1-1"}, {"do": "commit", "p1": "depth-99"}, {"do": "commit", "p2": "depth-4"}]
)  # fmt: skip
def test_illegal_choices_are_ignored(choice):
    state = position(THREE)
    assert drawn(state, 0, **choice) == drawn(state)


def test_a_second_chip_can_be_exchanged_and_the_first_put_back():
    targets = {
        cell.token: cell.target
        for row in drawn(sailing("sailor-2"), do="swap", p1="b0-1-1", p2="b0-1-2")["boards"][0].rows
        for cell in row.cells
        if cell.target
    }
    assert targets["b0-1-1"].is_chosen and targets["b0-1-1"].toggle == "?do=swap"
    assert targets["b0-1-2"].toggle == "?do=swap&p1=b0-1-1"


def test_screen_readers_get_every_place_of_the_ocean_in_a_list():
    page = html(sailing("depth-4", ocean=sea_with(below="(B2-squid-shark-1)", east="B1-star-1")))
    places = re.search(r'<ol [^>]*class="nautilus-places".*?</ol>', page, re.DOTALL)[0]
    assert places.count("<li") == 24
    assert "A\N{NO-BREAK SPACE}0: empty, refilled from white 1; the submarine is here" in places
    assert "A\N{NO-BREAK SPACE}−1: face down, blue 2; Down ends here" in places
    assert "Turn right would end here, but a star blocks it" in places
    assert "Shark" not in places


def test_pages_have_no_inline_styles_or_scripts():
    for state in DECISIONS.values():
        page = html(state())
        assert not re.search(r"\sstyle=|\son\w+=|<script|<style", page)
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids))


# Nothing hidden leaves the server


@pytest.fixture
def played(alice, bob, client_for):
    """Return a table with some blue chips turned up and others not; bob's card is sealed."""
    table = running_table(alice, bob, title="nautilus", options={"commit": "sealed"})
    clients = [client_for(alice), client_for(bob)]
    for _ in range(9):
        seat = min(table.seats.filter(is_awaited=True).values_list("number", flat=True))
        assert post_move(clients[seat], table, first_move(table, seat)).status_code == 302
    while table.seats.filter(is_awaited=True).count() != 2:
        seat = table.seats.get(is_awaited=True).number
        post_move(clients[seat], table, first_move(table, seat))
    post_move(clients[1], table, first_move(table, 1))
    return Table.objects.get(pk=table.pk)


def without_token(answer):
    assert answer.status_code == 200
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


@pytest.mark.django_db
def test_pages_reveal_nothing_hidden(played, alice, bob, charlie, client_for):
    """Each reader's page stays the same when hidden chips and cards are dealt again."""
    state = state_of(played)
    for reader, seat in ((alice, 0), (bob, 1), (charlie, None), (None, None)):
        client, pages = client_for(reader), []
        for number in range(3):
            other = GAME.resample(state, seat, Chance(b"resample", number))
            assert other != state
            Table.objects.filter(pk=played.pk).update(state=dump_state(other))
            ways = ("", "log/", "?do=commit&p1=depth-10", "?do=%00")
            pages.append([without_token(client.get(f"/tables/{played.pk}/{way}")) for way in ways])
        assert pages[0] == pages[1] == pages[2]


@pytest.mark.django_db
def test_only_its_owner_sees_a_sealed_card(played, alice, bob, client_for):
    card = card_name(state_of(played).commits[1].card)
    turn = re.compile(r'<ol class="seat-strip small">.*?</ol>', re.DOTALL)
    own, other = (
        turn.search(client_for(user).get(f"/tables/{played.pk}/").content.decode())[0]
        for user in (bob, alice)
    )
    assert card in own
    assert card not in other and "card face down" in other


# The page of the rules


@pytest.fixture
def rules(client, db):
    return client.get("/rules/nautilus/").content.decode()


def row_after(page, caption):
    """Return the numbers of the table's last row."""
    part = page.split(caption)[1].split("</table>")[0].split("<tbody>")[1]
    return [int(cell.replace("−", "-")) for cell in re.findall(r"<td>(−?\d+)</td>", part)]


def test_the_tables_in_the_rules_are_those_of_the_count(rules):
    chips = ["W1-squid-1", "W1-shark-1", "W1-pearl-1", "W1-coral-1"]
    rows = [count_row(board(" ".join(chips[:count])), 1) for count in range(5)]
    assert row_after(rules, "Points for matched pictures") == [row.points for row in rows]
    assert row_after(rules, "Points lost for a row that is not full") == [row.penalty for row in rows]
    corals = [f"W1-coral-{number}" for number in (1, 2, 3)] + ["W2-coral-1", "W2-coral-2"]
    columns = [
        count_column(board(" ; ".join(f". {coral}" for coral in corals[:count])), 2, 5)
        for count in (2, 3, 4, 5)
    ]
    assert row_after(rules, "Points for a symbol")[:4] == [column.points for column in columns]


def test_the_pictures_in_the_rules_are_those_of_the_rows(rules):
    part = rules.split("The pictures of the rows")[1].split("</table>")[0]
    told = re.findall(r"#(\w+)\"", part)
    assert told == [match.picture for row in range(1, 6) for match in count_row(board(""), row).matches]


def test_the_examples_in_the_rules_are_counted_right(rules):
    first = count_seat(board("B1-squid-shark-1 W1-pearl-1 W2-wild-1"), 1, 2)
    assert (first.row.points, first.row.penalty, first.bonus, first.points) == (70, -5, 15, 80)
    assert "70 − 5 + 15 = 80 points" in rules
    column = count_column(board("B1-squid-shark-1 ; B1-squid-coral-1 ; W1-coral-1"), 1, 3)
    assert {line.symbol: line.points for line in column.lines} == {"squid": 16, "shark": 0, "coral": 6}
    assert column.points == 22 and "The column scores 22 points" in rules
    wild = count_column(board("B1-squid-shark-1 ; B1-squid-coral-1 ; W2-wild-1"), 1, 3)
    assert wild.points == 32 and "a fourth squid: 32 points" in rules


def test_the_dots_and_ends_in_the_rules_are_those_of_the_ocean(rules):
    places = drawn(position("|"))["sea"]["places"]
    dots = [(place.colour, str(place.number)) for place in places]
    found = re.findall(
        r'#dot-(\w+)"[^>]*/><text[^>]*>(\d)</text>', rules.split("rule-figure")[1].split("</figure>")[0]
    )
    assert found == dots
    ends = {step.spot.replace("\N{NO-BREAK SPACE}", " ") for place in places for step in place.steps}
    assert ends == {"A −1", "C 0", "G 0", "H 0", "B 0"}
    assert all(end in rules for end in ends)


def test_no_page_names_a_chip_by_its_id():
    page = html(sailing("sailor-2"))
    assert chip_name("white-1-squid-1") in page
    assert not any(chip in page for chip in CHIPS)
