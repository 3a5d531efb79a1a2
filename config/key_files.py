"""Secret keys that the site makes for itself the first time, and keeps in files."""

import base64
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

__all__ = ["new_vapid_key", "secret_key_in", "vapid_key_in"]

_SECRET_KEY_BYTES = 50
# The order of the curve P-256: a private key is a number from 1 up to it (FIPS 186-5; SEC 2, secp256r1).
_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def secret_key_in(folder: Path) -> str:
    """Return the secret key kept in `folder`, making it the first time."""
    return _read_or_make(folder / "secret_key", lambda: secrets.token_urlsafe(_SECRET_KEY_BYTES))


def vapid_key_in(folder: Path) -> str:
    """Return the private key of Web Push kept in `folder`, making it the first time: 32 bytes, base64url."""
    return _read_or_make(folder / "vapid_key", new_vapid_key)


def new_vapid_key() -> str:
    """A new private key of Web Push: 32 bytes, base64url."""
    number = secrets.randbelow(_P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _read_or_make(path: Path, make: Callable[[], str]) -> str:
    """Return the text of the file, making it (mode 0600) the first time.

    Two processes that start at once agree on one text: the file appears whole, and only once.
    """
    if not path.exists():
        _write_once(path, make())
    return path.read_text()


def _write_once(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # readable to its owner only
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        path.hardlink_to(draft)
    except FileExistsError:
        pass  # another process was faster, and its key is as good
    finally:
        draft.unlink()
