"""Static files, served by the site itself."""

from pathlib import Path

from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, which also finds the files of a newer release that was installed while this process runs."""

    seen = 0.0  # modification time of the loaded manifest

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Serve known files. For an unknown one, look for a newer release first."""
        path = request.path_info
        if not self.autorefresh and path.startswith(self.static_prefix) and path not in self.files:
            self._reload_if_newer()
        answer: HttpResponseBase = super().__call__(request)
        return answer

    def _reload_if_newer(self) -> None:
        manifest = Path(self.static_root) / "staticfiles.json"
        made = manifest.stat().st_mtime if manifest.exists() else 0.0
        if made > self.seen:
            self.seen = made
            self.add_files(self.static_root, prefix=self.static_prefix)
