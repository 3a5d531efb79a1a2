"""Notes for beginners: of a seat, and what a player has chosen for a title."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_last_visits"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="has_notes",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="lessonprogress",
            name="notes",
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
