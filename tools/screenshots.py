"""`make screenshots`: takes screenshots of the demo tables for README.md, into docs/screenshots/.

`make screenshots ARGS=de` takes those of a phone in another language instead, into var/screenshots/de/.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.utils.text import slugify
from playwright.sync_api import sync_playwright

PORT = "8765"
ADDRESS = f"http://localhost:{PORT}"
PICTURES = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
NAME, PASSWORD = "anne", "ahoy-captain"  # as in tools/management/commands/demo.py
# The name, size and theme of each picture: of those for README.md, and of those in another language.
README: tuple[tuple[str, Any, Any], ...] = (
    ("wide", {"width": 1280, "height": 860}, "light"), ("phone", {"width": 360, "height": 740}, "dark"),
)  # fmt: skip
SMALL: Any = {"width": 360, "height": 640}
LANGUAGE: tuple[tuple[str, Any, Any], ...] = (("light", SMALL, "light"), ("dark", SMALL, "dark"))


def main(language: str = "") -> None:
    """Start the site with an empty folder, log in, and take the screenshots."""
    folder = Path("var/screenshots") / language if language else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with _site(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for name, size, scheme in LANGUAGE if language else README:
            page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
            _log_in(page)
            if language:
                page.click(f"footer button[value={language}]")
                page.wait_for_selector(f"html[lang={language}]")
            for address, what in _pages(page):
                page.goto(address)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{what}-{name}.png")
        browser.close()


@contextmanager
def _site() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "manage.py", "serve", "--port", PORT]
        process = subprocess.Popen(
            command, env={**os.environ, "CAPTAIN_VAR": folder}, stdout=subprocess.PIPE, text=True
        )
        try:
            while "Ready" not in (process.stdout.readline() if process.stdout else "Ready"):
                pass
            yield
        finally:
            process.terminate()
            process.wait()


def _log_in(page: Any) -> None:
    page.goto(f"{ADDRESS}/accounts/login/")
    page.fill("[name=login]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url(f"{ADDRESS}/tables/")


def _pages(page: Any) -> list[tuple[str, str]]:
    """URLs and names: the list of the player's tables, and the first table of each title."""
    found = [(f"{ADDRESS}/tables/", "my-tables")]
    for link in page.query_selector_all(".table-row__title a"):
        title = link.inner_text().split("·")[0].split(":")[0]
        name = slugify(title.replace("'", ""))
        if name not in [what for _, what in found]:
            found.append((ADDRESS + link.get_attribute("href"), name))
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
