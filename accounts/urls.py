"""URLs for the accounts app. allauth has those for logging in and signing up."""

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.views import list_usersessions
from django.contrib.auth.decorators import login_required
from django.urls import path

from accounts import calendar, more_time, views

app_name = "accounts"

# allauth's page at allauth's URL. Ending sessions requires a fresh log-in, so that a thief can't lock the owner out.
_sessions = login_required(reauthentication_required(list_usersessions, allow_get=True))

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("language/", views.language_set, name="language_set"),
    path("settings/", views.settings, name="settings"),
    path("erase/", views.account_erase, name="erase"),
    path("sessions/", _sessions, name="sessions"),
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar/vacation/", calendar.vacation_announce, name="vacation_announce"),
    path("calendar/vacation/end/", calendar.vacation_end, name="vacation_end"),
    path("more-time/<str:token>/", more_time.more_time, name="more_time"),
]
