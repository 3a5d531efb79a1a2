"""`make mutants`: which wrong changes it makes, that it tells which of them tests notice, and its budget."""

import re
import textwrap
from pathlib import Path

import pytest

from games.clock import clocks
from tests.mutants.__main__ import report
from tests.mutants.bench import bench
from tests.mutants.budget import Budget, Measure, load_budget, modules_in, sites_in
from tests.mutants.lines import Lines
from tests.mutants.made import Mutant, sites_of
from tests.mutants.patch import functions_below, swaps
from tests.mutants.results import Results
from tests.mutants.tree import ROOT, BrokenTests, Tree, copied

SOURCE = '''
"""Half of 10 or more."""

import logging

log = logging.getLogger(__name__)
Number: TypeAlias = int | float


@dataclass(frozen=True)
class Cut:
    size: int | None


def cut(whole: int | None, *, least: int = 1) -> int | None:
    log.info("cut %s", 3)
    if whole.is_gone or not whole.is_done:
        note(whole)
        raise Refused
    return whole // 2 if whole >= 10 else None
'''


def names(source):
    return {mutant.name for site in sites_of("a.py", source) if (mutant := site.mutant())}


def test_mutants_of_a_module_are_small_wrong_changes_of_what_it_does():
    head = "def cut(whole: int | None, *, least: int = 1) -> int | None:"
    condition = "cut: if whole.is_gone or not whole.is_done: ->"
    answer = "cut: return whole // 2 if whole >= 10 else None -> return whole"
    assert names(SOURCE) == {
        "Cut: @dataclass(frozen=True) -> nothing",
        f"cut: {head} -> {head.replace('1', '2')}",
        f"cut: {head} -> {head.replace('1', '0')}",
        f"{condition} if whole.is_gone and not whole.is_done:",
        f"{condition} if whole.is_gone or whole.is_done:",
        f"{condition} if not (whole.is_gone or not whole.is_done):",
        "cut: note(whole) -> pass",
        "cut: raise Refused -> pass",
        f"{answer} * 2 if whole >= 10 else None",
        f"{answer} // 3 if whole >= 10 else None",
        f"{answer} // 1 if whole >= 10 else None",
        f"{answer} // 2 if whole > 10 else None",
        f"{answer} // 2 if whole >= 11 else None",
        f"{answer} // 2 if whole >= 9 else None",
    }


def test_a_mutant_keeps_its_name_when_other_lines_come():
    assert names(SOURCE.replace("def cut", "\n\nTHIS = that\n\n\ndef cut")) == names(SOURCE)


def test_changes_that_look_the_same_are_numbered():
    source = "def go():\n    tell()\n    tell()\n"
    assert names(source) == {"go: tell() -> pass", "go: tell() -> pass (2)"}


