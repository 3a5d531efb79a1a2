"""Patience: a machine that has much else to do is slow, and waiting longer costs nothing when all is well."""

from playwright.sync_api import expect

expect.set_options(timeout=30_000)  # milliseconds
