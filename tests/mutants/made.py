"""The mutants of a module: each is its source with one small wrong change.

The operators are cosmic-ray's, one replacement for each sign, and two of our own. None are made of type annotations,
log lines and `frozen=True`, which no test could tell apart.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso import parse
from parso.tree import NodeOrLeaf

__all__ = ["Mutant", "Site", "sites_of"]

_COMPARISONS = ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Is_IsNot", "IsNot_Is")
_ARITHMETIC = ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Div_Mul", "Mod_Mul", "BitOr_BitAnd",
               "BitAnd_BitOr")  # fmt: skip
_SIGNS = ("USub_UAdd", "Delete_Not")
_OTHERS = ( "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
           "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer",
           "RemoveDecorator", "ZeroIterationForLoop")  # fmt: skip
_STRICTNESS = {"frozen", "kw_only", "slots"}  # what a data class is held to, not what it does
_LOGGERS = {"log", "logger", "logging", "warnings"}


@dataclass(frozen=True)
class Mutant:
    """One wrong change. Its name holds no line number: it stays the same while other lines come and go."""

    module: str  # path from the root of the repository
    name: str  # "function: line -> changed line"
    source: str


@dataclass(frozen=True)
class Site:
    """Where an operator could make a mutant of a module."""

    module: str
    source: str
    operator: Operator
    occurrence: int
    place: str  # function or class
    number: int  # from 1, among changes of this function that look the same

    def mutant(self) -> Mutant | None:
        """The mutant, or None if it is no Python."""
        changed = mutate_code(self.source, self.operator, self.occurrence)
        if changed is None or not _is_python(changed):
            return None
        name = f"{self.place}: {_change(self.source, changed)}"
        return Mutant(self.module, name if self.number == 1 else f"{name} ({self.number})", changed)


class Negator(Operator):
    """Negate a condition, unless the other operators do."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[Any, Any]]:
        """Each condition of the node."""
        for place in _conditions(node):
            if node.children[place].type not in ("comparison", "not_test"):
                yield node.children[place].start_pos, node.children[place].end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Put `not (...)` around the condition."""
        plain = [
            each for each in _conditions(node) if node.children[each].type not in ("comparison", "not_test")
        ]
        node.children[plain[index]] = parse(f" not ({node.children[plain[index]].get_code().strip()})")
        return node

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """None: they are in tests/config/test_mutants.py."""
        return ()


class StatementRemover(Operator):
    """Leave out a call whose answer nobody takes, or a refusal."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[Any, Any]]:
        """The statement, if it is one of these."""
        if node.type == "simple_stmt" and _is_act(node.children[0]):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Put `pass` in its place."""
        node.children[0] = parse(node.children[0].get_first_leaf().prefix + "pass")
        return node

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """None: they are in tests/config/test_mutants.py."""
        return ()


def _conditions(node: NodeOrLeaf) -> list[int]:
    """Which children of the node are conditions."""
    match node.type:
        case "if_stmt" | "while_stmt":
            words = (getattr(child, "value", "") for child in node.children)
            return [place + 1 for place, word in enumerate(words) if word in ("if", "elif", "while")]
        case "test" | "comp_if":  # `a if b else c`, and what a comprehension takes
            return [2 if node.type == "test" else 1]
    return []


def _is_act(statement: NodeOrLeaf) -> bool:
    if statement.type == "atom_expr":
        return statement.get_last_leaf().value == ")"
    return statement.type == "raise_stmt" or (statement.type == "keyword" and statement.value == "raise")


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def sites_of(module: str, source: str) -> list[Site]:
    """Everything that could be mutated in a module, operator by operator."""
    nodes = list(ast_nodes(get_ast(source)))
    spared = [(node.start_pos, node.end_pos) for node in nodes if _is_spared(node)]
    lines = source.splitlines()
    seen: Counter[tuple[Any, ...]] = Counter()
    found = []
    for operator in _operators():
        places = ((node, way) for node in nodes for way, _ in enumerate(operator.mutation_positions(node)))
        for occurrence, (node, way) in enumerate(places):
            if any(begin <= node.start_pos and node.end_pos <= end for begin, end in spared):
                continue
            line, column = node.start_pos
            alike = (_place(node), type(operator), way, column, lines[line - 1])
            seen[alike] += 1
            found.append(Site(module, source, operator, occurrence, _place(node), seen[alike]))
    return found


def _operators() -> Iterator[Operator]:
    names = [f"ReplaceComparisonOperator_{name}" for name in _COMPARISONS]
    names += [f"ReplaceBinaryOperator_{name}" for name in _ARITHMETIC]
    names += [f"ReplaceUnaryOperator_{name}" for name in _SIGNS]
    for name in (*names, *_OTHERS):
        yield get_operator(f"core/{name}")()
    yield Negator()
    yield StatementRemover()


def _is_spared(node: NodeOrLeaf) -> bool:
    """Whether this is an annotation, an alias of types, a data class's strictness, or a line of the log."""
    match node.type:
        case "annassign":
            return "TypeAlias" in node.children[1].get_code()
        case "argument":
            return node.children[0].get_code().strip() in _STRICTNESS
        case "simple_stmt":
            return node.get_first_leaf().value in _LOGGERS
    return _is_annotation(node)


def _is_annotation(node: NodeOrLeaf) -> bool:
    before = node.get_previous_sibling() if node.parent else None
    signs = {"annassign": ":", "tfpdef": ":", "funcdef": "->"}
    return before is not None and getattr(before, "value", None) == signs.get(node.parent.type, "")


def _place(node: NodeOrLeaf) -> str:
    """The function or class that the change is in, with those around it; the one below for a decorator."""
    names = []
    if node.type == "decorator":
        decorated = node.parent.parent if node.parent.type == "decorators" else node.parent
        node = decorated.children[-1]
        node = node.children[-1] if node.type in ("async_stmt", "async_funcdef") else node
    while node is not None:
        if node.type in ("funcdef", "classdef"):
            names.append(node.name.value)
        node = node.parent
    return ".".join(reversed(names)) or "module"


def _change(source: str, changed: str) -> str:
    """The lines that differ, as one line each, without what is around them."""
    old, new = source.splitlines(), changed.splitlines()
    first = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    while old and new and len(old) > first and len(new) > first and old[-1] == new[-1]:
        old.pop(), new.pop()
    return f"{_joined(old[first:])} -> {_joined(new[first:]) or 'nothing'}"


def _joined(lines: list[str]) -> str:
    return " ".join(" ".join(line.split("  #")[0] for line in lines).split())