@pytest.fixture
def tree(tmp_path: Path):
    """A copy of a small project whose tests notice one thing of two."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser\n    served\n    games\n")
    (tmp_path / "most.py").write_text("MOST = 3\nLEAST = 1\n")
    (tmp_path / "test_most.py").write_text("import most\n\n\ndef test():\n    assert most.MOST == 3\n")
    (tmp_path / "test_red.py").write_text("def test():\n    assert False\n")
    (tmp_path / "test_slow.py").write_text(
        textwrap.dedent("""
            import most


            def test():
                while most.MOST > 3:
                    pass
            """)
    )
    with copied(tmp_path) as tree:
        yield tree


def test_what_no_test_notices_survives(tree: Tree):
    tests = {"test_slow.py": 0.1, "test_most.py": 0.1}
    assert tree.survives(Mutant("most.py", "least", "MOST = 3\nLEAST = 2\n"), tests)
    assert not tree.survives(Mutant("most.py", "most", "MOST = 2\nLEAST = 1\n"), tests)
    assert (tree.root / "most.py").read_text() == "MOST = 3\nLEAST = 1\n"


def test_tests_that_never_end_have_noticed(tree: Tree, monkeypatch):
    monkeypatch.setattr("tests.mutants.tree._GRACE", 1)
    assert not tree.survives(Mutant("most.py", "most", "MOST = 4\nLEAST = 1\n"), {"test_slow.py": 0.1})


def test_nothing_is_said_where_there_are_no_tests(tree: Tree):
    with pytest.raises(BrokenTests, match=r"most\.py"):
        tree.survives(Mutant("most.py", "least", "MOST = 3\nLEAST = 2\n"), {"most.py": 0.1})


CLOCK = ROOT / "games/clock/clocks.py"


def changed_functions(old, new):
    source = CLOCK.read_text()
    assert old in source
    found = swaps(str(CLOCK), source, source.replace(old, new, 1), functions_below(f"{ROOT}/games/clock/"))
    return found and {(function.__qualname__, code.co_name) for function, code in found}


def test_functions_are_changed_where_they_are():
    assert clocks.bank_left  # imported, so it is there
    assert changed_functions("max(0, bank - max", "max(0, bank + max") == {("bank_left", "bank_left")}


@pytest.mark.parametrize("old", ["LEAST = HOUR", 'tag="fixed"', "answer: int = ANSWER"])
def test_what_an_import_does_needs_a_new_one(old):
    assert (
        changed_functions(old, old.replace("HOUR", "0").replace("fixed", "a").replace("ANSWER", "0")) is None
    )


def test_a_loaded_process_tries_one_after_the_other():
    source, module = CLOCK.read_text(), "games/clock/clocks.py"
    tests = dict.fromkeys(
        (
            "tests/clock/test_clocks.py::test_a_clock_survives_json",  # does not go through the bank
            "tests/ledger/test_nudges.py::test_everybody_at_the_table_is_nudged_with_nothing_but_the_ply",
            "tests/clock/test_clocks.py::test_an_answer_out_of_turn_has_the_same_clock_and_never_less_than_stated",
        ),
        0.5,
    )

    def end(old, new):
        assert old in source
        return ready.noticed_by(Mutant(module, old, source.replace(old, new)), tests)

    with bench(["tests/clock/test_clocks.py", "tests/ledger/test_nudges.py"]) as ready:
        assert end("answer if is_answer else 0", "0") == [list(tests)[2]]
        assert end("left + clock.increment", "left - clock.increment") == []
        assert end("answer if is_answer else 0", "0") == [list(tests)[2]]
        assert set(end("DAY = 24 * HOUR", "DAY = 24 // HOUR")) == set(tests), "after a new import"


LIMITS = """MOST = 3


@limited
def take(
    number: int = 1,
) -> int:
    if number > 2:
        return MOST
    return number
"""


@pytest.fixture
def limits(tmp_path, monkeypatch):
    """Tests of a small module, with what they go through."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games/limits.py").write_text(LIMITS)
    monkeypatch.setattr("tests.mutants.lines.ROOT", tmp_path)
    through = {"most": [8, 9], "few": [8, 10], "none": []}
    seconds = {"most": 0.1, "few": 0.2, "none": 0.3}
    return Lines(
        {"games/limits.py": ""}, seconds, {test: {"games/limits.py": at} for test, at in through.items()}
    )


@pytest.mark.parametrize(
    ("old", "new", "tests"),
    [
        ("number > 2", "number >= 2", ["most", "few"]),
        ("return number", "return None", ["few"]),
        ("MOST = 3", "MOST = 4", ["most"]),
        ("@limited\n", "", ["most", "few"]),
        ("= 1", "= 2", ["most", "few"]),
    ],
)
def test_a_mutant_meets_the_tests_that_go_through_it_the_fastest_first(limits, old, new, tests):
    mutant = Mutant("games/limits.py", "", LIMITS.replace(old, new))
    assert list(limits.tests_for(mutant, LIMITS)) == tests


def test_a_run_goes_on_where_it_was(tmp_path):
    results, files = Results(tmp_path / "results"), {"a": "1", "b": "1"}
    tests = ["a::one", "b::two"]
    noticed, alive = Mutant("m.py", "noticed", ""), Mutant("m.py", "alive", "")
    results.keep(noticed, "source", files, tests, ["a::one"])
    results.keep(alive, "source", files, tests, [])
    again = Results(tmp_path / "results")

    def ends(source="source", tests=tests, **changed):
        return [again.ended(mutant, source, files | changed, tests) for mutant in (noticed, alive)]

    assert ends() == [False, True]
    assert ends(source="other") == [None, None]
    assert ends(b="2") == [False, None]  # a survivor meets the test that has changed
    assert ends(a="2") == [None, None]
    assert ends(tests=[*tests, "b::new"]) == [False, None]


