"""The pages of Capt'n Eli through HTTP: what each reader sees, and that they work with plain forms and links."""

import re
from html import unescape

import pytest

from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import CARDS
from games.titles.captn_eli.presenter.words import CARD_NAMES
from tests.play import post_move, running_table, state_of
from tests.titles.captn_eli.drawings import drawn, positions

pytestmark = pytest.mark.django_db

# Neither character has the name of the game, which is on every page.
ALICE = '{"type":"squad","cards":["frogman-diaz","dolphin","eagle-rock","sonar"]}'
BOB = '{"type":"squad","cards":["admiral-quill","kelp-maze","harpoon","world-ark"]}'
TURNS = (
    '{"type":"place","card":"dolphin","cell":[0,0]}',
    '{"type":"place","card":"kelp-maze","cell":[0,-1]}',
    '{"type":"place","card":"frogman-diaz","cell":[1,0]}',
    '{"type":"place","card":"admiral-quill","cell":[-1,-1]}',
    '{"type":"flip","at":[0,0]}',
)
SECRETS = {
    0: {"frogman-diaz", "eagle-rock", "sonar"},
    1: {"admiral-quill", "kelp-maze", "harpoon", "world-ark"},
}
ADDRESSES = ("", "log/", "?at=0,-1", "?look=0,-1", "?card=harpoon&cell=0,1", "?squad=world-ark")


def hidden_from(state, you):
    """Return the cards that this reader may not know and whose names appear for no other reason."""
    known = {card for seat in (0, 1) for card in state.removed[seat]} | {
        lying.card for lying in state.grid if lying.seen
    }
    known |= set(state.squads[you]) if you is not None else set()
    secret = {card for seat in (0, 1) if seat != you for card in state.squads[seat]} - known
    originals = {card.partition("#")[0] for card in known}
    return {card for card in secret if card.partition("#")[0] not in originals}


def test_boards_contain_nothing_hidden():
    looked = 0
    for state in positions(10, 5):
        for you in (0, 1, None):
            if state.phase == "over":
                continue
            text = repr({name: part for name, part in drawn(state, you).items() if name != "keywords"})
            for card in hidden_from(state, you):
                assert f"'{card}'" not in text and f"'{CARD_NAMES[card.partition('#')[0]]}'" not in text
                looked += 1
            for card in state.hands[you or 0] if you is not None else ():
                assert f"'{card}'" in text
    assert looked > 100


@pytest.fixture
def table(alice, bob, client_for):
    """Return a table where Bob is on turn; of Alice's cards the Dolphin is face up."""
    made = running_table(alice, bob, title="captn-eli")
    clients = [client_for(alice), client_for(bob)]
    for number, move in enumerate((ALICE, BOB, *TURNS)):
        assert post_move(clients[number % 2], made, move).status_code == 302
    return made


def page_of(client, table, address=""):
    answer = client.get(f"/tables/{table.pk}/{address}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def leaks(page, cards):
    return [
        card for card in cards if f'#{card}"' in page or str(CARD_NAMES[card]) in page or f'{card}"' in page
    ]


def test_pages_contain_nothing_hidden(table, alice, bob, charlie, client_for):
    readers = ((alice, SECRETS[1]), (bob, SECRETS[0]), (charlie, SECRETS[0] | SECRETS[1]))
    for reader, hidden in (*readers, (None, SECRETS[0] | SECRETS[1])):
        for address in ADDRESSES:
            assert leaks(page_of(client_for(reader), table, address), hidden) == []


def test_the_owner_sees_the_hidden_cards(table, alice, bob, client_for):
    """The search works: it finds the owner's cards."""
    for reader, own in ((alice, SECRETS[0]), (bob, SECRETS[1])):
        assert set(leaks(page_of(client_for(reader), table), own)) == own


def test_nobody_sees_a_chosen_squad_while_the_other_chooses(alice, bob, charlie, client_for):
    made = running_table(alice, bob, title="captn-eli")
    readers = [(client_for(reader), address) for reader in (bob, charlie, None) for address in ADDRESSES]
    before = [leaks(page_of(client, made, address), CARDS) for client, address in readers]
    assert post_move(client_for(alice), made, ALICE).status_code == 302
    assert [leaks(page_of(client, made, address), CARDS) for client, address in readers] == before
    assert "Alice Ardent has chosen a squad." in page_of(client_for(bob), made)


def test_links_and_one_button_build_and_play_a_squad(alice, bob, client_for):
    made = running_table(alice, bob, title="captn-eli", options={"cards": "sealed"})
    client, address = client_for(alice), ""
    for number in range(4):
        page = page_of(client, made, address)
        hrefs = re.findall(r'class="eli-entry__card" id="pick-[^"]+" href="[^"?]*(\?[^"]+)"', page)
        kinds = re.findall(r'id="type-(?:vehicle|location|gadget)" href="[^"?]*(\?[^"]+)"', page)
        address = hrefs[0] if number == 0 else _another(client, made, kinds)
    (button,) = re.findall(r'name="move" value="(\{.*?\})"', page_of(client, made, address))
    assert post_move(client, made, button).status_code == 302
    assert state_of(made).squads[0]


def _another(client, made, kinds):
    """Return the first card, of any type, that may be chosen without breaking a rule."""
    for kind in kinds:
        page = page_of(client, made, kind)
        for entry in page.split('<li class="choice__option eli-entry')[1:]:
            if "aria-current" not in entry and "eli-note" not in entry:
                return re.search(r'href="[^"?]*(\?[^"]+)"', entry)[1]
    raise AssertionError("No card can be taken")


def test_an_illegal_squad_is_refused_and_the_page_says_so(alice, bob, client_for):
    made = running_table(alice, bob, title="captn-eli")
    move = '{"type":"squad","cards":["captn-eli","dolphin","sea-sled","bathysphere"]}'
    answer = post_move(client_for(alice), made, move)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert state_of(made).squads == ((), ())


def test_the_rules_show_every_card_with_its_values(client, db):
    page = unescape(client.get("/rules/captn-eli/").content.decode())
    entries = page.split('<li class="rule-card"')[1:]
    assert len(entries) == len(CARDS) == 36
    for entry, card in zip(entries, CARDS.values(), strict=True):
        assert f"Challenge {card.c}, defence {card.d};" in entry
        assert f"<b>{card.name}</b>" in entry and f'#{card.id}"' in entry
    assert "2</strong>" in page.split("Example: a challenge through a vehicle")[1][:9000]


def test_the_drawings_have_every_symbol_that_is_used(client, db, settings):
    sprite = (settings.BASE_DIR / "static/games/captn-eli/sprite.svg").read_text()
    symbols = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    page = client.get("/rules/captn-eli/").content.decode()
    assert set(re.findall(r'sprite[^"]*\.svg#([^"]+)"', page)) <= symbols
    assert set(CARDS) <= symbols
    assert GAME.slug in page
