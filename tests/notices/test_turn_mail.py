"""The email about a turn, read by a parser: the position as its reader sees it, in HTML, text and pictures."""

import re
from datetime import time, timedelta
from email import message_from_bytes, policy
from html.parser import HTMLParser

import pytest
from django.core import mail

from games.engine.chance import Chance
from games.models import Block, Table, TalkLine
from games.notices.delivery.board_words import board_words
from games.notices.turn_links import FEW, offered_moves
from games.tables.unit_of_work import position_of
from games.titles import TITLES
from tests.notices.conftest import NOON, fixed
from tests.play import play_on, running_table, state_of

pytestmark = pytest.mark.django_db
LIMIT = 90_000  # bytes of a whole email


class _Markup(HTMLParser):
    def __init__(self):
        super().__init__()
        self.sources, self.text = [], []

    def handle_starttag(self, tag, attrs):
        self.sources += [value for name, value in attrs if name in {"src", "background", "srcset"}]

    def handle_data(self, data):
        self.text.append(data)


class Mail:
    """An email as the reader's program receives it."""

    def __init__(self, sent):
        self.raw = sent.message().as_bytes()
        self.parsed = message_from_bytes(self.raw, policy=policy.default)
        self.plain = self.parsed.get_body(("plain",)).get_content()
        self.html = self.parsed.get_body(("html",)).get_content()
        markup = _Markup()
        markup.feed(self.html)
        self.sources, self.seen = markup.sources, " ".join(" ".join(markup.text).split())
        images = [part for part in self.parsed.walk() if part.get_content_maintype() == "image"]
        self.pictures = {part["Content-ID"].strip("<>"): part.get_content() for part in images}

    @property
    def links(self):
        """The links that play, in order, without repetitions."""
        return list(dict.fromkeys(re.findall(r"http://localhost:8000(/turn/[^/\s\"]+/)", self.plain)))


@pytest.fixture
def mail_about(alice, bob, clock):
    """Return a function that starts a game of the title, and returns the table and the email to its first seat."""

    def make(title, **columns):
        mail.outbox.clear()
        table = running_table(alice, bob, title=title, **columns)
        clock(minutes=1)
        seat = min(TITLES[title].to_act(state_of(table)))
        (sent,) = [each for each in mail.outbox if each.to == [(alice, bob)[seat].email]]
        return Table.objects.get(pk=table.pk), Mail(sent)

    return make


TITLED = ["cannonades", "captivate", "captn-eli", "cardline", "nautilus"]


@pytest.mark.parametrize("title", TITLED)
def test_the_email_is_complete_small_and_fetches_nothing(mail_about, title):
    _table, got = mail_about(title)
    assert len(got.raw) < LIMIT
    assert {source.removeprefix("cid:") for source in got.sources} == set(got.pictures)
    assert not re.search(r"url\(|@import|<link|<script|<iframe", got.html)
    for told in (got.plain, got.seen):
        assert "The board in words" in told and "See all moves" in told
    assert got.links


def test_the_hand_has_pictures_with_names(mail_about):
    table, got = mail_about("nautilus")
    cards = [name for name in got.pictures if name.startswith("card-")]
    assert len(cards) == len(set(got.pictures)) - 1 > 5
    for told in (got.plain, got.seen):
        assert "Depth 4" in told and "Your hand" in told
    assert f"table-{table.pk}" in got.pictures


def test_each_half_has_the_board_and_the_deadline(mail_about):
    _table, got = mail_about("cannonades")
    for told in (got.plain, got.seen):
        assert "berth 1: free" in told and "You have until Saturday" in told
    assert "Also waiting for" not in got.plain


def test_what_a_board_folds_away_is_one_line_in_words():
    box = "<details><summary>Box <b>2</b></summary><ul><li>Anansi</li><li>Tokoloshe</li></ul></details>"
    card = "<li>Puss in Boots<small>The cat<i>Fairy tale</i></small>, Hero</li>"
    assert board_words(box + card) == ("Box 2 · Anansi · Tokoloshe", "Puss in Boots The cat Fairy tale, Hero")


def test_others_who_must_act_are_named(mail_about):
    _table, got = mail_about("nautilus", options={"commit": "sealed"})
    for told in (got.plain, got.seen):
        assert "Also waiting for Bob Bosun, until Saturday" in told


def test_the_last_lines_of_chat_are_shown_except_of_blocked_people(alice, bob, charlie, clock, bobs_turn):
    table = bobs_turn()
    for person, text in (
        (alice, "First"),
        (charlie, "Blocked"),
        (alice, "Second"),
        (alice, "Third"),
        (alice, "Fourth"),
    ):
        TalkLine.objects.create(table=table, user=person, text=text)
    Block.objects.create(by=bob, person=charlie)
    clock(minutes=1)
    got = Mail(mail.outbox[-1])
    for told in (got.plain, got.seen):
        assert [word in told for word in ("First", "Blocked", "Second", "Third", "Fourth")] == [0, 0, 1, 1, 1]


