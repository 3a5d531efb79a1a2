"""Error pages in development: only this machine (OPERATOR_NETWORKS) sees the code, not others on the network."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter

from games.pages.rate_limit import is_operator


class LocalReporter(ExceptionReporter):
    """Django's error reporter for OPERATOR_NETWORKS. Everybody else gets the public error page."""

    def get_traceback_html(self) -> SafeString:
        """Return the HTML error page."""
        if self.request is not None and not is_operator(self.request):
            return render_to_string("500.html")
        return super().get_traceback_html()

    def get_traceback_text(self) -> SafeString:
        """Return the error as plain text."""
        if self.request is not None and not is_operator(self.request):
            return SafeString("500\n")
        return super().get_traceback_text()
