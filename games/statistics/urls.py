"""URLs for statistics."""

from django.urls import path

from games.statistics import views

urlpatterns = [path("statistics/<slug:title>/", views.statistics, name="statistics")]
