"""The Python that Jinja2 makes of templates, with less work left for each page.

Why not Jinja2's own: to draw the two parts of a move takes 0.57 of the CPU in Nautilus and 0.74 in Cardline
(docs/speed.md). What differs:

- `{{ value }}` writes a plain text where Jinja2 makes a `Markup` of it first, only to join it.
- `macro(value)` is a call, where Jinja2 asks each time whether what is called wants the context.
- `{{ _("words") }}` is part of the text around it while there is no catalogue that could translate it, and values are
  put into `_("words of %(name)s", name=name)` directly.
- `value.name` is Python's own `getattr`, and only what it does not find is looked for in other ways.
- A macro takes its arguments as they come, unless it asks for more than named ones.

`tests/config/test_template_code.py` holds pages against those of Jinja2's own code.
"""

from typing import Any

from django.conf import settings
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.runtime import Macro
from jinja2.utils import _PassArg, missing
from markupsafe import Markup, escape

try:
    from markupsafe._speedups import _escape_inner as escape_text
except ImportError:  # pragma: no cover  # another release, or no compiled part
    escape_text = escape

__all__ = ["ReadyCodeGenerator", "ReadyMacro", "code_version", "escaped", "sentence"]

CODE_VERSION = 2  # raise it with each change here: templates that were compiled before are compiled anew
_SENTENCE = ("_", "gettext")


def escaped(value: Any) -> str:
    """What `markupsafe.escape` makes of a value, as text that may be a plain `str`."""
    kind = type(value)
    if kind is str:
        found: str = escape_text(value)
        return found
    if kind is Markup:
        return str.__str__(value)
    return str(value) if kind is int or kind is float else escape(value)


def sentence(words: Markup, values: dict[str, Any]) -> Markup:
    """What `words % values` is, as `Markup` puts values into words: escaped, save numbers."""
    ready: dict[str, Any] = {}
    for name, value in values.items():
        kind = type(value)
        if kind is str:
            ready[name] = escape_text(value)
        elif kind is int:
            ready[name] = value
        elif kind is Markup:
            ready[name] = str.__str__(value)
        else:  # a lazy text, or something rare
            return words % values
    return _marked(str.__mod__(words, ready))


def _marked(text: str) -> Markup:
    """The text as `Markup`, which is known to be escaped already."""
    return str.__new__(Markup, text)


class ReadyMacro(Macro):
    """Jinja2's, for an environment that escapes everything."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        asks_for_more = self.catch_kwargs or self.catch_varargs or self.caller or self.explicit_caller
        self._is_plain = self._default_autoescape and not asks_for_more

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Draw it; arguments that are missing have their defaults."""
        if not self._is_plain or len(args) > self._argument_count:
            return super().__call__(*args, **named)
        if len(args) == self._argument_count and not named:
            return _marked(self._func(*args))
        values = [named.get(name, missing) for name in self.arguments[len(args) :]]
        if len(named) > len(values) - values.count(
            missing
        ):  # an argument that it does not have, or has already
            return super().__call__(*args, **named)
        return _marked(self._func(*args, *values))


def code_version() -> str:
    """What compiled templates depend on besides their source."""
    return f"{CODE_VERSION} {settings.USE_I18N}"


class ReadyCodeGenerator(CodeGenerator):
    """Jinja2's, for an environment that escapes everything and is neither sandboxed nor asynchronous."""

    def write_commons(self) -> None:
        """Let every function of the template escape by `escaped`, and make macros like ours."""
        super().write_commons()
        self.writeline("escape, Macro = environment.escaped, environment.macro_class")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Call what takes no context, and write the words of a sentence."""
        words = _words_of(node)
        if words is not None and not _values_of(node):
            self.write(f"Markup({words % {}!r})")
        elif words is not None and node.dyn_kwargs is None:
            self._sentence(words, node, frame)
        elif self._is_plain(node):
            self._call(node, frame, forward_caller)
        else:
            super().visit_Call(node, frame, forward_caller=forward_caller)

    def _is_plain(self, node: nodes.Call) -> bool:
        """Whether this is a call with simple arguments of something that does not ask for the context."""
        called: Any = (
            self.environment.globals.get(node.node.name) if isinstance(node.node, nodes.Name) else None
        )
        takes_context = _PassArg.from_obj(called) is not None
        return not takes_context and node.dyn_args is None and node.dyn_kwargs is None

    def _call(self, node: nodes.Call, frame: Frame, forward_caller: bool) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for each in (*node.args, *node.kwargs):
            self.visit(each, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _sentence(self, words: str, node: nodes.Call, frame: Frame) -> None:
        self.write(f"environment.sentence(Markup({words!r}), {{")
        for each in node.kwargs:
            self.write(f"{each.key!r}: ")
            self.visit(each.value, frame)
            self.write(", ")
        self.write("})")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Look for an attribute, and then for an item of this name, as `environment.getattr` does."""
        self.write("(r_value if (r_value := getattr((r_of := ")
        self.visit(node.node, frame)
        self.write(
            f"), {node.attr!r}, missing)) is not missing else environment.item_of(r_of, {node.attr!r}))"
        )

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """Sentences without values are constant."""
        words = _words_of(node)
        if words is None or _values_of(node):
            return super()._output_child_to_const(node, frame, finalize)
        text: str = finalize.const(Markup(words % {}))  # noqa: S704  # of a template
        return text


def _words_of(node: nodes.Node) -> str | None:
    """The words of `_("words")`, if nothing translates them."""
    if settings.USE_I18N or not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name):
        return None
    is_sentence = node.node.name in _SENTENCE and len(node.args) == 1 and not node.dyn_args
    words = node.args[0] if is_sentence else None
    return words.value if isinstance(words, nodes.Const) and isinstance(words.value, str) else None


def _values_of(node: nodes.Node) -> bool:
    """Whether values are put into the words."""
    return bool(getattr(node, "kwargs", None) or getattr(node, "dyn_kwargs", None))
