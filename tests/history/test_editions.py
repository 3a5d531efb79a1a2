"""A new edition of Cardline's deck changes nothing at existing tables."""

from pathlib import Path

import pytest

from games.titles.cardline.deck import (
    BUNDLED,
    EDITIONS,
    bundled,
    editions,
    parse_deck,
    registry,
    write_deck,
)
from games.titles.cardline.state import State
from tests.history.test_play_on import latest, onward
from tests.history.test_replay import address, board_of, finished
from tests.history.test_verify import ended, exported, failures

pytestmark = pytest.mark.django_db

CACHES = (bundled, editions, registry.characters)


def forget():
    for each in CACHES:
        each.cache_clear()


@pytest.fixture
def new_edition(monkeypatch, tmp_path):
    """Return a function that installs another edition: other values, and one card fewer."""
    folder, present = tmp_path, Path(registry.__file__).parents[1] / "decks"

    def ship():
        old = (present / f"{BUNDLED}.csv").read_text()
        (folder / "earlier").mkdir()
        (folder / "earlier" / "1.csv").write_text(old)
        cards = parse_deck(old.encode())[1:]
        changed = [
            type(card)(**{**vars_of(card), "strength_kg": 100_000 - at}) for at, card in enumerate(cards)
        ]
        (folder / f"{BUNDLED}.csv").write_text(write_deck(changed))
        monkeypatch.setattr(registry, "_folder", lambda: folder)
        forget()

    yield ship
    monkeypatch.undo()
    forget()


def vars_of(card):
    return {name: getattr(card, name) for name in card.__struct_fields__}


def test_old_tables_replays_and_exports_stay_as_they_were(alice, bob, client_for, new_edition):
    table, bound = finished(alice, bob, title="cardline"), ended(alice, bob, title="cardline")

    def told():
        reader = client_for(None)
        boards = [board_of(reader.get(address(table, at, view_as="all"))) for at in (-1, 0, 5)]
        return [boards, [exported(reader, each) for each in (table, bound)]]

    before = told()
    new_edition()
    assert list(editions())[:-1] == [State.ruleset.bundled] and list(editions())[-1] not in EDITIONS
    assert told() == before and not failures(before[1][1])


def test_a_game_can_continue_from_a_set_up_of_the_old_edition(alice, bob, client_for, new_edition):
    former = finished(alice, bob, title="cardline")
    new_edition()
    assert onward(client_for(alice), former, at=-1).status_code == 302
    assert f'"edition":"{State.ruleset.bundled}"' in latest().start.state
