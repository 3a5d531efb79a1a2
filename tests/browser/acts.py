"""What a reader does on a page, each act done only when the page shows the answer to it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection
from playwright.sync_api import expect

from games.models import Table

__all__ = ["apart", "arrive", "follow", "press", "settled"]


def settled(page: Any) -> None:
    """Wait until the page is loaded, its scripts at work, and the answer to what was done last shown.

    A link or form of a part carries its class from the click on until the answer stands in its place; a page that
    changes by itself does so between the acts of its reader, and waits while something is under the finger.
    """
    page.wait_for_load_state()
    expect(page.locator(".htmx-request")).to_have_count(0)


def arrive(page: Any, table: int) -> None:
    """Open a table by its number, unless the page shows it as it stands now."""
    ply = Table.objects.get(pk=table).ply
    if not page.locator(f'#table[data-ply="{ply}"]').count():
        page.goto(f"/tables/{table}/")


def follow(page: Any, link: Any) -> None:
    """Follow a link of a choice, and wait until the page shows it."""
    settled(page)
    link.click()
    settled(page)


def press(page: Any, button: Any) -> None:
    """Press a button that makes a move, and wait for the board as it stands then."""
    before = page.locator("#table").get_attribute("data-ply")
    follow(page, button)
    expect(page.locator("#table")).not_to_have_attribute("data-ply", before)
    page.wait_for_load_state()


def apart(work: Callable[[], Any]) -> Any:
    """Do it in a thread of its own: nudges are sent, and in the thread of the tests runs the loop of the browser."""

    def work_and_close() -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work_and_close).result()
