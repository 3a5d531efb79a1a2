"""The Celery application: tasks are found in each app's `tasks` module."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("captain")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Of every thread: those that answer requests or run tasks would else send to an application without settings.
app.set_default()
