"""Cards, set-up, options and decks: CL-1, CL-3 to CL-5."""

import json
import subprocess
import sys

import msgspec
import pytest

from games.engine import play
from games.engine.codec import dump, dump_state, load_options, load_state
from games.engine.contract import Illegal, Malformed
from games.titles.cardline import GAME
from games.titles.cardline.deck import BUNDLED, EDITIONS, Deck, bundled, digest_of, editions, registry
from tests.titles.cardline.positions import EDITION, NUMBERS, SEED, character, leave, see

DEFAULTS = {"trait": "strength", "hand": 4, "deck": BUNDLED}


def set_up(seats=2, **options):
    return play.setup(GAME, seats, load_options(GAME, options), SEED)


def given(count=40, **changes):
    deck = Deck("Forty", tuple(character(str(n)) for n in range(1, count + 1)))
    return {**dump(deck), **changes}


@pytest.mark.parametrize(
    ("trait", "column"), [("strength", "strength_kg"), ("iq", "iq"), ("fighting", "fighting")]
)
def test_cl_1_a_front_with_name_and_side_and_a_back_with_three_traits(trait, column):
    """110 characters; nobody sees a back during play, and everybody sees every back afterwards."""
    state = set_up(8, hand=8, trait=trait).state
    running, over = see(state, 0), see(leave(state, *range(7)), 0)
    fronts = [face for hand in running.hands for face in hand]
    assert len(fronts) + len(running.line) + running.deck == 110
    assert all(face.name and face.side in ("hero", "villain") for face in fronts)
    assert {(face.strength_kg, face.iq, face.fighting) for face in fronts} == {(None, None, None)}
    backs = [*over.line, *over.deck_cards, *(face for hand in over.hands for face in hand)]
    assert len({face.id for face in backs}) == 110
    for face in backs:
        assert None not in (face.strength_kg, face.iq, face.fighting)
        assert face.value == getattr(face, column)


def test_cl_4_defaults_and_values_of_the_options():
    assert load_options(GAME, {}) == DEFAULTS
    for options in ({"trait": "wits"}, {"hand": 3}, {"hand": 9}, {"deck": "no-such-deck"}, {"deck": ""}):
        with pytest.raises(Illegal):
            set_up(**options)
    for options in ({"hand": "4"}, {"hand": True}, {"hand": 4.0}, {"trait": 1}, {"deck": 7}, {"deck": None}):
        with pytest.raises(Malformed):
            set_up(**options)


@pytest.mark.parametrize("trait", ["strength", "iq", "fighting"])
def test_cl_4_a_card_is_worth_its_value_of_the_chosen_trait(trait):
    state = set_up(trait=trait).state
    worth = {card.id: card.value(trait) for card in bundled()}
    for card in (*state.line, *state.deck, *state.hands[0], *state.hands[1]):
        assert card.value == worth[card.id]


@pytest.mark.parametrize(("seats", "hand"), [(2, 4), (2, 8), (8, 4), (8, 8)])
def test_cl_5_hands_line_and_deck_are_all_cards_each_once(seats, hand):
    state = set_up(seats, hand=hand).state
    assert [len(held) for held in state.hands] == [hand] * seats
    assert (len(state.line), state.box, state.seat) == (1, (), 0)
    dealt = [card.id for held in (*state.hands, state.line, state.deck) for card in held]
    assert sorted(dealt) == sorted(card.id for card in bundled())


def test_cl_5_the_shuffle_is_one_of_the_seed():
    assert set_up().state == set_up().state
    assert play.setup(GAME, 2, DEFAULTS, b"another").state != set_up().state


@pytest.mark.parametrize(("seats", "hand"), [(8, 4), (2, 8), (4, 8)])
def test_cl_4_a_deck_of_seats_times_hand_and_eight_is_enough(seats, hand):
    need = seats * hand + 8
    deck = given(max(need, 40))
    state = set_up(seats, hand=hand, deck=deck).state
    assert len(state.deck) == len(deck["cards"]) - seats * hand - 1


@pytest.mark.parametrize(("seats", "hand"), [(8, 5), (5, 7)])
def test_cl_4_a_smaller_deck_is_refused(seats, hand):
    with pytest.raises(Illegal, match=f"a deck of {seats * hand + 8} cards"):
        set_up(seats, hand=hand, deck=given(seats * hand + 7 if seats * hand + 7 >= 40 else 40))


def test_cl_3_a_deck_given_as_data_is_played():
    state = set_up(deck=given(), trait="fighting").state
    assert {card.id for card in state.deck} < {f"v{n}" for n in range(1, 41)}
    assert see(state).line[0].name.startswith("Name ")


@pytest.mark.parametrize("options", [{}, {"deck": EDITION}])
def test_cl_3_the_state_is_small_and_names_its_edition_by_digest(options):
    state = set_up(8, **options).state
    assert len(dump_state(state)) < 5_000
    assert digest_of(registry.find(state.edition)) == state.edition
    assert "Epithet" not in dump_state(state) and "epithet" not in dump_state(state)


