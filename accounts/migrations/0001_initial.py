"""All tables of the accounts."""

import accounts.validators
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('kind', models.CharField(choices=[('person', 'person'), ('bot', 'bot'), ('guest', 'guest')], default='person', max_length=6, verbose_name='kind')),
                ('level', models.CharField(blank=True, default='', max_length=12, verbose_name='level')),
                ('display_name', models.CharField(blank=True, help_text='The name that other players see. If you leave it empty, they see your user name.', max_length=40, validators=[accounts.validators.validate_display_name], verbose_name='display name')),
                ('time_zone', models.CharField(default='UTC', help_text='We show all dates and deadlines in this time zone.', max_length=64, validators=[accounts.validators.validate_time_zone], verbose_name='time zone')),
                ('mail_turns', models.BooleanField(default=True, help_text='Send me an email when it is my turn or a deadline is near.', verbose_name='emails about my turns')),
                ('always_ask', models.BooleanField(default=False)),
                ('sleep_from', models.TimeField(blank=True, null=True, verbose_name='no deadlines from')),
                ('sleep_to', models.TimeField(blank=True, null=True, verbose_name='until')),
                ('days_off', models.JSONField(blank=True, default=list, verbose_name='days off')),
                ('vacations', models.JSONField(blank=True, default=list, verbose_name='vacations')),
                ('replies', models.JSONField(blank=True, default=list)),
                ('muted_until', models.DateTimeField(blank=True, null=True, verbose_name='muted until')),
                ('suspended_until', models.DateTimeField(blank=True, null=True, verbose_name='suspended until')),
                ('is_banned', models.BooleanField(default=False, verbose_name='banned')),
                ('erased_at', models.DateTimeField(blank=True, null=True, verbose_name='erased at')),
                ('guest_until', models.DateTimeField(blank=True, null=True, verbose_name='kept until')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to=settings.AUTH_USER_MODEL, verbose_name='merged into')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'permissions': [('moderate_user', 'Can warn, mute and suspend people'), ('ban_user', 'Can ban and rename people'), ('merge_user', 'Can merge accounts'), ('erase_user', 'Can erase accounts'), ('appoint_user', 'Can appoint moderators and administrators')],
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
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
            },
        ),
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
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('suspended_until__isnull', False)), fields=['suspended_until'], name='user_suspended'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('guest_until__isnull', False)), fields=['guest_until'], name='user_guest'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('kind', 'bot')), fields=['level'], name='user_bot'),
        ),
        migrations.AddConstraint(
            model_name='knownname',
            constraint=models.UniqueConstraint(fields=('user', 'name'), name='one_row_per_name'),
        ),
    ]
