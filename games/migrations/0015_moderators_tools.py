import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_keeper'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='decision',
            name='kind',
            field=models.CharField(choices=[('hold', 'pause'), ('go-on', 'let go on'), ('extend', 'more time'), ('cancel', 'call off'), ('rewind', 'rewind'), ('default', 'play the default move'), ('replace', 'replace a player'), ('offer', 'put a seat up for taking'), ('finish', 'finish by decision'), ('hide', 'hide a line of talk'), ('warn', 'warn'), ('mute', 'mute'), ('suspend', 'suspend'), ('ban', 'ban'), ('rename', 'rename'), ('merge', 'merge accounts'), ('erase', 'erase an account'), ('settle', 'settle a report'), ('dispel', 'dismiss a report'), ('appoint', 'appoint'), ('dismiss', 'dismiss'), ('connect', 'look at connections'), ('undo', 'undo a decision')], max_length=10, verbose_name='what'),
        ),
        migrations.CreateModel(
            name='LogInTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('address', 'same address'), ('browser', 'same browser')], max_length=7)),
                ('digest', models.CharField(max_length=32)),
                ('first_at', models.DateTimeField(auto_now_add=True)),
                ('last_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log_in_traces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'trace of a log-in',
                'verbose_name_plural': 'traces of log-ins',
                'indexes': [models.Index(fields=['kind', 'digest'], name='trace_shared'), models.Index(fields=['last_at'], name='trace_age')],
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'digest'), name='one_trace_per_place')],
            },
        ),
        migrations.CreateModel(
            name='SavedFilter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('page', models.CharField(max_length=60)),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('query', models.CharField(max_length=500)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_filters', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'saved filter',
                'verbose_name_plural': 'saved filters',
                'constraints': [models.UniqueConstraint(fields=('by', 'page', 'name'), name='one_filter_per_name')],
            },
        ),
    ]
