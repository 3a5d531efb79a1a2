"""URLs for bots."""

from django.urls import path

from games.bots import views

urlpatterns = [
    path("tables/<int:table_id>/hint/", views.hint, name="hint"),
    path("tables/<int:table_id>/play-on/", views.play_on, name="play_on"),
    path("tables/<int:table_id>/bots/", views.bots_seat, name="bots_seat"),
    path("tables/<int:table_id>/bots/remove/", views.bot_remove, name="bot_remove"),
]
