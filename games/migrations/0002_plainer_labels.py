"""Plainer labels of choices. The database does not change."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('turn', 'your turn'), ('reminder', 'reminder'), ('started', 'table started'), ('finished', 'table finished'), ('invitation', 'invitation'), ('cancelled', 'table cancelled or expired'), ('timeout', 'time-out'), ('stopped', 'table stopped'), ('proposal', 'proposal'), ('talk', 'table chat'), ('mention', 'mentioned in table chat'), ('decision', 'message from a moderator'), ('digest', 'daily digest'), ('test', 'test message'), ('webhook-over', 'webhook given up'), ('mail-over', 'mail address suspended')], max_length=12),
        ),
        migrations.AlterField(
            model_name='preferences',
            name='talk',
            field=models.CharField(choices=[('all', 'all messages at my tables'), ('mentions', 'only messages that mention me'), ('nothing', 'nothing')], default='mentions', max_length=10, verbose_name='table chat'),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='kind',
            field=models.CharField(choices=[('end', 'end the game now'), ('cancel', 'call off the game'), ('pause', 'pause'), ('resume', 'go on'), ('extend', 'more time'), ('upgrade', 'switch to the current rules')], max_length=10),
        ),
        migrations.AlterField(
            model_name='table',
            name='admission',
            field=models.CharField(choices=[('open', 'Everybody may join and watch'), ('link', 'Only players with the link'), ('invited', 'Only players I invite')], default='open', max_length=10, verbose_name='who may join'),
        ),
        migrations.AlterField(
            model_name='table',
            name='on_timeout',
            field=models.CharField(choices=[('default', 'The safe default move is played'), ('lose', 'The player is out of the game'), ('caretaker', 'A bot plays for the player, until the player is back')], default='default', max_length=10, verbose_name='when time runs out'),
        ),
    ]
