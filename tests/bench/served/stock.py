"""The minimal site as Django's documentation has it served: by Django's own ASGI handler."""

from django.core.asgi import get_asgi_application

application = get_asgi_application()
