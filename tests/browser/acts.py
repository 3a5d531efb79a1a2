"""Actions of a reader on a page. Each returns when the page shows its result."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection
from playwright.sync_api import expect

from games.models import Table

# The heading of an ending.
OVER = re.compile("^(You win|A draw|.+ (wins|share first place)|The game is over)")


def settled(page: Any) -> None:
    """Wait until the page is loaded, its scripts run, and the result of the last action is shown.

    htmx marks a link or form with a class from the click until its answer is shown. A page that updates itself does
    so between its reader's actions, and waits while a finger is down.
    """
    page.wait_for_load_state()
    expect(page.locator(".htmx-request")).to_have_count(0)


def arrive(page: Any, table: int) -> None:
    """Open a table by its number, unless the page already shows its current ply."""
    ply = Table.objects.get(pk=table).ply
    if not page.locator(f'#table[data-ply="{ply}"]').count():
        page.goto(f"/tables/{table}/")


def follow(page: Any, link: Any) -> None:
    """Follow a link that chooses something, and wait until the page shows it."""
    settled(page)
    link.click()
    settled(page)


def press(page: Any, button: Any) -> None:
    """Press a button that makes a move, and wait for the new board.

    A button that has just replaced a pressed one ignores the pointer for two seconds, but not the keyboard (live.js).
    """
    before = page.locator("#table").get_attribute("data-ply")
    follow(page, button)
    if page.locator("#table").get_attribute("data-ply") == before:
        button.press("Enter")
        settled(page)
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before)
    page.wait_for_load_state()


def apart(work: Callable[[], Any]) -> Any:
    """Run the work in another thread: it sends nudges, and the tests' thread runs the browser's event loop."""

    def work_and_close() -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work_and_close).result()
