"""A long time-out: a busy machine is slow, and a passing test doesn't wait longer."""

from playwright.sync_api import expect

expect.set_options(timeout=30_000)  # milliseconds
