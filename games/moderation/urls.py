"""URLs for reporting, and for reading decisions about oneself."""

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("report/", views.report, name="report"),
    path("decisions/", views.decisions, name="decisions"),
    path("decisions/<int:decision_id>/read/", views.decision_read, name="decision_read"),
]
