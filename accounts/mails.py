"""Headers of all emails that the site sends."""

from email.headerregistry import UnstructuredHeader
from email.policy import default as email_policy
from email.utils import make_msgid
from typing import Any

from accounts.links import site_host


def automatic_headers() -> dict[str, str]:
    """The headers of an email that no person wrote (RFC 3834), so that no program replies to it."""
    return {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",  # Exchange
        "Message-ID": make_msgid(domain=site_host()),
    }


class _UnfoldedHeader(UnstructuredHeader):
    """A header that is one word. Python would split a long one into encoded words, which mail programs don't read."""

    name: str

    def fold(self, *, policy: Any) -> str:
        """The header on one line."""
        return f"{self.name}: {self}{policy.linesep}"


_registry: Any = email_policy.header_factory
for _name in ("List-Unsubscribe", "In-Reply-To", "References"):
    _registry.map_to_type(_name, _UnfoldedHeader)
