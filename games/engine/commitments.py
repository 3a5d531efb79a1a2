"""Commitments: after a game they let anybody check that nobody tampered with its chance or its log.

Everything is hashed with its own tag, so that no hash can be mistaken for another, and structured values in one
canonical form of JSON, so that programs in any language hash the same bytes. `docs/chance.md` is the specification.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SEATING = -2  # the stream of chance that draws the seats, before the set-up

_VERSION = "captains-table/1/"


@dataclass(frozen=True)
class Terms:
    """The terms that the key of a game binds besides its seed, so that they cannot change later."""

    table: str  # the id of the table
    title: str
    rules_version: int
    options: Mapping[str, Any]
    seating: str  # "joined" or "random": whether the seats are drawn
    nonces: Sequence[str]  # 32 hexadecimal digits each, in the order in which the seats were taken
    start: Mapping[str, Any] | None = None  # for a continued table: the position where it begins


def canonical(value: Any) -> bytes:
    """JSON in UTF-8 without spaces, keys sorted, non-ASCII characters unescaped.

    Raises ValueError for fractional numbers, because programs write them differently.
    """
    _expect_whole(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _expect_whole(value: Any) -> None:
    match value:
        case float():
            raise ValueError(f"Expected whole numbers only, but got {value}")
        case dict():
            for part in value.values():
                _expect_whole(part)
        case list() | tuple():
            for part in value:
                _expect_whole(part)


def _hash(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(_tag(tag) + b"".join(parts)).digest()


def _tag(name: str) -> bytes:
    return f"{_VERSION}{name}\0".encode()


def commitment(table: str, seed: bytes) -> bytes:
    """The public commitment to the seed (32 bytes) of a new table: 32 bytes that reveal nothing about it."""
    return _hash("commitment", canonical({"table": table}), seed)


def nonce_digest(table: str, place: int, nonce: str) -> bytes:
    """The public digest of a nonce until all have arrived; `place` counts the players from 0, in order of joining."""
    return _hash("nonce", canonical({"nonce": nonce, "place": place, "table": table}))


def site_nonce(seed: bytes, place: int) -> str:
    """The nonce of a player who sends none: it follows from the seed, so that nobody can choose it later."""
    return hmac.digest(seed, _tag("site-nonce") + canonical(place), "sha256").hex()[:32]


def game_key(seed: bytes, terms: Terms) -> bytes:
    """The key of all chance of a game: 32 bytes, to which the site and every player contribute."""
    bound = {
        "commitment": commitment(terms.table, seed).hex(), "nonces": list(terms.nonces), "options": terms.options,
        "rules_version": terms.rules_version, "seating": terms.seating, "seats": len(terms.nonces),
        "table": terms.table, "title": terms.title,
        **({} if terms.start is None else {"start": terms.start}),
    }  # fmt: skip
    return hmac.digest(seed, _tag("key") + canonical(bound), "sha256")


def position_digest(state: str) -> str:
    """The digest, within the key, of the position (as JSON text) at which a continued table begins."""
    return _hash("position", state.encode()).hex()


def chain_start(table: str, seed: bytes) -> bytes:
    """The link before the first entry of a log."""
    return _hash("chain", commitment(table, seed))


def salt_of(key: bytes, ply: int) -> bytes:
    """The salt that seals the secret part of an entry: 32 bytes, as secret as the key."""
    return hmac.digest(key, _tag("salt") + canonical(ply), "sha256")


def sealed(salt: bytes, secret: Any) -> bytes:
    """The seal, within the chain, of the secret part of an entry: the part can be revealed, but not changed."""
    return _hash("secret", salt, canonical(secret))


def chained(previous: bytes, public: Any, seal: bytes) -> bytes:
    """The link of an entry: a hash of the previous link, its public part, and the seal of its secret part."""
    return _hash("entry", previous, seal, canonical(public))