def test_the_copy_is_gone_when_a_run_is_broken_off(tmp_path: Path):
    def run():
        with copied(tmp_path) as tree:
            assert tree.root.is_dir()
            folders.append(tree.root)
            raise KeyboardInterrupt

    folders: list[Path] = []
    with pytest.raises(KeyboardInterrupt):
        run()
    assert not folders[0].exists()


BUDGET = Budget({"a.py": Measure(3, 3, 1)}, frozenset({"b.py"}), {}, ())


def ends(module, *survived):
    return {Mutant(module, str(number), ""): end for number, end in enumerate(survived)}


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        (ends("a.py", True, True, False), 1, 'Write a test that notices one of these:\n    "0"\n    "1"'),
        (ends("a.py", True, False, None), 0, "1 of 2 survived, in 1 modules."),
        (ends("a.py", False, False, False), 0, "lower the budget from 1"),
        (ends("b.py", True, False), 1, "never measured"),
        (ends("b.py", False, False), 0, "never measured"),
    ],
)
def test_a_run_fails_for_more_survivors_than_the_budget_has(found, status, said, capsys):
    assert report(BUDGET, found) == status
    assert said in capsys.readouterr().out


def test_the_budget_only_shrinks(tmp_path):
    better = BUDGET.lowered({"a.py": Measure(4, 4, 0), "b.py": Measure(5, 2, 2)})
    assert (better.measures, better.never) == (
        {"a.py": Measure(4, 4, 0), "b.py": Measure(5, 2, 2)},
        frozenset(),
    )
    worse = BUDGET.lowered({"a.py": Measure(3, 3, 2), "b.py": Measure(5, 0, 0)})
    assert (worse.measures, worse.never) == (BUDGET.measures, BUDGET.never)
    assert BUDGET.lowered({"a.py": Measure(3, 2, 0)}).measures == BUDGET.measures, "a smaller sample"
    more = better.lowered({"b.py": Measure(5, 4, 3)})
    assert more.measures["b.py"] == Measure(5, 4, 3), "it was a sample"
    assert more.lowered({"b.py": Measure(5, 4, 4)}).measures == more.measures
    (tmp_path / "budget").write_text(better.text())
    assert load_budget(tmp_path / "budget").measures == better.measures


def test_what_is_equivalent_is_not_made():
    budget = Budget({}, frozenset(), {"a.py": {"f: 1 -> 2": "a reason"}}, (re.compile(r"limit: int = \d+"),))
    made = [
        budget.is_made(Mutant("a.py", name, "")) for name in ("f: 1 -> 2", "g(limit: int = 5)", "f: 1 -> 0")
    ]
    assert made == [False, False, True]


def test_budget_knows_each_module():
    budget = load_budget()
    assert sorted({*budget.measures, *budget.never}) == sorted(
        {site.module for site in sites_in(modules_in())}
    )


def test_equivalent_mutants_are_there():
    listed = {(module, name) for module, names in load_budget().equivalent.items() for name in names}
    sites = sites_in(modules_in({module for module, _ in listed})) if listed else []
    there = {(mutant.module, mutant.name) for site in sites if (mutant := site.mutant())}
    assert listed <= there, f"Strike what has gone: {sorted(listed - there)}"


def test_each_equivalent_mutant_has_a_reason():
    assert all(len(reason) > 10 for names in load_budget().equivalent.values() for reason in names.values())


def test_only_packages_that_are_mutated_can_be_asked_for():
    assert modules_in(["games/clock/"]) == [
        f"games/clock/{name}.py" for name in ("clocks", "deadline", "rest")
    ]
    with pytest.raises(ValueError, match="games/clo"):
        modules_in(["games/clo"])
