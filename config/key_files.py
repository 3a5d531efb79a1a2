"""Secret keys that the site generates on first use and stores in files."""

import base64
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

_SECRET_KEY_BYTES = 50
# The order of the curve P-256. A private key is a number from 1 up to it (FIPS 186-5; SEC 2, secp256r1).
_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def secret_key_in(folder: Path) -> str:
    """Return the secret key stored in `folder`, generating it on first use."""
    return _read_or_make(folder / "secret_key", lambda: secrets.token_urlsafe(_SECRET_KEY_BYTES))


def vapid_key_in(folder: Path) -> str:
    """Return the private Web Push key stored in `folder`, generating it on first use: 32 bytes, base64url."""
    return _read_or_make(folder / "vapid_key", new_vapid_key)


def new_vapid_key() -> str:
    """A new private Web Push key: 32 bytes, base64url."""
    number = secrets.randbelow(_P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def _read_or_make(path: Path, make: Callable[[], str]) -> str:
    """Return the text of the file, creating it (mode 0600) on first use.

    Processes that start at the same time get the same text, because the file is created atomically and only once.
    """
    if not path.exists():
        _write_once(path, make())
    return path.read_text()


def _write_once(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent)  # readable only by its owner
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        path.hardlink_to(draft)
    except FileExistsError:
        pass  # another process was faster; use its key
    finally:
        draft.unlink()
