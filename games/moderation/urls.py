"""The addresses of reports, and of decisions as those read them whom they concern."""

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("report/", views.report, name="report"),
    path("decisions/", views.decisions, name="decisions"),
    path("decisions/<int:decision_id>/read/", views.decision_read, name="decision_read"),
]
