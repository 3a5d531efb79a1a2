"""Moderators and administrators, as groups with the permissions that they need and no others."""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LOOK = (
    "table", "seat", "moverecord", "notice", "invitation", "proposal", "departure", "decision", "look", "report",
    "reportnote", "talkline",
)  # fmt: skip
MODERATOR = (
    *(("games", f"view_{name}") for name in LOOK),
    ("accounts", "view_user"),
    ("accounts", "moderate_user"),
    ("games", "moderate_table"),
    ("games", "change_report"),
)
ADMINISTRATOR = (
    *MODERATOR,
    *(("games", f"view_{name}") for name in ("taskfailure", "replaydifference", "deck")),
    ("games", "add_deck"),
    ("games", "change_deck"),
    ("games", "extend_all_tables"),
    ("games", "see_full_state"),
    ("accounts", "ban_user"),
    ("accounts", "merge_user"),
    ("accounts", "erase_user"),
    ("accounts", "appoint_user"),
)
ROLES = {"Moderators": MODERATOR, "Administrators": ADMINISTRATOR}


def make_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Permissions are made after all migrations, which is too late for groups that hold them: make them now."""
    for label in ("accounts", "games"):
        config: Any = apps.get_app_config(label)
        config.models_module = True
        create_permissions(config, apps=apps, verbosity=0)
        config.models_module = None
    permissions = apps.get_model("auth", "Permission").objects
    for name, allowed in ROLES.items():
        group, _made = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        found = [permissions.get(content_type__app_label=app, codename=code) for app, code in allowed]
        group.permissions.set(found)


class Migration(migrations.Migration):
    """Groups only; taking it back leaves them, because people may be in them."""

    dependencies = [
        ("games", "0002_moderation"),
        ("accounts", "0002_moderation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
