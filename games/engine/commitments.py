"""Commitments: after a game they let anybody check that nobody tampered with its chance or its log.

Everything is hashed with its own tag, so that no hash can be mistaken for another, and structured values in one
canonical form of JSON, so that programs in any language hash the same bytes. `docs/chance.md` is the specification.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from typing import Any

SEATING = -2  # the stream of chance that draws the seats, before the set-up

_VERSION = "captains-table/1/"


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


def commitment(terms: Mapping[str, Any], seed: bytes) -> bytes:
    """The public commitment to the terms and the seed (32 bytes) of a new table; it reveals nothing about the seed."""
    return _hash("commitment", canonical(terms), seed)


def nonce_digest(table: str, nonce: str) -> bytes:
    """The public digest of a player's nonce until all have arrived; `table` is the table's identity."""
    return _hash("nonce", canonical({"nonce": nonce, "table": table}))


def game_key(seed: bytes, committed: bytes, nonces: Iterable[str]) -> bytes:
    """The key of all chance of a game, made from the seed, its commitment and the players' nonces: 32 bytes.

    The order of the nonces makes no difference, so that nobody can choose it.
    """
    bound = {"commitment": committed.hex(), "nonces": sorted(nonces)}
    return hmac.digest(seed, _tag("key") + canonical(bound), "sha256")


def position_digest(state: str) -> str:
    """The digest of a position, given as JSON text."""
    return _hash("position", state.encode()).hex()[:32]


def name_digest(key: bytes, number: int, name: str) -> str:
    """The digest, within the chain, of the name of a seat's first player. Only the key lets anybody test names."""
    salt = hmac.digest(key, _tag("name") + canonical(number), "sha256")
    return _hash("name", salt, name.encode()).hex()


def chain_start(header: Mapping[str, Any]) -> bytes:
    """The link before the first entry of a log."""
    return _hash("header", canonical(header))


def salt_of(key: bytes, ply: int) -> bytes:
    """The salt that seals the secret part of an entry: 32 bytes, as secret as the key."""
    return hmac.digest(key, _tag("salt") + canonical(ply), "sha256")


def sealed(salt: bytes, secret: Any) -> bytes:
    """The seal, within the chain, of the secret part of an entry: the part can be revealed, but not changed."""
    return _hash("secret", salt, canonical(secret))


def chained(previous: bytes, public: Any, seal: bytes) -> bytes:
    """The link of an entry: a hash of the previous link, its public part, and the seal of its secret part."""
    return _hash("entry", previous, seal, canonical(public))
