"""URLs for chat, private notes and blocks."""

from django.urls import path

from games.talk import views

urlpatterns = [
    path("notifications/blocks/", views.blocks, name="blocks"),
    path("tables/<int:table_id>/talk/", views.table_talk, name="table_talk"),
    path("tables/<int:table_id>/talk/say/", views.line_say, name="line_say"),
    path("tables/<int:table_id>/talk/read/", views.talk_read, name="talk_read"),
    path("tables/<int:table_id>/note/", views.private_note, name="private_note"),
]
