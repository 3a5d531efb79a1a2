from itertools import islice

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def know_names(apps, schema_editor):
    """The names that people have now; former ones are known only from decisions of moderators."""
    user, known = apps.get_model("accounts", "User"), apps.get_model("accounts", "KnownName")
    people = user.objects.filter(kind="person", erased_at=None).values_list("pk", "username", "display_name")
    rows = (known(user_id=pk, name=name) for pk, *names in people.iterator() for name in sorted({*names} - {""}))
    while batch := list(islice(rows, 1000)):
        known.objects.bulk_create(batch, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_bots'),
    ]

    operations = [
        migrations.CreateModel(
            name='KnownName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=150)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'known name',
                'verbose_name_plural': 'known names',
                'constraints': [models.UniqueConstraint(fields=('user', 'name'), name='one_row_per_name')],
            },
        ),
        migrations.RunPython(know_names, migrations.RunPython.noop),
    ]
