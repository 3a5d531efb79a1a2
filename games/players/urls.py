"""URLs for the pages of players."""

from django.urls import path

from games.players import views

urlpatterns = [
    path("find/", views.find_game, name="find_game"),
    path("players/", views.page_settings, name="page_settings"),
    path("players/<str:username>/", views.player, name="player"),
    path("players/<str:username>/follow/", views.player_follow, name="player_follow"),
    path("players/<str:username>/invite/", views.player_invite, name="player_invite"),
]
