from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_rematch'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='seats_from',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='players at least'),
        ),
    ]
