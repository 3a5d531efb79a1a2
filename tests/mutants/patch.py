"""Which functions of a loaded module a mutant changes: they are changed where they are, without a new import."""

import gc
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, TypeAlias

__all__ = ["Functions", "functions_below", "needs_import", "swaps"]

Key: TypeAlias = tuple[str, str, int]  # path of the file, qualified name, first line
Functions: TypeAlias = dict[Key, list[FunctionType]]


def functions_below(root: str) -> Functions:
    """All functions that are there now of sources below a folder: decorated ones and closures, too."""
    gc.unfreeze()  # frozen ones would not be listed; below, `isinstance` would wake lazy objects
    found: Functions = {}
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(root):
            found.setdefault(_key(each.__code__), []).append(each)
    gc.freeze()  # a search for garbage in a fork would copy all of this
    return found


def swaps(path: str, before: str, after: str, there: Functions) -> list[tuple[FunctionType, CodeType]] | None:
    """Each function that is changed, with its new code; None if that would not do: what an import does is changed."""
    pairs = _pairs(path, before, after)
    if not _is_within_functions(pairs):
        return None
    found = [(function, new) for old, new in pairs for function in there.get(_key(old), [])]
    outermost = pairs[0][0]
    if _key(outermost) not in there or any(
        len(f.__code__.co_freevars) != len(c.co_freevars) for f, c in found
    ):
        return None
    return found


def needs_import(before: str, after: str) -> bool:
    """Whether a source is changed outside of functions."""
    return not _is_within_functions(_pairs("", before, after))


def _pairs(path: str, before: str, after: str) -> list[tuple[CodeType, CodeType]]:
    return list(_changed(*(compile(source, path, "exec", dont_inherit=True) for source in (before, after))))


def _is_within_functions(pairs: list[tuple[CodeType, CodeType]]) -> bool:
    return bool(pairs) and all(old.co_flags & inspect.CO_OPTIMIZED for old, _ in pairs)


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pairs of code that differ, the outer ones first; a function with all that stands in it."""
    is_function = bool(old.co_flags & inspect.CO_OPTIMIZED)
    if _shape(old, is_whole=is_function) != _shape(new, is_whole=is_function):
        yield old, new
    inner_old, inner_new = _inner(old), _inner(new)
    if len(inner_old) == len(inner_new):
        for each_old, each_new in zip(inner_old, inner_new, strict=True):
            yield from _changed(each_old, each_new)


def _shape(code: CodeType, *, is_whole: bool) -> Any:
    """What the code does, without its place; without what stands in its functions unless `is_whole`."""
    constants = tuple(
        (_shape(each, is_whole=True) if is_whole else "code")
        if isinstance(each, CodeType)
        else (type(each), repr(each))
        for each in code.co_consts
    )
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_exceptiontable, constants


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno
