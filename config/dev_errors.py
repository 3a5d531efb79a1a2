"""Errors in development: the page with the code is for this machine, not for others on its network."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter

from games.pages.client_address import is_operator

__all__ = ["LocalReporter"]


class LocalReporter(ExceptionReporter):
    """Django's, for OPERATOR_NETWORKS; everybody else reads what a public site says."""

    def get_traceback_html(self) -> SafeString:
        """The page of an error."""
        if self.request is not None and not is_operator(self.request):
            return render_to_string("500.html")
        return super().get_traceback_html()

    def get_traceback_text(self) -> SafeString:
        """The same for programs."""
        if self.request is not None and not is_operator(self.request):
            return SafeString("500\n")
        return super().get_traceback_text()
