"""All URLs of the games: those of each package, and pages that combine several."""

from django.urls import include, path

from games.web import views

urlpatterns = [
    path("", views.home, name="home"),
    path(".well-known/security.txt", views.security_txt, name="security_txt"),
    path("about/", views.about, name="about"),
    path("rules/<slug:title>/", views.rules, name="rules"),
    path("tables/", views.my_tables, name="my_tables"),
    path("", include("games.tables.urls")),
    path("", include("games.bots.urls")),
    path("", include("games.days.urls")),
    path("", include("games.guests.urls")),
    path("", include("games.history.urls")),
    path("", include("games.pictures.urls")),
    path("", include("games.statistics.urls")),
    path("", include("games.lessons.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.talk.urls")),
    path("", include("games.moderation.urls")),
    path("", include("games.notices.urls")),
]