def bad_decks():
    twice = given()
    twice["cards"][7]["name"] = twice["cards"][3]["name"]
    weak = given()
    weak["cards"][2]["iq"] = 39
    spaced, blank, composed = given(), given(), given()
    spaced["cards"][7]["name"] = "Name 4 "
    blank["cards"][7]["name"] = "  "
    composed["cards"][3]["name"], composed["cards"][7]["name"] = "\u00c9", "E\u0301"
    return [
        (spaced, "in line 9 of its file, the name 'Name 4' is already in line 5"),
        (blank, "in line 9 of its file, the name is empty"),
        (composed, "in line 9 of its file, the name '\u00c9' is already in line 5"),
        (twice, "in line 9 of its file, the name 'Name 4' is already in line 5"),
        (weak, "in line 4 of its file, the iq must be from 40 to 250, not 39"),
        (given(39), "at least 40 cards"),
        (given(name=" "), "needs a name"),
        (given(name="x" * 61), "needs a name"),
        (
            given(cards=[{**given()["cards"][0], "id": f"n{n}", "name": f"N {n}"} for n in range(501)]),
            "at most 500",
        ),
    ]


@pytest.mark.parametrize(("deck", "why"), bad_decks())
def test_cl_3_a_deck_given_as_data_is_checked_like_a_file(deck, why):
    with pytest.raises(Illegal, match=why):
        set_up(deck=deck)


def test_cl_3_a_deck_given_as_data_is_read_like_its_file():
    padded = given()
    padded["cards"][3]["name"] = " Name 4 "
    assert set_up(deck=padded).state == set_up(deck=given()).state


def malformed_decks():
    unknown = given()
    unknown["cards"][0]["power"] = 9
    lacking = given()
    del lacking["cards"][0]["note"]
    number = given()
    number["cards"][0]["iq"] = "100"
    return [unknown, lacking, number, {}, given(more=1), {"name": "x", "cards": {}}]


@pytest.mark.parametrize("deck", malformed_decks())
def test_cl_3_a_deck_in_another_form_is_malformed(deck):
    with pytest.raises(Malformed):
        set_up(deck=deck)


def test_cl_3_a_running_game_does_not_ask_for_its_deck_to_be_played():
    """The values are in the state: a program without the deck can continue, but can't show names."""
    state = load_state(GAME, dump_state(msgspec.structs.replace(set_up(deck=EDITION).state, edition="lost")))
    move = GAME.default_move(state, 0)
    assert GAME.apply(state, 0, move, play.Chance(SEED, 0)).state.turn == 1
    with pytest.raises(LookupError):
        GAME.observe(state, 0)


def test_every_edition_that_ever_shipped_can_be_found():
    """A game that began with an earlier file shows its words to the end; `deck.registry` says how to change it."""
    assert tuple(editions()) == EDITIONS
    assert set_up().state.edition == EDITIONS[-1]
    assert set_up(deck=EDITIONS[0]).state.edition == EDITIONS[0]


class OneDeck:
    """A deck store like the one that the site connects."""

    deck = Deck("Stored", NUMBERS.cards[:50])

    def find(self, digest):
        return self.deck if digest == digest_of(self.deck) else None

    def offered(self):
        return {digest_of(self.deck): self.deck.name}


@pytest.fixture
def store(monkeypatch):
    monkeypatch.setattr(registry, "_stores", [OneDeck()])
    registry._find_stored.cache_clear()
    yield OneDeck
    registry._find_stored.cache_clear()


def test_cl_3_a_stored_deck_is_found_by_its_digest(store):
    (digest,) = registry.offered()
    assert len(set_up(deck=digest).state.deck) == 50 - 8 - 1


def test_a_deck_that_is_missing_now_may_be_stored_later(monkeypatch, store):
    digest = digest_of(OneDeck.deck)
    monkeypatch.setattr(registry, "_stores", [])
    with pytest.raises(Illegal):
        set_up(deck=digest)
    registry.connect(OneDeck())
    assert set_up(deck=digest).state.edition == digest


def answers_of(*commands):
    """Return the answers of a new protocol process."""
    run = [sys.executable, "-m", "games.engine"]
    text = "\n".join(map(json.dumps, commands))
    done = subprocess.run(run, input=text, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert not any("error" in answer for answer in answers)
    return answers


NEW = {"cmd": "new", "title": "cardline", "seats": 2, "seed": "00"}


def test_cl_3_a_game_with_a_deck_given_as_data_continues_in_another_process():
    state = {"cmd": "state"}
    card = play.setup(GAME, 2, load_options(GAME, {"deck": given()}), bytes(1)).state.hands[0][0].id
    place = {"cmd": "apply", "seat": 0, "move": {"type": "place", "card": card, "slot": 0}}
    look = {"cmd": "observe", "seat": None}
    _, kept, *rest = answers_of({**NEW, "options": {"deck": given()}}, state, place, look, state)
    load = {"cmd": "load", "title": "cardline", "state": kept["state"]}
    loaded, *others = answers_of(load, place, look, state)
    assert (loaded, others) == (kept, rest)


def test_the_protocol_takes_defaults_and_a_deck_as_data():
    answers = answers_of(
        NEW,
        {"cmd": "observe", "seat": 0},
        {**NEW, "options": {"trait": "iq", "deck": given()}},
        {"cmd": "state"},
    )
    assert answers[1]["observation"]["hands"][0][0].keys() == {"id", "name", "epithet", "side", "origin"}
    assert answers[3]["state"]["game"]["edition"] == digest_of(msgspec.convert(given(), Deck))
