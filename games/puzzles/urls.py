"""URLs for puzzles."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<slug:title>/", views.puzzle_catalog, name="puzzle_catalog"),
    path("puzzles/<slug:title>/<int:number>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:title>/<int:number>/picture.svg", views.puzzle_picture, name="puzzle_picture"),
]
