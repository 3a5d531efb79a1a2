"""The rules for every puzzle: a possible position, and one move that is clearly the best, but not the obvious one."""

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.engine.chance import Chance
from games.engine.contract import Malformed
from games.engine.puzzle import WeighedMove, dump_puzzles, load_puzzles
from games.models import Table
from games.puzzles import finding
from games.puzzles.catalog import catalog_of, file_of, folder_of, puzzles_in
from games.puzzles.finding import (
    MOST_ALIKE,
    faults_of,
    has_stored_worth,
    is_clear,
    overused_in,
    quick_faults_of,
)
from games.puzzles.making import finished_positions
from games.tables.packed import log_pack
from games.titles import TITLES
from tests.engine.profile import GAMES
from tests.play import play_on, running_table

OURS = [slug for slug in TITLES if TITLES.home(slug).startswith("games.titles.")]
LOOKED_AT = 2  # puzzles of each title, in every run


@pytest.mark.parametrize("slug", OURS)
def test_there_are_enough_distinct_puzzles(slug):
    keys = [entry.puzzle.key for entry in catalog_of(slug)]
    assert len(keys) == len(set(keys)) >= 50


@pytest.mark.parametrize("slug", OURS)
def test_no_answer_is_overused(slug):
    answers = [repr(entry.puzzle.best.move) for entry in catalog_of(slug)]
    assert max(map(answers.count, answers)) <= MOST_ALIKE


def test_found_puzzles_with_an_overused_answer_are_left_out(puzzle):
    others = [entry.puzzle for entry in catalog_of("cardline") if entry.puzzle.best.move != puzzle.best.move]
    assert overused_in([puzzle] * (MOST_ALIKE - 1)) == []
    assert overused_in([puzzle] * (MOST_ALIKE + 1)) == [puzzle.best.move]
    assert (
        finding.without_overused([puzzle] * (MOST_ALIKE + 2) + others[:1])
        == [puzzle] * MOST_ALIKE + others[:1]
    )


@pytest.mark.parametrize("slug", OURS)
def test_every_puzzle_file_has_supported_rules(slug):
    versions = {file_of(slug, version) for version in TITLES.versions(slug)}
    assert set(folder_of(slug).glob("*")) <= versions
    for version in TITLES.versions(slug):
        assert all(puzzle.rules_version == version for puzzle in puzzles_in(file_of(slug, version)))


@pytest.mark.parametrize("slug", OURS)
def test_each_puzzle_is_legal_clear_and_not_obvious(slug):
    """If this fails after a change of cards or knowledge: `manage.py puzzles SLUG --check --drop`, then without."""
    faults = {entry.number: quick_faults_of(slug, entry.puzzle) for entry in catalog_of(slug)}
    assert {number: found for number, found in faults.items() if found} == {}


