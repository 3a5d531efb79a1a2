"""Users in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's user pages with our fields."""

    list_display = ("username", "display_name", "email", "time_zone", "is_staff", "last_login")
    search_fields = ("username", "display_name", "email")
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("At the table"), {"fields": ("display_name", "time_zone", "mail_turns")}),
        (_("Calendar"), {"fields": ("sleep_from", "sleep_to", "days_off", "vacations")}),
    )
