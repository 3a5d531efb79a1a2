"""Capt'n Eli in a real browser: whole games, with scripts and without, every kind of move by its links."""

import re

import pytest
from playwright.sync_api import expect

from games.engine.chance import Chance
from games.engine.codec import dump_state
from games.models import Seat, Table
from games.titles.captn_eli import GAME
from games.titles.captn_eli.knowledge import knowledge_of
from games.titles.captn_eli.presenter.choices import way_of
from tests.browser.acts import OVER, arrive, follow, press
from tests.play import running_table, state_of
from tests.titles.captn_eli.positions import position

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
QUILL = ("admiral-quill", "dolphin", "kelp-maze", "sonar")
ENVOY = ("sable-envoy", "torpedo-skiff", "eagle-rock", "harpoon")
HYDRON = ("hydron", "hydron", "patrol-sub", "decoy-mirror")
FULL, FULL_TOO = 28, 13986  # seeds for short games with every kind of move


def asked(page):
    return page.locator("#asked")


def choose(page, id_):
    """Follow the link that chooses this."""
    follow(page, page.locator(f'[id="{id_}"]'))


def confirm(page):
    """Press the button that makes the move."""
    press(page, page.locator("button#confirm"))


def choose_squad(page, cards):
    """Choose each card on the tab of its type, and a second copy by the link for another one."""
    for number, card in enumerate(cards):
        tab = page.locator("#type-all" if number else "#type-character")
        if tab.get_attribute("aria-current") is None:
            follow(page, tab)
            expect(tab).to_have_attribute("aria-current", "true")
        choose(page, f"{'more' if cards[:number].count(card) else 'pick'}-{card}")
    confirm(page)


def make(page, move):
    """Make a move by its links and its button."""
    fields = way_of(move)
    cells = {
        name: f"cell-{word.replace(',', '-')}"
        for name, word in fields.items()
        if name in ("at", "to", "cell")
    }
    if "card" in fields:
        choose(page, f"card-{fields['card']}")
    for name in ("at", "to", "cell"):
        if name in cells:
            choose(page, cells[name])
    if "gap" in fields:
        follow(page, page.locator(f'a[href*="gap={fields["gap"]}"]'))
    if page.locator("a#confirm").count():  # it asks for confirmation first
        choose(page, "confirm")
    confirm(page)


def play_on(table, pages, seed, arrive):
    """Play almost at random, but make every possible challenge; returns the kinds of moves made."""
    kinds = set()
    while awaited := Seat.objects.filter(is_awaited=True).first():
        ply = Table.objects.get(pk=table.pk).ply
        chance = Chance(seed.to_bytes(32, "big"), ply)
        move = knowledge_of(GAME).rollout_move(state_of(table), awaited.number, chance)
        arrive(pages[awaited.number], ply)
        make(pages[awaited.number], move)
        kinds.add(type(move).__name__)
    return kinds


def put(table, state):
    """Set the table's state."""
    Table.objects.filter(pk=table.pk).update(state=dump_state(state))
    for seat in Seat.objects.filter(table=table):
        Seat.objects.filter(pk=seat.pk).update(is_awaited=seat.number in GAME.to_act(state))


EVERY_KIND = {"Place", "Wedge", "Flip", "Shift", "Challenge", "Mystic", "Sacrifice"}


def test_two_browsers_play_a_whole_game(page_for, alice, bob):
    """Both build their squads at the same time; then each gets the other's moves through its socket."""
    table = running_table(alice, bob, title="captn-eli")
    pages = page_for(alice), page_for(bob)
    for page in pages:
        page.goto(f"/tables/{table.pk}/")
        page.evaluate("window.isTheSame = true")
    for page, squad in zip(pages, (QUILL, ENVOY), strict=True):
        choose_squad(page, squad)
    kinds = play_on(
        table,
        pages,
        FULL,
        lambda page, ply: expect(page.locator("#table")).to_have_attribute("data-ply", str(ply)),
    )
    assert kinds == EVERY_KIND
    for page in pages:
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()
        expect(page.get_by_text("sent off the Sea Grid").first).to_be_visible()
        assert page.evaluate("window.isTheSame")


def test_a_whole_game_without_scripts(page_for, alice, bob):
    table = running_table(alice, bob, title="captn-eli")
    pages = [page_for(user, java_script_enabled=False, viewport=PHONE) for user in (alice, bob)]
    for page, squad in zip(pages, (HYDRON, QUILL), strict=True):
        page.goto(f"/tables/{table.pk}/")
        choose_squad(page, squad)
    kinds = play_on(table, pages, FULL_TOO, lambda page, _ply: arrive(page, table.pk))
    assert kinds == EVERY_KIND
    for page in pages:
        arrive(page, table.pk)
        expect(page.get_by_role("heading", name=OVER)).to_be_visible()


def test_a_choice_moves_the_focus(page_for, alice, bob):
    table = running_table(alice, bob, title="captn-eli")
    put(table, position("1:hydron^\n0:captn-eli^\n0:sonar^", "dolphin | grapple"))
    page = page_for(alice, viewport=PHONE)
    page.goto(f"/tables/{table.pk}/")
    page.locator("#card-dolphin").focus()
    page.keyboard.press("Enter")
    expect(asked(page)).to_contain_text("Dolphin: choose a cell, or a gap")
    expect(page.locator(".eli-spot--place").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("button#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect(asked(page)).to_contain_text("Waiting for Bob Bosun.")
    expect(page).to_have_url(re.compile(r"/tables/\d+/$"))


def test_suggested_squads_are_fully_shown_on_a_phone(page_for, alice, bob):
    page = page_for(alice, viewport=PHONE)
    page.goto(f"/tables/{running_table(alice, bob, title='captn-eli').pk}/")
    widths = page.locator(".eli-starts span:not(.visually-hidden)").evaluate_all(
        "all => all.map((one) => [one.scrollWidth, one.clientWidth])"
    )
    assert widths and all(needed <= shown for needed, shown in widths)


def test_an_unfinished_squad_survives_the_opponents_choice(page_for, alice, bob):
    table = running_table(alice, bob, title="captn-eli")
    one, other = page_for(alice), page_for(bob)
    for page in (one, other):
        page.goto(f"/tables/{table.pk}/")
    choose(one, "pick-captn-eli")
    choose_squad(other, ENVOY)
    expect(one.locator("#table")).to_have_attribute("data-ply", "1")
    expect(one.get_by_role("list", name="Your squad so far").get_by_role("link")).to_have_count(1)
    assert state_of(table).squads[1][0] == "sable-envoy"
