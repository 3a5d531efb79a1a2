"""The admin app with our own admin site. It can't be in `apps.py`, because this package is itself a different app."""

from django.contrib.admin.apps import AdminConfig


class ModerationConfig(AdminConfig):
    """Django's admin with the site defined in `config.admin`."""

    default_site = "config.admin.ModerationSite"
