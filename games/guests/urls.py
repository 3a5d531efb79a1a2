"""URLs for playing immediately, with or without an account."""

from django.urls import path

from games.guests import views

urlpatterns = [
    path("play/", views.play_now, name="play_now"),
    path("join/<str:token>/guest/", views.guest_join, name="guest_join"),
]