def test_where_memory_fades_nothing_of_the_position_is_shown(mail_about):
    table, got = mail_about("captivate", options={"memory": "strict"})
    assert not got.pictures and len(got.links) == 1
    hand = TITLES["captivate"].observe(state_of(table), 0).hands[0].cards
    for told in (got.plain, got.html):
        assert "you have to remember cards" in told and "The board in words" not in told
        assert not [card for card in hand if card in told or card.split("-")[0].title() + " " in told]


def test_a_bare_email_says_nothing_about_the_game(bobs_turn, bob, clock, choose):
    choose(bob, is_bare=True)
    table = bobs_turn()
    clock(minutes=1)
    got = Mail(mail.outbox[-1])
    assert got.parsed["Subject"] == "It's your turn" and not got.pictures and not got.links
    for told in (got.plain, got.seen):
        assert f"Table {table.pk}" in told and "You have until" in told
    assert "Captivate" not in got.raw.decode() and "Alice" not in got.raw.decode()


@pytest.fixture
def digest_of(alice, bob, clock, choose):
    """Return a function that starts so many games and returns their ids, most urgent first, and Alice's digest."""

    def make(number):
        choose(alice, digest_time=time(13), digest_at=NOON + timedelta(hours=1))
        pace = [fixed(hours=100 - each) for each in range(number)]
        tables = [running_table(bob, alice, title="nautilus", pace=each).pk for each in pace]
        clock(hours=1, minutes=1)
        (sent,) = [each for each in mail.outbox if each.to == [alice.email]]
        return tables[::-1], Mail(sent)

    return make


def test_a_digest_has_a_picture_and_buttons_for_each_table_most_urgent_first(digest_of):
    tables, got = digest_of(7)
    assert [f"table-{table}" for table in tables] == list(got.pictures)
    for told in (got.plain, got.seen):
        places = [told.index(f"Table {table}, with Bob") for table in tables]
        assert places == sorted(places) and told.count("See all moves") == len(tables)
    assert len(got.links) == 4 * len(tables) and len(got.raw) < LIMIT


def test_a_digest_that_would_be_too_large_only_lists_the_less_urgent_tables(digest_of):
    tables, got = digest_of(16)
    shown = len(got.pictures)
    assert 4 <= shown <= 10 and len(got.raw) < LIMIT and len(got.links) == 4 * shown
    for told in (got.plain, got.seen):
        listed = told[told.index("Also") :]
        for table in tables[shown:]:
            assert f"20,000 Miles under the Sea {table} with Bob" in listed
        assert listed.count("You have until") == 16 - shown


def test_links_can_be_switched_off_by_the_player(mail_about, alice, choose):
    choose(alice, plays_from_mail=False)
    assert not mail_about("cannonades")[1].links


def test_links_can_be_switched_off_by_the_site(mail_about, settings):
    settings.TURN_LINKS = False
    assert not mail_about("cannonades")[1].links


def test_the_settings_say_what_forwarding_gives_away_and_that_replies_are_said(client_for, alice, settings):
    page = client_for(alice).get("/notifications/").content.decode()
    assert "can see and play the turn in it, and unsubscribe you, but nothing else" in page
    assert "reply to an email" not in page
    settings.TURN_LINKS, settings.INBOX_ADDRESS = False, "captain@in.example.org"
    page = client_for(alice).get("/notifications/").content.decode()
    assert "play the turn" not in page and "just reply to an email about it" in page


MANY = {
    "captivate": ("Play Water Fox", "Play Earth Eagle", "Play Light Bear"),
    "captn-eli": ("Lay Admiral Quill", "Lay Sea Sled", "Lay Sargasso"),
    "cardline": ("Place Morgan le Fay", "Place Frankenstein's Monster", "Place Anansi"),
    "cannonades": ("Discard Blue 1, draw 2", "Add Blue 1", "Shoot at berth 2"),
    "nautilus": ("Thermostat 1", "Sailor 2", "Helmet 3"),
    "go-fish": ("", "", ""),
}  # fmt: skip


@pytest.mark.parametrize("title", MANY)
def test_of_many_moves_one_of_each_type_is_offered_or_with_other_cards(title, alice, bob):
    table, chooser = running_table(alice, bob, title=title), Chance(title.encode(), 0)
    game, state = TITLES[title], state_of(table)
    while len(game.legal_moves(state, min(game.to_act(state)))) <= FEW:
        play_on(table, [alice, bob], chooser)
        state = state_of(table)
    position = position_of(Table.objects.get(pk=table.pk))
    seat = position.seats[min(game.to_act(state))]
    offered = [str(move.words) for move in offered_moves(seat.user, position, seat)]
    assert [words.startswith(start) for words, start in zip(offered, MANY[title], strict=True)] == [True] * 3
