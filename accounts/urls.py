"""URLs of the accounts app; those for logging in and signing up belong to allauth."""

from django.urls import path

from accounts import calendar, views

app_name = "accounts"
urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("erase/", views.account_erase, name="erase"),
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar/vacation/", calendar.vacation_announce, name="vacation_announce"),
    path("calendar/vacation/end/", calendar.vacation_end, name="vacation_end"),
]
