"""A client for the API of Captain's Table."""

from captain.client import Client
from captain.errors import CaptainError, Problem, Unreachable

__all__ = ["CaptainError", "Client", "Problem", "Unreachable"]
