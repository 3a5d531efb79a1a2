"""Error pages in development: only this machine (OPERATOR_NETWORKS) sees the code, not others on the network."""

from django.core.exceptions import SuspiciousOperation
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter

from games.pages.rate_limit import is_operator


class LocalReporter(ExceptionReporter):
    """Django's error reporter for OPERATOR_NETWORKS. Everybody else gets the public error page."""

    def get_traceback_html(self) -> SafeString:
        """Return the HTML error page."""
        public = self._public()
        return render_to_string(f"{public}.html") if public else super().get_traceback_html()

    def get_traceback_text(self) -> SafeString:
        """Return the error as plain text."""
        public = self._public()
        return SafeString(f"{public}\n") if public else super().get_traceback_text()

    def _public(self) -> str:
        """The status of the public page, if this reader gets it. A malformed request can't be shown."""
        if isinstance(self.exc_value, SuspiciousOperation):
            return "400"
        return "500" if self.request is not None and not is_operator(self.request) else ""
