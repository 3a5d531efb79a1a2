"""Names that look alike are taken by one person only; of those who have them already, by the oldest account."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.lookalikes import keys_of


def take_names(apps, schema_editor):
    """User names first: nobody else may look like one, whoever shows that name today."""
    user, taken = apps.get_model("accounts", "User"), apps.get_model("accounts", "TakenName")
    for column in ("username", "display_name"):
        for pk, name in user.objects.order_by("pk").values_list("pk", column).iterator():
            taken.objects.bulk_create(
                [taken(key=key, user_id=pk) for key in sorted(keys_of(name))], ignore_conflicts=True
            )


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_moderation'),
    ]

    operations = [
        migrations.CreateModel(
            name='TakenName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=250, unique=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='taken_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'taken name',
                'verbose_name_plural': 'taken names',
            },
        ),
        migrations.RunPython(take_names, migrations.RunPython.noop),
    ]
