"""`make mutants`: which wrong changes it makes, that it tells which of them tests notice, and its budget."""

import re
import textwrap
from pathlib import Path

import pytest

from tests.mutants.__main__ import report
from tests.mutants.budget import Budget, load_budget, modules_in, sites_in
from tests.mutants.made import Mutant, sites_of
from tests.mutants.tree import BrokenTests, Tree, copied

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
    rounds = (("test_slow.py",), ("test_most.py",))
    assert tree.survives(Mutant("most.py", "least", "MOST = 3\nLEAST = 2\n"), rounds)
    assert not tree.survives(Mutant("most.py", "most", "MOST = 2\nLEAST = 1\n"), rounds)
    assert (tree.root / "most.py").read_text() == "MOST = 3\nLEAST = 1\n"


def test_tests_that_never_end_have_noticed(tree: Tree, monkeypatch):
    monkeypatch.setattr("tests.mutants.tree._GRACE", 1)
    assert not tree.survives(Mutant("most.py", "most", "MOST = 4\nLEAST = 1\n"), (("test_slow.py",),))


@pytest.mark.parametrize("tests", ["test_red.py", "most.py"])
def test_nothing_is_said_by_tests_that_fail_unchanged_or_are_none(tree: Tree, tests):
    with pytest.raises(BrokenTests, match=tests):
        tree.survives(Mutant("most.py", "least", "MOST = 3\nLEAST = 2\n"), ((tests,),))


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


@pytest.mark.parametrize(
    ("lived", "status", "said"),
    [
        ({"new": True}, 1, 'Write a test that notices this: a.py\n    "new"'),
        ({"listed": True}, 0, "1 of 1 survived; 0 of them are not in the budget."),
        ({"listed": False, "other": False}, 0, "The total can be lowered from 3 to 2."),
    ],
)
def test_a_run_fails_for_survivors_outside_of_the_budget_and_says_what_to_strike(lived, status, said, capsys):
    budget = Budget(3, {"a.py": {"listed": "a reason"}}, {}, ())
    assert report(budget, {Mutant("a.py", name, ""): is_alive for name, is_alive in lived.items()}) == status
    assert said in capsys.readouterr().out


def test_what_is_equivalent_is_not_made():
    budget = Budget(0, {}, {"a.py": {"f: 1 -> 2": "a reason"}}, (re.compile(r"limit: int = \d+"),))
    made = [
        budget.is_made(Mutant("a.py", name, "")) for name in ("f: 1 -> 2", "g(limit: int = 5)", "f: 1 -> 0")
    ]
    assert made == [False, False, True]


def test_budget_adds_up():
    budget = load_budget()
    assert budget.total == sum(map(len, budget.survivors.values()))


def test_budget_names_mutants_that_there_are():
    budget = load_budget()
    listed = {
        (module, name)
        for lists in (budget.survivors, budget.equivalent)
        for module, lists_names in lists.items()
        for name in lists_names
    }
    sites = sites_in(modules_in({module for module, _ in listed})) if listed else []
    there = {(mutant.module, mutant.name) for site in sites if (mutant := site.mutant())}
    assert listed <= there, f"Strike what has gone: {sorted(listed - there)}"


def test_budget_gives_a_reason_for_each():
    budget = load_budget()
    lists = [*budget.survivors.values(), *budget.equivalent.values()]
    assert all(len(reason) > 10 for reasons in lists for reason in reasons.values())


def test_only_packages_that_are_mutated_can_be_asked_for():
    assert modules_in(["games/clock/"]) == ["games/clock/__init__.py", *(
        f"games/clock/{name}.py" for name in ("clocks", "deadline", "rest")
    )]  # fmt: skip
    with pytest.raises(ValueError, match="games/clo"):
        modules_in(["games/clo"])
