"""Address and token of the site, in the user's folder for settings."""

import json
import os
from pathlib import Path

from captain.client import Client
from captain.errors import CaptainError


def _path() -> Path:
    folder = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return (Path(folder) if folder else Path.home() / ".config") / "captain" / "login.json"


def login_save(site: str, token: str) -> Path:
    """Store address and token, readable by the user only; returns where."""
    path = _path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"site": site, "token": token}, file)
    fresh.replace(path)
    return path


def client_saved() -> Client:
    """A client for the stored site. Raises CaptainError if there is none."""
    try:
        stored = json.loads(_path().read_text())
        return Client(stored["site"], stored["token"])
    except FileNotFoundError:
        raise CaptainError("You aren't logged in. Run `captain login https://play.example.org`.") from None
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise CaptainError(f"{_path()} can't be read ({error}). Run `captain login` again.") from error
