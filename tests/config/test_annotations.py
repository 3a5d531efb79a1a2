"""Names for people have a type: `User`, or `Reader` where nobody may be logged in. `Any` would hide mistakes."""

import ast

import pytest
from django.conf import settings

PEOPLE = {
    "account", "accounts", "author", "by", "creator", "former", "handler", "heir", "inviter", "mentioned", "moderator",
    "newcomer", "people", "person", "player", "players", "reader", "user", "users", "writer",
}  # fmt: skip
SOURCES = sorted(
    file
    for folder in ("accounts", "config", "games")
    for file in (settings.BASE_DIR / folder).rglob("*.py")
    if "migrations" not in file.parts
)


def annotated_in(tree):
    """Yield parameters, variables and fields with their annotations: (line, name, annotation)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield node.lineno, node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign):
            name = getattr(node.target, "id", getattr(node.target, "attr", ""))
            yield node.lineno, name, node.annotation


def is_any(annotation):
    """Whether `Any` occurs in the annotation, also in a quoted one."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval")
    return any("Any" in (getattr(n, "id", ""), getattr(n, "attr", "")) for n in ast.walk(annotation))


def people_as_any(text):
    return [
        (line, name)
        for line, name, annotation in annotated_in(ast.parse(text))
        if name in PEOPLE and is_any(annotation)
    ]


def test_nobody_is_any():
    found = {str(file.relative_to(settings.BASE_DIR)): people_as_any(file.read_text()) for file in SOURCES}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("def table_for(user: Any, table_id: int): ...", True),
        ("def seat_invite(by: User, *, person: Any): ...", True),
        ("async def told(people: list[Any]): ...", True),
        ("def told(person: Any | None = None): ...", True),
        ("def told(person: 'typing.Any'): ...", True),
        ("user: Any = request.user", True),
        ("self.user: Any = user", True),
        ("def told(user: Reader, facts: dict[str, Any]): ...", False),
        ("def told(user, /): ...", False),
        ("user: User = request.user", False),
    ],
)
def test_the_reading_tells_any_from_somebody(line, is_found):
    assert bool(people_as_any(line)) == is_found
