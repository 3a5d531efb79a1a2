"""The ending through HTTP, for every end reason of every title, played from the golden playthroughs."""

import re
from html import unescape

import pytest

from games.models import Seat, Table
from games.titles import TITLES
from tests.dealt import NAMES, PLAYTHROUGHS, played

pytestmark = pytest.mark.django_db

TITLES_NAMES = [
    f"{slug}/{path.stem}" for slug in TITLES for path in sorted((PLAYTHROUGHS / slug).glob("*.txt"))
]


def box(client, table):
    """Return the words of the ending, and its table as rows of cells, with running totals in brackets."""
    page = client.get(f"/tables/{table.pk}/").content.decode()
    found = re.search(r'<section class="ending".*?</section>', page, re.DOTALL)
    assert found, page[:2000]
    rows = re.findall(r"<tr.*?</tr>", found[0], re.DOTALL)
    cells = [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]
    bars = re.findall(r'<span class="result__parts">(.*?)</span>\n', found[0], re.DOTALL)
    assert all(re.search(r"[1-9]", words(bar)) for bar in bars), bars
    return words("<h2" + found[0].split("<h2", 1)[1]), cells


def words(markup):
    shown = re.sub(r'<span class="visually-hidden">.*?</span>', "", markup)
    return re.sub(r"\s+([,.:;])", r"\1", " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).split()))


def number(cell):
    return int(cell.split(" ")[0].replace("\N{MINUS SIGN}", "-"))


@pytest.mark.parametrize("name", TITLES_NAMES)
def test_every_end_says_who_won_and_why(name, client_for):
    table, people = played(name)
    told, rows = box(client_for(people[0]), table)
    assert table.is_finished
    for seat in table.seats.all():
        line = re.search(rf"{seat.rank}\. {NAMES[seat.number]}( \(you\))?(: [^0-9]*)?(\d+ point)?", told)
        assert line, told
        assert bool(seat.has_left) == (": left" in line[0])
        assert not (seat.has_left and line[3])
    winners = [NAMES[seat.number] for seat in table.seats.filter(rank=1)]
    if len(winners) == table.seat_count == 2:
        assert told.startswith("A draw")
    else:
        assert "You win" in told or all(winner in told.split(".")[0] for winner in winners)
    if rows:
        assert len({len(row) for row in rows}) == 1
    assert box(client_for(people[1]), table)[1] == rows


CAUSES = {
    "captivate/last-round-throws": "Anne and Benno had the same score, and Anne won at rock, paper, scissors.",
    "cardline/stalled": "In 5 knock-out rounds in a row nobody went out.",
    "captn-eli/becalmed": "A draw: both had 3 cards in the game that add up to 6.",
    "cannonades/left": "All others left the game.",
}


@pytest.mark.parametrize("name", CAUSES)
def test_the_result_box_says_what_was_decisive(name, client_for):
    table, people = played(name)
    assert CAUSES[name] in box(client_for(people[0]), table)[0]


@pytest.mark.parametrize("name", ["nautilus/final-count", "nautilus/sealed-commits"])
def test_the_points_of_a_voyage_add_up(name, client_for):
    table, people = played(name)
    _told, (_head, *lines, sums) = box(client_for(people[0]), table)
    for seat in table.seats.all():
        column = seat.number + 1
        points = [number(line[column]) for line in lines]
        totals = [int(line[column].split("= ")[1]) for line in lines]
        assert totals == [sum(points[: place + 1]) for place in range(len(points))]
        assert totals[-1] == int(sums[column]) == seat.score
    assert {label.split(" ")[0] for label, *_ in lines} == {"Row", "Round", "Columns"}


@pytest.mark.parametrize("name", ["captivate/field-full", "captivate/strict-memory"])
def test_captured_cards_minus_the_hand_are_the_score(name, client_for):
    table, people = played(name)
    _told, (_head, *lines) = box(client_for(people[0]), table)
    scores = {NAMES[seat.number]: seat.score for seat in table.seats.all()}
    assert {label: number(pile) + number(hand) for label, pile, hand, _score in lines} == scores
    assert {label: number(score) for label, _pile, _hand, score in lines} == scores


MARGINS = {
    "captivate/field-full": "by ", "captn-eli/character": "with ", "cannonades/last-captain": "afloat",
    "cardline/first-out": "ahead",
}  # fmt: skip


@pytest.mark.parametrize("name", MARGINS)
def test_the_margin_and_the_parts_of_each_score_are_told(name, client_for):
    table, people = played(name)
    page = client_for(people[0]).get(f"/tables/{table.pk}/").text
    margin = words(re.search(r'<small class="ending__margin">(.*?)</small>', page)[1])
    assert MARGINS[name] in margin and re.search(r"[1-9]", margin)
    bars = dict(re.findall(r'data-seat="(\d)">(?:(?!</li>).)*?<svg class="bar"(.*?)</svg>', page, re.DOTALL))
    assert bars and all(float(x) + float(width) <= 100 for bar in bars.values()
                        for x, width in re.findall(r'x="([\d.]+)" width="([\d.]+)"', bar))  # fmt: skip


def test_leavers_are_listed_in_the_order_of_leaving(client_for):
    table, people = played("cannonades/left")
    told, _rows = box(client_for(people[0]), table)
    first, last = table.seats.get(rank=4), table.seats.get(rank=2)
    assert f"4. {NAMES[first.number]}" in told and "left first" in told.split("4. ")[1]
    assert "left after" in told.split("3. ")[1] and "left last" in told.split("2. ")[1].split("3. ")[0]
    assert f"1. {NAMES[table.seats.get(rank=1).number]}" in told and last.has_left
    assert "stayed to the end" in told.split("1. ")[1].split("2. ")[0]


@pytest.mark.parametrize("name", ["captn-eli/character", "cannonades/last-captain", "nautilus/final-count"])
def test_a_game_that_people_ended_keeps_its_secrets(name, client_for):
    """A game ended by a moderator or by agreement keeps its state, and the page reveals nothing hidden."""
    table, people = played(name, until=6)
    assert table.is_running
    Seat.objects.filter(table=table).update(rank=1, is_awaited=False)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, reason="decision")
    told, rows = box(client_for(people[0]), table)
    assert rows == [] and "had been hidden" not in told and told.startswith("A draw")


def test_hidden_facts_are_shown_after_the_end(client_for):
    table, people = played("captn-eli/character-in-hand")
    assert "Benno's hand" in box(client_for(people[0]), table)[0].split("What was hidden")[1]


def test_the_board_says_what_a_storm_does(client_for):
    table, people = played("captn-eli/storm", until=-1)
    page = words(client_for(people[0]).get(f"/tables/{table.pk}/").content.decode())
    assert table.is_running and "Storm Challenges +9. A first defeat only marks." in page
