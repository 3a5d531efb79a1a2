"""No rules version may change, because tables use it. Its behaviour is recorded beside its title."""

from dataclasses import replace

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.engine.codec import schema_of
from games.engine.fingerprint import Fingerprint, behaviour_of, dump, load
from games.titles import TITLES

CAPTIVATE = TITLES["captivate"]


@pytest.mark.parametrize("slug", list(TITLES))
def test_every_version_matches_its_fingerprint(slug):
    call_command("fingerprint", slug)


def test_a_default_move_that_changes_is_a_change_of_behaviour():
    changed = replace(CAPTIVATE, default_move=lambda state, seat: CAPTIVATE.legal_moves(state, seat)[-1])
    assert behaviour_of(changed) != behaviour_of(CAPTIVATE)


def test_what_is_shown_is_part_of_the_behaviour():
    spectator = replace(CAPTIVATE, observe=lambda state, seat: CAPTIVATE.observe(state, None))
    assert behaviour_of(spectator) != behaviour_of(CAPTIVATE)


class Sea(msgspec.Struct, frozen=True):
    ships: tuple[int, ...]
    depth: int = 0


@pytest.mark.parametrize(
    "fields",
    [
        [("boats", tuple[int, ...]), ("depth", int, 0)],
        [("ships", tuple[str, ...]), ("depth", int, 0)],
        [("ships", tuple[int, ...]), ("depth", int, 1)],
        [("ships", tuple[int, ...])],
        [("ships", tuple[int, ...]), ("depth", int, 0), ("wind", int, 0)],
    ],
    ids=["renamed", "retyped", "other default", "dropped", "added"],
)
def test_every_change_of_a_state_changes_its_schema(fields):
    assert schema_of(msgspec.defstruct("Sea", fields, frozen=True)) != schema_of(Sea)


def test_names_and_docstrings_are_not_part_of_the_schema():
    fields = [("ships", tuple[int, ...]), ("depth", int, 0)]
    renamed = msgspec.defstruct("Sea", fields, frozen=True, namespace={"__doc__": "Where ships sail."})
    assert schema_of(renamed) == schema_of(Sea)


def test_the_record_survives_its_file():
    versions = {1: Fingerprint("aa", "bb", {"left.txt": "cc"}), 2: Fingerprint("dd", "ee")}
    assert load(dump(versions)) == versions


def test_playthroughs_may_come_and_go_but_not_change():
    found = Fingerprint("aa", "bb", {"left.txt": "cc", "new.txt": "dd"})
    assert found.differences(Fingerprint("aa", "bb", {"left.txt": "cc", "gone.txt": "x"})) == []
    assert found.differences(Fingerprint("aa", "b", {"left.txt": "c"})) == ["behaviour", "left.txt"]


def test_the_current_version_is_recorded_again_only_on_demand(tmp_path, monkeypatch):
    import tests.blank_title.blank as blank

    monkeypatch.setattr(blank, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(CommandError, match="not recorded"):
        call_command("fingerprint", "blank")
    call_command("fingerprint", "blank", write=True)
    file = tmp_path / "fingerprint.toml"
    file.write_text(file.read_text().replace('behaviour = "', 'behaviour = "0'))
    with pytest.raises(CommandError, match=r"doesn't behave as recorded \(behaviour\)"):
        call_command("fingerprint", "blank", write=True)
    call_command("fingerprint", "blank", anew=True)
    call_command("fingerprint", "blank")
