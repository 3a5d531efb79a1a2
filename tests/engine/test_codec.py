"""JSON in, values out: what is refused as malformed, and what survives the round trip."""

import msgspec
import pytest

from games.engine.codec import (
    convert,
    dump,
    dump_move,
    dump_state,
    load_json,
    load_move,
    load_options,
    load_state,
)
from games.engine.contract import EngineError, Illegal, Malformed
from games.engine.play import setup
from games.titles import TITLES
from games.titles.captivate.state import Play

CAPTIVATE = TITLES["captivate"]
PLAY = '{"type":"play","card":"light-1","cell":[0,-1]}'
HUGE = 10**40

NO_MOVES = {
    "bytes that are no text": b"\xff\xfe{}",
    "half a surrogate pair": '{"type": "play", "card": "\\ud800", "cell": [0, 0]}',
    "a raw surrogate": '{"type": "play", "card": "\ud800", "cell": [0, 0]}',
    "deep nesting": "[" * 9_000,
    "two values": PLAY + PLAY,
    "an unfinished object": PLAY[:-1],
    "a comment": PLAY + "// my move",
    "not a number": '{"type": "play", "card": "light-1", "cell": [NaN, 0]}',
    "an infinite number": '{"type": "play", "card": "light-1", "cell": [1e999, 0]}',
    "a whole float": '{"type": "play", "card": "light-1", "cell": [1.0, 0]}',
    "an exponent": '{"type": "play", "card": "light-1", "cell": [1e0, 0]}',
    "a truth value": '{"type": "play", "card": "light-1", "cell": [true, 0]}',
    "no type": '{"card": "light-1", "cell": [0, 0]}',
    "another case": PLAY.replace("play", "PLAY"),
}


@pytest.mark.parametrize("text", NO_MOVES.values(), ids=NO_MOVES.keys())
def test_malformed_moves_are_refused_by_the_codec(text):
    with pytest.raises(Malformed) as caught:
        load_move(CAPTIVATE, text)
    assert caught.value.code == "malformed"
    assert caught.value.message == str(caught.value)


def test_a_move_that_is_too_long_is_malformed():
    padded = '{"type": "end"' + " " * 20_000 + "}"
    for text in (padded, padded.encode()):
        with pytest.raises(Malformed, match="10000"):
            load_move(CAPTIVATE, text)


def test_a_move_as_text_bytes_and_parsed_json():
    move = Play("light-1", (0, -1))
    assert load_move(CAPTIVATE, PLAY) == load_move(CAPTIVATE, PLAY.encode()) == move
    assert convert(msgspec.json.decode(PLAY), CAPTIVATE.move_type) == move


def test_the_order_of_keys_and_blanks_does_not_matter():
    assert load_move(CAPTIVATE, ' {"cell": [0, -1], "type": "play", "card": "light-1"}\n') == Play(
        "light-1", (0, -1)
    )


def test_a_move_is_written_as_the_sheet_writes_it():
    assert dump_move(Play("light-1", (0, -1))) == PLAY


def test_a_number_out_of_every_range_is_well_formed():
    """The rules call it illegal; the codec must not fail on it."""
    assert load_move(CAPTIVATE, PLAY.replace("-1]", f"{HUGE}]")) == Play("light-1", (0, HUGE))


@pytest.mark.parametrize("parsed", [1.0, True, "1", None, [1], {"1": 1}])
def test_parsed_json_is_read_as_strictly_as_text(parsed):
    with pytest.raises(Malformed):
        convert(parsed, int)
    with pytest.raises(Malformed):
        load_json(msgspec.json.encode(parsed), int)


def test_json_without_expectation_is_any_json():
    assert load_json('[1, {"a": null}]') == [1, {"a": None}]
    with pytest.raises(Malformed):
        load_json("[1,]")


@pytest.mark.parametrize("slug", list(TITLES))
def test_a_state_comes_back_as_it_was(slug):
    game = TITLES[slug]
    state = setup(game, game.seats[0], load_options(game, {}), b"seed").state
    assert load_state(game, dump_state(state)) == state
    assert convert(dump(state), game.state_type) == state


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"memory": "strict"}'])
def test_malformed_states_are_refused(text):
    with pytest.raises(Malformed):
        load_state(CAPTIVATE, text)


@pytest.mark.parametrize("slug", list(TITLES))
def test_options_are_filled_in_and_checked(slug):
    game = TITLES[slug]
    defaults = load_options(game, {})
    assert defaults == {option.name: option.default for option in game.options}
    assert load_options(game, defaults) == defaults
    for option in game.options:
        for value in option.values:
            assert load_options(game, {option.name: value}) == {**defaults, option.name: value}


@pytest.mark.parametrize("raw", [None, [], "memory", 7, {"no such": 1}, {"memory": 1}, {7: "strict"}])
def test_options_of_another_form_are_malformed(raw):
    with pytest.raises(Malformed):
        load_options(CAPTIVATE, raw)


def test_an_option_that_is_not_offered_is_illegal():
    with pytest.raises(Illegal, match="memory"):
        load_options(CAPTIVATE, {"memory": "photographic"})


def test_codes_are_stable():
    """They are part of the public protocol."""
    assert (EngineError.code, Malformed.code, Illegal.code) == ("error", "malformed", "illegal")
