"""URLs for looking back at tables."""

from django.urls import path

from games.history import views

urlpatterns = [
    path("tables/<int:table_id>/chance/", views.table_chance, name="table_chance"),
    path("tables/<int:table_id>/replay/", views.table_replay, name="table_replay"),
    path("tables/<int:table_id>/rematch/", views.table_rematch, name="table_rematch"),
    path("tables/export.zip", views.games_export, name="games_export"),
    path("tables/<int:table_id>/transcript.txt", views.table_transcript, name="table_transcript"),
    path("tables/<int:table_id>/export.json", views.table_export_file, name="table_export"),
]
