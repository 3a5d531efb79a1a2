"""The site's configuration: settings, URLs, and how its processes run."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