@pytest.mark.parametrize("slug", OURS)
def test_recomputed_estimates_match_the_stored_ones(slug):
    catalog = [entry.puzzle for entry in catalog_of(slug)]
    for number, puzzle in enumerate(catalog[:: max(1, len(catalog) // LOOKED_AT)][:LOOKED_AT]):
        assert has_stored_worth(slug, puzzle, puzzle.best, deal=number)
        assert has_stored_worth(slug, puzzle, puzzle.others[0], deal=0)


@pytest.mark.games
@pytest.mark.parametrize("slug", OURS)
def test_a_deep_look_finds_no_fault(slug):
    """A long run checks all puzzles, at seconds each; a short run checks one of Cardline."""
    catalog = [entry.puzzle for entry in catalog_of(slug)]
    looked_at = catalog if GAMES else catalog[-1:] if slug == "cardline" else []
    faults = {puzzle.key: faults_of(slug, puzzle) for puzzle in looked_at}
    assert {key: found for key, found in faults.items() if found} == {}


# Tests that the check can fail


@pytest.fixture
def puzzle():
    return catalog_of("cardline")[0].puzzle


def changed(puzzle, **fields):
    return msgspec.structs.replace(puzzle, **fields)


def test_faults_are_found(puzzle):
    worse = puzzle.others[0]
    planted = {
        "legal": changed(puzzle, others=(changed(worse, move={**worse.move, "slot": 99}), *puzzle.others)),
        "clearly": changed(puzzle, best=changed(puzzle.best, worth=worse.worth)),
        "first sight": changed(puzzle, best=worse, others=(puzzle.best,), missed=puzzle.best.move),
        "analysed": changed(
            puzzle, others=tuple(each for each in puzzle.others if each.move == puzzle.missed)
        ),
        "asks": changed(puzzle, seat=1 - puzzle.seat),
        "key": changed(puzzle, key="0" * 10),
        "version": changed(puzzle, rules_version=99),
        "read": changed(puzzle, state={"line": 7}),
        "deals": changed(puzzle, best=changed(puzzle.best, worth=(999,))),
    }
    assert quick_faults_of("cardline", puzzle) == []
    for name, each in planted.items():
        assert quick_faults_of("cardline", each) != [], name
    lifted = changed(puzzle.best, worth=tuple(each + 1 for each in puzzle.best.worth))
    assert quick_faults_of("cardline", changed(puzzle, best=lifted)) == []
    assert len(faults_of("cardline", changed(puzzle, best=lifted))) == 1


def test_known_values_can_refute_an_answer():
    """Only where bots guess at values that are printed on the cards."""
    for slug, is_refuted in (("cardline", True), ("captivate", False)):
        each = catalog_of(slug)[0].puzzle
        swapped = changed(each, best=changed(each.best, move=each.missed), missed=each.best.move)
        assert ("the real hidden values refute it" in quick_faults_of(slug, swapped)) is is_refuted


def test_a_margin_is_tested_on_average_and_in_each_deal():
    def clear(*worths):
        return is_clear(WeighedMove({}, worths), WeighedMove({}, (500,) * len(worths)), margin=0.04)

    assert clear(540, 540) and not clear(540, 539)
    assert clear(510, 580) and not clear(509, 580)


def test_a_puzzle_file_survives_a_round_trip_and_others_are_refused(puzzle):
    assert load_puzzles(dump_puzzles([puzzle, puzzle])) == (puzzle, puzzle)
    assert dump_puzzles([puzzle, puzzle]).count("\n") == 4
    for text in ("{", "[7]", '[{"key": 1}]'):
        with pytest.raises(Malformed):
            load_puzzles(text)


# The command


def test_the_puzzles_command_resumes_and_is_reproducible(tmp_path):
    def found(*words):
        call_command("puzzles", "cardline", "--folder", str(tmp_path), *words)
        return puzzles_in(tmp_path / "v1.json")

    first = found("--count", "1")
    both = found("--count", "2")
    assert len(first) == 1 and len(both) == 2 and both[0] == first[0] != both[1]
    assert found("--count", "1", "--anew") == first
    assert all(quick_faults_of("cardline", each) == [] for each in both)


def test_the_puzzles_command_drops_faulty_puzzles_on_request(tmp_path, puzzle):
    file = tmp_path / "v1.json"
    file.write_text(dump_puzzles([changed(puzzle, key="0" * 10), puzzle]))
    with pytest.raises(CommandError, match="1 of 2"):
        call_command("puzzles", "cardline", "--check", "--folder", str(tmp_path))
    call_command("puzzles", "cardline", "--check", "--drop", "--folder", str(tmp_path))
    assert puzzles_in(file) == (puzzle,)


# Finished games of people


@pytest.mark.django_db
def test_positions_come_from_finished_public_games(alice, bob):
    table, chooser = running_table(alice, bob, title="cardline"), Chance(bytes(32), 1_000_000)
    while Table.objects.get(pk=table.pk).is_running:
        assert list(finished_positions("cardline")) == []
        play_on(table, (alice, bob), chooser)
    found = list(finished_positions("cardline"))
    assert len(found) == table.records.filter(kind="move").count() > 8
    game = TITLES["cardline"]
    assert all(game.to_act(each.state) == {each.seat} and each.seats == 2 for each in found)
    assert log_pack(table.pk) and [each.key for each in finished_positions("cardline")] == [
        each.key for each in found
    ]
    Table.objects.filter(pk=table.pk).update(admission=Table.Admission.INVITED)
    assert list(finished_positions("cardline")) == []
