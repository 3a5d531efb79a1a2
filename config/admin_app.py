"""The admin app, with a site of our own. Not in `apps.py`: this package is an app itself, and not that one."""

from django.contrib.admin.apps import AdminConfig

__all__ = ["ModerationConfig"]


class ModerationConfig(AdminConfig):
    """Django's admin on the site that `config.admin` describes."""

    default_site = "config.admin.ModerationSite"
