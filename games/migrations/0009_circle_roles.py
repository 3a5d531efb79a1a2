from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ADDED = ("view_circle",)  # for both roles


def roles_extend(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let moderators and administrators see circles in the admin."""
    config: Any = apps.get_app_config("games")
    config.models_module = True
    create_permissions(config, apps=apps, verbosity=0)
    config.models_module = None
    found = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games", codename__in=ADDED)
    for group in apps.get_model("auth", "Group").objects.filter(name__in=("Moderators", "Administrators")):
        group.permissions.add(*found)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0008_circles"),
    ]

    operations = [
        migrations.RunPython(roles_extend, migrations.RunPython.noop),
    ]
