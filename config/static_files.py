"""Static files, served by the site itself."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise that answers with whole files.

    Its own file response is an iterator that Django, under ASGI, reads to the end first and warns about. Our
    files are small, so they are read here.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Return the response for `static_file`: the file, a part of it, or word that it has not changed."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["content-type"]  # the file's headers know it, or a 304 has none
        for name, value in found.headers:
            response[name] = value
        return response
