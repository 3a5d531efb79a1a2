"""Notes for beginners: shown in a player's first two games of a title, off with one click, and true of the position."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.engine.chance import Chance
from games.engine.codec import load_options
from games.engine.play import play, random_move, setup
from games.engine.presenter import Scene
from games.models import LessonProgress, Seat, Table
from games.presenters import PRESENTERS
from games.tables import lobby
from games.titles import TITLES
from tests.conftest import PASSWORD
from tests.play import first_move, post_move, running_table, state_of

OURS = ["cannonades", "captivate", "captn-eli", "cardline", "nautilus"]
NOTES = '<details class="notes"'


def started(*people, title="captivate"):
    """Return a table started the way players start it: players new to the title have notes."""
    table = lobby.table_create(people[0], title=title, options={}, seats=2, seating=Table.Seating.JOINED)
    lobby.seat_take(people[1], table.pk)
    return Table.objects.get(pk=table.pk)


def has_notes(table, user):
    return Seat.objects.get(table=table, user=user).has_notes


def page_of(client, table):
    return client.get(f"/tables/{table.pk}/").content.decode()


@pytest.mark.django_db
def test_notes_are_shown_in_the_first_two_games_of_a_title(alice, bob, charlie):
    tables = [started(alice, bob) for _ in range(2)] + [started(alice, charlie)]
    assert [has_notes(table, alice) for table in tables] == [True, True, False]
    assert [has_notes(tables[1], bob), has_notes(tables[2], charlie)] == [True, True]
    assert has_notes(started(alice, bob, title="cardline"), alice)  # another title


@pytest.mark.django_db
def test_one_click_turns_notes_off_at_all_tables_of_the_title(alice, bob, client_for):
    client, table, other = client_for(alice), started(alice, bob), started(alice, bob, title="cardline")
    assert NOTES in page_of(client, table) and "No more notes" in page_of(client, table)
    off = re.search(r'formaction="([^"]+)" name="notes" value="off"', page_of(client, table))[1]
    answer = client.post(off, {"notes": "off"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and NOTES not in answer.content.decode()
    assert has_notes(table, bob) and has_notes(other, alice)
    assert not has_notes(started(alice, bob), alice)
    assert LessonProgress.objects.get(user=alice, title="captivate").notes is False


@pytest.mark.django_db
def test_notes_can_be_turned_on_from_the_lessons_page(alice, bob, client_for):
    tables = [started(alice, bob) for _ in range(3)]
    client = client_for(alice)
    assert 'name="notes" value="on"' in client.get("/learn/captivate/").content.decode()
    assert client.post("/learn/captivate/notes/", {"notes": "on"}).status_code == 302
    assert all(has_notes(table, alice) for table in (*tables, started(alice, bob)))
    assert client.post("/learn/no-such/notes/", {"notes": "on"}).status_code == 404
    assert (
        client_for(None).post("/learn/captivate/notes/", {"notes": "on"}).status_code == 302
    )  # redirected to the log-in


@pytest.mark.django_db
def test_only_awaited_players_see_notes(alice, bob, charlie, client_for):
    table = started(alice, bob)
    assert NOTES in page_of(client_for(alice), table)
    for user in (bob, charlie, None):
        assert NOTES not in page_of(client_for(user), table)


@pytest.mark.django_db
@pytest.mark.parametrize("title", OURS)
def test_turning_notes_off_changes_nothing_else(title, alice, bob, client_for):
    table = running_table(alice, bob, title=title, has_notes=True)
    client = client_for((alice, bob)[min(TITLES[title].to_act(state_of(table)))])
    with_notes = page_of(client, table)
    Seat.objects.filter(table=table).update(has_notes=False)
    without = page_of(client, table)
    assert NOTES in with_notes and len(with_notes) > len(without)
    assert [word for word in ('"notes', "/notes/", "term--why") if word in without] == []


@pytest.mark.django_db
def test_guests_see_notes_too(client_for, client):
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    [seat] = Seat.objects.filter(has_notes=True)
    assert seat.user.kind == "guest"  # not a bot
    off = reverse("notes_switch", args=[seat.table_id])
    answer = client.post(off, {"notes": "off"})
    assert answer.status_code == 302 and answer.url.startswith("/tables/")
    assert not Seat.objects.get(pk=seat.pk).has_notes


@pytest.mark.parametrize(("own", "then"), [(None, False), (True, True)])
@pytest.mark.django_db
def test_a_guests_choice_of_notes_survives_the_log_in_unless_the_account_chose(alice, client, own, then):
    LessonProgress.objects.create(user=alice, title="captivate", notes=own)
    client.post("/play/", {"title": "captivate", "level": "deckhand"})
    client.post(reverse("notes_switch", args=[Seat.objects.get(has_notes=True).table_id]), {"notes": "off"})
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert client.get("/tables/").wsgi_request.user == alice
    assert LessonProgress.objects.get(user=alice, title="captivate").notes is then


@pytest.mark.django_db
def test_captivates_notes_describe_the_position(alice, bob, client_for):
    table = running_table(alice, bob, has_notes=True)
    client = client_for(alice)
    page = unescape(page_of(client, table))
    assert "Lay at least one card first." in page and "No card is face down." in page
    post_move(client, table, first_move(table, 0))
    after = unescape(page_of(client, table))
    assert "you draw up to 5 cards" in after and "Lay at least one card first." not in after
    card = re.search(r'href="[^"]*\?card=([\w-]+)', after)[1]
    chosen = unescape(client.get(f"/tables/{table.pk}/?card={card}").content.decode())
    assert "is safe until the turn ends" in chosen or "it is safe until the turn ends" in chosen


def observed(title, plies):
    """Return what seats see when they are asked in one random game, with their scenes."""
    game, options = TITLES[title], load_options(TITLES[title], {})
    state = setup(game, game.seats[0], options, Chance(b"n" * 32, -1)).state
    for ply in range(plies):
        if game.outcome(state) is not None:
            return
        seat = min(game.to_act(state))
        legal = tuple(game.legal_moves(state, seat))
        names = tuple(f"P{number}" for number in range(game.seats[0]))
        yield game.observe(state, seat), Scene(seat, names, legal, {}, len(names), is_asked=True)
        move = random_move(game, state, seat, Chance(b"m" * 32, ply))
        state = play(game, state, seat, move, Chance(b"n" * 32, ply)).state


@pytest.mark.parametrize("title", OURS)
def test_every_note_is_a_sentence_and_links_to_a_rule(title, client, db):
    ids = set(re.findall(r'\sid="([^"]+)"', client.get(f"/rules/{title}/").content.decode()))
    for view, scene in observed(title, 40):
        notes = PRESENTERS[title].notes(view, scene)
        assert notes is not None and str(notes.asked).endswith(".")
        told = (*notes.does, *notes.barred)
        assert {note.anchor for note in told} <= ids
        assert len({str(note.label) for note in told}) == len(told)  # no label is in both lists
        assert all(str(text)[-1] in "." for text in (*notes.whys.values(), *(note.text for note in told)))


@pytest.mark.parametrize("title", ["captn-eli", "cannonades", "nautilus"])
def test_no_reason_is_given_against_possible_choices(title):
    for view, scene in observed(title, 40):
        notes = PRESENTERS[title].notes(view, scene)
        words = str([vars_of(move) for move in scene.legal if type(move).__name__ not in ("Place", "Wedge")])
        for key in notes.whys:
            if title == "captn-eli":
                assert f"({key.replace(',', ', ')})" not in words or is_only_a_way(scene, key)
            elif key.startswith("card-"):
                assert f"'{key.removeprefix('card-')}'" not in words
        assert set(notes.whys).isdisjoint(getattr(move, "card", "") for move in scene.legal)


def vars_of(move):
    return {name: getattr(move, name) for name in move.__struct_fields__}


def is_only_a_way(scene, key):
    """Whether moves mention a cell that has a reason, but not as the target of a choice or a challenge."""
    x, y = map(int, key.split(","))
    chosen = {(getattr(move, "at", None)) for move in scene.legal}
    hit = {move.target for move in scene.legal if hasattr(move, "target")}
    return (x, y) not in chosen | hit
