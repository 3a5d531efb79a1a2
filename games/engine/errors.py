"""Errors in the input to a game.

    EngineError           code, message
    +-- Malformed         "malformed": not in the form of the rule sheet; checked first
    +-- Illegal           "illegal": well formed, but not possible now

Codes are stable and part of the public protocol; messages are for people and may change.
"""

__all__ = ["EngineError", "Illegal", "Malformed"]


class EngineError(Exception):
    """Input that a game rejects; the state stays as it was."""

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Malformed(EngineError):
    """Not in the form of the rule sheet: an unknown type or key, or a value of the wrong kind."""

    code = "malformed"


class Illegal(EngineError):
    """Well formed, but not allowed: an unknown card, a number out of range, not this seat's move."""

    code = "illegal"
