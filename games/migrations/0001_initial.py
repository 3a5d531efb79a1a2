"""All tables of the games, and the groups of moderators and administrators with the permissions that they need."""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
import games.models.preferences
import games.models.table
from django.apps.registry import Apps
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LOOK = (
    "table", "seat", "moverecord", "notice", "invitation", "proposal", "departure", "decision", "accessrecord", "report",
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

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40, verbose_name='game')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('seat_count', models.PositiveSmallIntegerField(verbose_name='seats')),
                ('seats_from', models.PositiveSmallIntegerField(default=0, verbose_name='players at least')),
                ('admission', models.CharField(choices=[('open', 'Everybody may join and watch'), ('link', 'Only players with the link'), ('invited', 'Only players I invite')], default='open', max_length=10, verbose_name='who may join')),
                ('seating', models.CharField(choices=[('random', 'At random'), ('joined', 'In the order of joining')], default='random', max_length=10, verbose_name='seating')),
                ('status', models.CharField(choices=[('open', 'open'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'cancelled'), ('expired', 'expired')], default='open', max_length=10, verbose_name='status')),
                ('token', models.CharField(default=games.models.table.new_token, max_length=32, unique=True, verbose_name='link token')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='opened at')),
                ('expires_at', models.DateTimeField(verbose_name='expires at')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started at')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished at')),
                ('clock', models.JSONField(default=games.models.table.usual_clock, verbose_name='clock')),
                ('on_timeout', models.CharField(choices=[('default', 'The safe default move is played'), ('lose', 'The player is out of the game'), ('caretaker', 'A bot plays for the player, until the player is back')], default='default', max_length=10, verbose_name='when time runs out')),
                ('delays_answers', models.BooleanField(default=False, verbose_name='answers out of turn come after a random delay')),
                ('offers_seats', models.BooleanField(default=False, verbose_name='others may take over a seat that was given up')),
                ('paused_until', models.DateTimeField(blank=True, null=True, verbose_name='paused until')),
                ('agreed_until', models.DateTimeField(blank=True, null=True)),
                ('is_held', models.BooleanField(default=False, verbose_name='paused by a moderator')),
                ('has_bots', models.BooleanField(default=False, verbose_name='with bots')),
                ('is_continued', models.BooleanField(default=False, verbose_name='played on from another game')),
                ('identity', models.CharField(default=games.models.table.new_identity, max_length=32)),
                ('terms', models.JSONField(blank=True, default=dict)),
                ('seed', models.BinaryField(default=games.models.table.new_seed)),
                ('key', models.BinaryField(default=b'')),
                ('chain', models.BinaryField(default=b'')),
                ('former_keys', models.JSONField(blank=True, default=list)),
                ('rules_version', models.PositiveIntegerField(default=0)),
                ('state_schema', models.CharField(default='', max_length=16)),
                ('state', models.TextField(blank=True, default='')),
                ('ply', models.PositiveIntegerField(default=0)),
                ('head', models.IntegerField(blank=True, null=True)),
                ('stream', models.PositiveIntegerField(default=0)),
                ('generation', models.PositiveIntegerField(default=0)),
                ('since_kept', models.PositiveSmallIntegerField(default=0)),
                ('is_packed', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, default='', max_length=40, verbose_name='how it ended')),
                ('creator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables_created', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.table')),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'permissions': [('moderate_table', 'Can moderate tables'), ('extend_all_tables', 'Can give more time to all tables'), ('see_full_state', 'Can look at the full state of a table')],
            },
        ),
        migrations.CreateModel(
            name='HourlyStats',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hour', models.DateTimeField(unique=True, verbose_name='hour')),
                ('plies', models.PositiveBigIntegerField()),
                ('people', models.PositiveBigIntegerField()),
                ('running', models.PositiveIntegerField(verbose_name='running tables')),
                ('due', models.PositiveIntegerField(verbose_name='notices waiting to be sent')),
            ],
            options={
                'verbose_name': 'hourly stats',
                'verbose_name_plural': 'hourly stats',
            },
        ),
        migrations.CreateModel(
            name='LastTime',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(blank=True, null=True)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('told_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'last success',
                'verbose_name_plural': 'last successes',
            },
        ),
        migrations.CreateModel(
            name='PuzzleStreak',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='puzzle_streak', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('day', models.DateField()),
                ('days', models.PositiveIntegerField(default=1)),
                ('best', models.PositiveIntegerField(default=1)),
            ],
            options={
                'verbose_name': 'puzzle streak',
                'verbose_name_plural': 'puzzle streaks',
            },
        ),
        migrations.CreateModel(
            name='AccessRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ply', models.PositiveIntegerField()),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='access_records', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='access_records', to='games.table')),
            ],
            options={
                'verbose_name': 'access record',
                'verbose_name_plural': 'access audit',
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('hold', 'pause'), ('go-on', 'resume'), ('extend', 'more time'), ('cancel', 'call off'), ('rewind', 'rewind'), ('default', 'play the safe move'), ('replace', 'replace a player'), ('offer', 'open a seat for takeover'), ('finish', 'end with ranks'), ('hide', 'hide a chat message'), ('warn', 'warn'), ('mute', 'mute'), ('suspend', 'suspend'), ('ban', 'ban'), ('rename', 'rename'), ('merge', 'merge accounts'), ('erase', 'erase an account'), ('settle', 'resolve a report'), ('dispel', 'dismiss a report'), ('appoint', 'give a role'), ('dismiss', 'remove a role'), ('connect', 'view connections'), ('undo', 'undo a decision')], max_length=10, verbose_name='action')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('facts', models.JSONField(blank=True, default=dict, verbose_name='details')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='games.table', verbose_name='table')),
                ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='games.decision', verbose_name='undoes')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
            },
        ),
        migrations.CreateModel(
            name='BulkExtension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('days', models.SmallIntegerField()),
                ('given_at', models.DateTimeField()),
                ('past', models.BigIntegerField(default=0)),
                ('last', models.BigIntegerField()),
                ('count', models.PositiveIntegerField(default=0)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bulk_extension', to='games.decision')),
            ],
            options={
                'verbose_name': 'bulk extension',
                'verbose_name_plural': 'bulk extensions',
            },
        ),
        migrations.CreateModel(
            name='Deck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(max_length=32, unique=True, verbose_name='digest')),
                ('cards', models.JSONField(verbose_name='cards')),
                ('card_count', models.PositiveSmallIntegerField(verbose_name='number of cards')),
                ('is_offered', models.BooleanField(default=True, help_text='Whether new tables may choose it. Tables that have chosen it keep it in any case.', verbose_name='offered')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='uploaded at')),
                ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='uploaded by')),
            ],
            options={
                'verbose_name': 'Cardline deck',
                'verbose_name_plural': 'Cardline decks',
            },
        ),
        migrations.CreateModel(
            name='Departure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_ply', models.IntegerField(default=-1)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('visit_ply', models.IntegerField(default=-1)),
                ('seat_number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('left_at', models.DateTimeField(auto_now_add=True, verbose_name='left at')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='departures', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='departures', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player who left',
                'verbose_name_plural': 'players who left',
            },
        ),
        migrations.CreateModel(
            name='Estimates',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.JSONField(default=list)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='estimates', to='games.table')),
            ],
            options={
                'verbose_name': 'estimates',
                'verbose_name_plural': 'estimates',
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('web', 'pages'), ('worker', 'worker'), ('thinker', 'bots'), ('beat', 'beat')], max_length=10, verbose_name='role')),
                ('machine', models.CharField(max_length=100, verbose_name='machine')),
                ('pid', models.PositiveIntegerField(verbose_name='process')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('seen_at', models.DateTimeField(verbose_name='seen at')),
                ('figures', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name': 'heartbeat',
                'verbose_name_plural': 'heartbeats',
                'constraints': [models.UniqueConstraint(fields=('role', 'machine', 'pid'), name='one_heart_per_process')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('is_live', models.BooleanField(default=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='LessonProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=32)),
                ('done', models.JSONField(default=list)),
                ('notes', models.BooleanField(blank=True, null=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lesson_progress', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'lesson progress',
                'verbose_name_plural': 'lesson progress',
            },
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
            },
        ),
        migrations.CreateModel(
            name='MoveRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.IntegerField()),
                ('kind', models.CharField(choices=[('setup', 'set-up'), ('move', 'move'), ('leave', 'left'), ('undo', 'taken back'), ('note', 'note')], max_length=10)),
                ('cause', models.CharField(blank=True, choices=[('', 'by the player'), ('forced', 'the only move'), ('order', 'by standing order'), ('timeout', 'time-out'), ('moderator', 'by a moderator'), ('caretaker', 'by a bot as caretaker')], default='', max_length=10)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('move', models.TextField(blank=True, default='')),
                ('events', models.TextField(default='[]')),
                ('kept', models.BinaryField(blank=True, null=True)),
                ('previous', models.IntegerField(blank=True, null=True)),
                ('back_to', models.IntegerField(blank=True, null=True)),
                ('expected', models.IntegerField(blank=True, null=True)),
                ('stream', models.PositiveIntegerField(default=0)),
                ('generation', models.PositiveIntegerField(default=0)),
                ('draws', models.TextField(blank=True, default='')),
                ('position', models.CharField(blank=True, default='', max_length=32)),
                ('end', models.TextField(blank=True, default='')),
                ('undoable', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('rules_version', models.PositiveIntegerField()),
                ('seal', models.BinaryField(default=b'')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='records', to='games.table')),
            ],
            options={
                'verbose_name': 'log entry',
                'verbose_name_plural': 'log entries',
                'ordering': ['ply'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'your turn'), ('reminder', 'reminder'), ('started', 'table started'), ('finished', 'table finished'), ('invitation', 'invitation'), ('cancelled', 'table cancelled or expired'), ('timeout', 'time-out'), ('stopped', 'table stopped'), ('proposal', 'proposal'), ('talk', 'table chat'), ('mention', 'mentioned in table chat'), ('decision', 'message from a moderator'), ('digest', 'daily digest'), ('test', 'test message'), ('webhook-over', 'webhook given up'), ('mail-over', 'email address suspended')], max_length=12)),
                ('ply', models.IntegerField(default=0)),
                ('about', models.DateTimeField(blank=True, null=True)),
                ('offset', models.PositiveIntegerField(default=0)),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'browser'), ('webhook', 'webhook')], default='mail', max_length=10)),
                ('status', models.CharField(choices=[('due', 'waiting'), ('claimed', 'being sent'), ('sent', 'sent'), ('merged', 'sent with others'), ('suppressed', 'not sent'), ('failed', 'failed')], default='due', max_length=10)),
                ('reason', models.CharField(blank=True, default='', max_length=200)),
                ('detail', models.CharField(blank=True, default='', max_length=500)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('due_at', models.DateTimeField()),
                ('claim', models.UUIDField(blank=True, null=True)),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('decision', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='games.decision')),
                ('merged_into', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='games.notice')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
            },
        ),
        migrations.CreateModel(
            name='PackedLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.IntegerField()),
                ('last', models.IntegerField()),
                ('plies', models.BinaryField()),
                ('undos', models.JSONField()),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='packed', to='games.table')),
            ],
            options={
                'verbose_name': 'packed log',
                'verbose_name_plural': 'packed logs',
            },
        ),
        migrations.CreateModel(
            name='PersonJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('run', 'leave them running: the clocks decide'), ('hold', 'pause them until the suspension ends'), ('go-on', 'resume the paused tables'), ('leave', 'remove the person from the games'), ('offer', 'open the seats for takeover'), ('merge', 'move the seats to the other account')], max_length=10)),
                ('past', models.BigIntegerField(default=0)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='person_job', to='games.decision')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='person_jobs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': "job at a person's tables",
                'verbose_name_plural': "jobs at a person's tables",
            },
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('offsets', models.JSONField(blank=True, default=games.models.preferences.usual_offsets, verbose_name='reminders')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('rings_when_near', models.BooleanField(default=False)),
                ('digest_time', models.TimeField(blank=True, null=True, verbose_name='time of the digest')),
                ('digest_at', models.DateTimeField(blank=True, null=True)),
                ('is_bare', models.BooleanField(default=False)),
                ('plays_from_mail', models.BooleanField(default=True)),
                ('talk', models.CharField(choices=[('all', 'all messages at my tables'), ('mentions', 'only messages that mention me'), ('nothing', 'nothing')], default='mentions', max_length=10, verbose_name='table chat')),
                ('webhook_kind', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack, Mattermost'), ('plain', 'plain JSON')], default='discord', max_length=10, verbose_name='kind')),
                ('webhook_url', models.CharField(blank=True, default='', max_length=500, verbose_name='address')),
                ('webhook_secret', models.CharField(blank=True, default='', max_length=64)),
                ('webhook_failures', models.PositiveSmallIntegerField(default=0)),
                ('webhook_failing_since', models.DateTimeField(blank=True, null=True)),
                ('webhook_ended_at', models.DateTimeField(blank=True, null=True)),
                ('refused_address', models.CharField(blank=True, default='', max_length=254)),
                ('refusals', models.PositiveSmallIntegerField(default=0)),
                ('refused_at', models.DateTimeField(blank=True, null=True)),
                ('suspended_at', models.DateTimeField(blank=True, null=True)),
                ('feed_token', models.UUIDField(blank=True, null=True, unique=True)),
                ('feed_made_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'preferences',
                'verbose_name_plural': 'preferences',
                'indexes': [models.Index(condition=models.Q(('digest_at__isnull', False)), fields=['digest_at'], name='digest_due')],
            },
        ),
        migrations.CreateModel(
            name='PrivateNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True, max_length=4000, verbose_name='note')),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='private_notes', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='private_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'private note',
                'verbose_name_plural': 'private notes',
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('end', 'end the game now'), ('cancel', 'call off the game'), ('pause', 'pause'), ('resume', 'resume'), ('extend', 'more time'), ('upgrade', 'switch to the current rules')], max_length=10)),
                ('days', models.PositiveSmallIntegerField(default=0)),
                ('seat_number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('open', 'open'), ('agreed', 'agreed'), ('declined', 'declined'), ('lapsed', 'lapsed')], default='open', max_length=10)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='proposals', to='games.table')),
            ],
            options={
                'verbose_name': 'proposal',
                'verbose_name_plural': 'proposals',
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('label', models.CharField(blank=True, default='', max_length=80)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'browser with notifications',
                'verbose_name_plural': 'browsers with notifications',
            },
        ),
        migrations.CreateModel(
            name='PuzzleCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=16)),
                ('tried', models.PositiveIntegerField(default=0)),
                ('found', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'puzzle count',
                'verbose_name_plural': 'puzzle counts',
                'constraints': [models.UniqueConstraint(fields=('title', 'key'), name='one_count_per_puzzle')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=16)),
                ('is_found', models.BooleanField(default=False)),
                ('shown_on', models.DateField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_tries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'tried puzzle',
                'verbose_name_plural': 'tried puzzles',
            },
        ),
        migrations.CreateModel(
            name='ReplayDifference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(max_length=500, verbose_name='why')),
                ('rules_version', models.PositiveIntegerField(verbose_name='rules of the table')),
                ('found_at', models.DateTimeField(verbose_name='found at')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='replay_difference', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'replay difference',
                'verbose_name_plural': 'replay differences',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=[('table', 'a table'), ('line', 'a chat message'), ('name', 'a name')], max_length=10, verbose_name='about')),
                ('text', models.CharField(max_length=2000, verbose_name='what is wrong')),
                ('state', models.CharField(choices=[('new', 'new'), ('taken', 'in progress'), ('settled', 'resolved'), ('dismissed', 'dismissed')], default='new', max_length=10, verbose_name='state')),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to=settings.AUTH_USER_MODEL, verbose_name='reported by')),
                ('handler', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='assigned to')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_about', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
            },
        ),
        migrations.CreateModel(
            name='ReportNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000, verbose_name='note')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='games.report')),
            ],
            options={
                'verbose_name': 'note on a report',
                'verbose_name_plural': 'notes on reports',
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
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_ply', models.IntegerField(default=-1)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('visit_ply', models.IntegerField(default=-1)),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('nonce', models.CharField(blank=True, default='', max_length=32)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('joined_at', models.DateTimeField(auto_now_add=True, verbose_name='joined at')),
                ('is_live', models.BooleanField(default=True)),
                ('is_awaited', models.BooleanField(default=False)),
                ('awaited_since', models.DateTimeField(blank=True, null=True)),
                ('turn_ply', models.IntegerField(default=0)),
                ('asked_ply', models.IntegerField(default=0)),
                ('acted_ply', models.IntegerField(default=-1)),
                ('has_left', models.BooleanField(default=False)),
                ('deadline', models.DateTimeField(blank=True, null=True)),
                ('deadline_moved_at', models.DateTimeField(blank=True, null=True)),
                ('deadline_moves', models.PositiveIntegerField(default=0)),
                ('clock_since', models.DateTimeField(blank=True, null=True)),
                ('allowance', models.PositiveIntegerField(blank=True, null=True)),
                ('remind_at', models.DateTimeField(blank=True, null=True)),
                ('extension', models.PositiveIntegerField(default=0)),
                ('reckoning', models.JSONField(blank=True, default=list)),
                ('remaining', models.PositiveIntegerField(blank=True, null=True)),
                ('bank', models.PositiveIntegerField(blank=True, null=True)),
                ('rest_left', models.PositiveIntegerField(default=345600)),
                ('undo_clock', models.JSONField(blank=True, null=True)),
                ('timeouts', models.PositiveSmallIntegerField(default=0)),
                ('is_offered', models.BooleanField(default=False)),
                ('is_kept', models.BooleanField(default=False)),
                ('think_at', models.DateTimeField(blank=True, null=True)),
                ('thought', models.TextField(blank=True, default='')),
                ('answer_at', models.DateTimeField(blank=True, null=True)),
                ('answer', models.TextField(blank=True, default='')),
                ('has_notes', models.BooleanField(default=False)),
                ('orders', models.JSONField(blank=True, default=dict, verbose_name='standing orders')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('score', models.IntegerField(blank=True, null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.table')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='StartPosition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('identity', models.CharField(max_length=32)),
                ('ply', models.IntegerField()),
                ('rules_version', models.PositiveIntegerField()),
                ('state_schema', models.CharField(max_length=16)),
                ('state', models.TextField()),
                ('seats', models.PositiveSmallIntegerField()),
                ('live', models.JSONField()),
                ('left', models.JSONField()),
                ('host_seat', models.PositiveSmallIntegerField()),
                ('former', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='continued', to='games.table')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='start', to='games.table')),
            ],
            options={
                'verbose_name': 'start position',
                'verbose_name_plural': 'start positions',
            },
        ),
        migrations.CreateModel(
            name='TableMute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='table_mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'muted table',
                'verbose_name_plural': 'muted tables',
            },
        ),
        migrations.CreateModel(
            name='TalkLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('text', models.CharField(max_length=1000, verbose_name='text')),
                ('said_at', models.DateTimeField(auto_now_add=True, verbose_name='sent')),
                ('is_hidden', models.BooleanField(default=False, verbose_name='hidden')),
                ('mentioned', models.ManyToManyField(blank=True, related_name='mentions', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='talk', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='talk_lines', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'chat message',
                'verbose_name_plural': 'chat messages',
            },
        ),
        migrations.AddField(
            model_name='report',
            name='line',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='games.talkline', verbose_name='chat message'),
        ),
        migrations.AddField(
            model_name='decision',
            name='line',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='games.talkline'),
        ),
        migrations.CreateModel(
            name='TalkRead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line_id', models.BigIntegerField(default=0)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='talk_reads', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='talk_reads', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reading mark',
                'verbose_name_plural': 'reading marks',
            },
        ),
        migrations.CreateModel(
            name='TaskFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('task', models.CharField(max_length=100, verbose_name='task')),
                ('about', models.CharField(blank=True, default='', max_length=100, verbose_name='about')),
                ('error', models.CharField(max_length=500, verbose_name='error')),
                ('count', models.PositiveIntegerField(default=1, verbose_name='times')),
                ('first_at', models.DateTimeField(verbose_name='first at')),
                ('last_at', models.DateTimeField(db_index=True, verbose_name='last at')),
                ('retry_at', models.DateTimeField(blank=True, null=True, verbose_name='next retry')),
            ],
            options={
                'verbose_name': 'failed task',
                'verbose_name_plural': 'failed tasks',
                'indexes': [models.Index(condition=models.Q(('retry_at__isnull', False)), fields=['retry_at'], name='failure_resting')],
                'constraints': [models.UniqueConstraint(fields=('task', 'about'), name='one_failure_per_work')],
            },
        ),
        migrations.CreateModel(
            name='TitleCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40, verbose_name='game')),
                ('audience', models.CharField(choices=[('public', 'tables of people that everybody may watch'), ('private', 'other tables of people'), ('bots', 'tables with bots')], max_length=10)),
                ('group', models.CharField(max_length=40)),
                ('key', models.CharField(blank=True, max_length=80)),
                ('times', models.BigIntegerField(default=0)),
                ('total', models.BigIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'total for a game',
                'verbose_name_plural': 'totals for games',
                'constraints': [models.UniqueConstraint(fields=('title', 'audience', 'group', 'key'), name='one_count_per_key')],
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat_number', models.PositiveSmallIntegerField()),
                ('made_at', models.DateTimeField()),
                ('proposal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='games.proposal')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'vote',
                'verbose_name_plural': 'votes',
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('by', 'person'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('by', models.F('person')), _negated=True), name='nobody_blocks_oneself')],
            },
        ),
        migrations.CreateModel(
            name='CountedGame',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='counted', serialize=False, to='games.table')),
                ('audience', models.CharField(choices=[('public', 'tables of people that everybody may watch'), ('private', 'other tables of people'), ('bots', 'tables with bots')], max_length=10)),
                ('amounts', models.JSONField(default=list)),
                ('waiting', models.JSONField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'counted game',
                'verbose_name_plural': 'counted games',
                'indexes': [models.Index(condition=models.Q(('waiting__isnull', False)), fields=['audience'], name='counted_waiting')],
            },
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('admission', 'open'), ('status', 'open')), fields=['-id'], name='lobby_open'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('admission', 'open'), ('status', 'running')), fields=['-id'], name='lobby_watch'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('admission', 'open')), fields=['title', 'status', '-id'], name='lobby_title'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['expires_at'], name='table_expiry'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['id'], name='table_running'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('finished_at__isnull', False), ('is_packed', False)), fields=['finished_at'], name='table_unpacked'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('paused_until__isnull', False)), fields=['paused_until'], name='table_paused'),
        ),
        migrations.AddIndex(
            model_name='bulkextension',
            index=models.Index(condition=models.Q(('done_at__isnull', True)), fields=['given_at'], name='bulk_extension_open'),
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.UniqueConstraint(condition=models.Q(('is_offered', True)), fields=('name',), name='one_offered_deck_per_name'),
        ),
        migrations.AddConstraint(
            model_name='departure',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='one_departure_per_user'),
        ),
        migrations.AddIndex(
            model_name='estimates',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='estimates_due'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('is_live', True)), fields=['user'], name='invitation_live'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='one_invitation_per_user'),
        ),
        migrations.AddConstraint(
            model_name='lessonprogress',
            constraint=models.UniqueConstraint(fields=('user', 'title'), name='learnt_once'),
        ),
        migrations.AddIndex(
            model_name='logintrace',
            index=models.Index(fields=['kind', 'digest'], name='trace_shared'),
        ),
        migrations.AddIndex(
            model_name='logintrace',
            index=models.Index(fields=['last_at'], name='trace_age'),
        ),
        migrations.AddConstraint(
            model_name='logintrace',
            constraint=models.UniqueConstraint(fields=('user', 'kind', 'digest'), name='one_trace_per_place'),
        ),
        migrations.AddIndex(
            model_name='moverecord',
            index=models.Index(condition=models.Q(('kind', 'undo')), fields=['table', 'ply'], name='record_undo'),
        ),
        migrations.AddConstraint(
            model_name='moverecord',
            constraint=models.UniqueConstraint(fields=('table', 'ply'), name='one_record_per_ply'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'due')), fields=['due_at'], name='notice_due'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'due')), fields=['user', 'channel'], name='notice_due_of'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'claimed')), fields=['claimed_at'], name='notice_claimed'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('claim__isnull', False)), fields=['claim'], name='notice_claim'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'sent')), fields=['user', 'channel', '-sent_at'], name='notice_last_sent'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('merged_into__isnull', False)), fields=['merged_into'], name='notice_merged'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', '-id'], name='notice_history'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['-created_at'], name='notice_failed'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('about__isnull', True)), fields=('user', 'table', 'kind', 'ply', 'channel'), name='told_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('about__isnull', False), ('table__isnull', False)), fields=('user', 'table', 'about', 'offset', 'channel'), name='reminded_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('table__isnull', True)), fields=('user', 'kind', 'about', 'channel'), name='digest_once'),
        ),
        migrations.AddConstraint(
            model_name='packedlog',
            constraint=models.UniqueConstraint(fields=('table', 'first'), name='one_packed_log'),
        ),
        migrations.AddIndex(
            model_name='personjob',
            index=models.Index(condition=models.Q(('done_at__isnull', True)), fields=['id'], name='person_job_open'),
        ),
        migrations.AddConstraint(
            model_name='privatenote',
            constraint=models.UniqueConstraint(fields=('user', 'table'), name='one_note_per_player'),
        ),
        migrations.AddIndex(
            model_name='proposal',
            index=models.Index(fields=['table', 'seat_number', 'kind', '-id'], name='proposal_history'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('table',), name='one_open_proposal'),
        ),
        migrations.AddConstraint(
            model_name='puzzletry',
            constraint=models.UniqueConstraint(fields=('user', 'title', 'key'), name='tried_once_per_person'),
        ),
        migrations.AddConstraint(
            model_name='savedfilter',
            constraint=models.UniqueConstraint(fields=('by', 'page', 'name'), name='one_filter_per_name'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_awaited', True)), fields=['user', 'awaited_since'], name='seat_awaited'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_awaited', True)), fields=['awaited_since'], name='seat_waiting'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_live', True)), fields=['user'], name='seat_live'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['user', '-table'], name='seat_history'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_awaited', True)), fields=['deadline'], name='seat_due'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('answer_at__isnull', False)), fields=['answer_at'], name='seat_answer'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='seat_remind'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_offered', True)), fields=['-table'], name='seat_offered'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('think_at__isnull', False)), fields=['think_at'], name='seat_think'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_seat_per_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='one_seat_per_user'),
        ),
        migrations.AddConstraint(
            model_name='tablemute',
            constraint=models.UniqueConstraint(fields=('user', 'table'), name='muted_once'),
        ),
        migrations.AddIndex(
            model_name='talkline',
            index=models.Index(fields=['table', '-id'], name='talk_of_table'),
        ),
        migrations.AddIndex(
            model_name='talkline',
            index=models.Index(fields=['user', '-id'], name='talk_of_person'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['made_at'], name='report_queue'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['by', '-made_at'], name='report_history'),
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(fields=['table', '-id'], name='decision_of_table'),
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(fields=['person', '-id'], name='decision_of_person'),
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(condition=models.Q(('seen_at__isnull', True)), fields=['person'], name='decision_unseen'),
        ),
        migrations.AddConstraint(
            model_name='talkread',
            constraint=models.UniqueConstraint(fields=('user', 'table'), name='one_mark_per_reader'),
        ),
        migrations.AddConstraint(
            model_name='vote',
            constraint=models.UniqueConstraint(fields=('proposal', 'seat_number'), name='one_vote_per_seat'),
        ),
        migrations.RunPython(make_roles, migrations.RunPython.noop),
    ]
