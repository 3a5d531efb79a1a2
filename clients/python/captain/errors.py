"""What can go wrong.

CaptainError
  Problem      the site refused a request
  Unreachable  there was no usable answer
"""

from collections.abc import Mapping, Sequence
from typing import Any

# By code: what to do next, where the site's own sentence doesn't say it.
ADVICE: Mapping[str, str] = {
    "malformed": "Check what you entered.",
    "unauthenticated": "The token is expired or deleted: make a new one on the site, then run `captain login`.",
    "not-allowed": "Your account or seat may not do this.",
    "scope": "Make a token with this scope on the site, then run `captain login`.",
    "not-found": "Check the number: `captain tables` lists your tables.",
    "method": "The site may be older than this program.",
    "not-possible": "Look at the table again.",
    "not-awaited": "Wait for your turn: `captain watch` tells you.",
    "rules-missing": "You can still export the game.",
    "in-progress": "Look at the table in a moment; your request is still running.",
    "changed-meanwhile": "Look at the table again, then choose.",
    "illegal": "Choose another move.",
    "invalid": "Check what you entered.",
    "key-reused": "Try again.",
    "ply-required": "The site may be newer than this program.",
    "too-often": "Wait a little, then try again.",
    "internal": "Try again later, and tell the people who run the site.",
    "not-writable": "Try again in a few minutes; you can still read.",
    "unavailable": "Try again in a few minutes.",
}


class CaptainError(Exception):
    """Any error of this package."""

    advice = ""  # what to do next


class Problem(CaptainError):
    """The site refused a request. `code` is stable; sentences may change."""

    def __init__(self, status: int, code: str, detail: str, errors: Sequence[Mapping[str, str]] = ()) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.errors = status, code, detail, list(errors)
        self.advice = ADVICE.get(code, "")
        self.retry_after = ""  # the header

    def __str__(self) -> str:
        return "\n".join([self.detail, *(f"- {each['where']}: {each['problem']}" for each in self.errors)])

    @classmethod
    def read(cls, status: int, document: Any) -> "Problem":
        """The problem that a document describes, or a plain one if it isn't a problem document."""
        if not isinstance(document, dict):
            return cls(status, "", f"The site answered with status {status}, and no reason.")
        detail = str(document.get("detail") or document.get("title") or f"Status {status}")
        return cls(status, str(document.get("code", "")), detail, document.get("errors") or [])


class Unreachable(CaptainError):
    """There was no usable answer."""

    advice = "Check the address and your connection. Nothing is lost."
