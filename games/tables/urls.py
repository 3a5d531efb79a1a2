"""URLs for opening, joining and playing tables."""

from django.urls import path

from games.tables.views import lobby, table

urlpatterns = [
    path("lobby/", lobby.lobby, name="lobby"),
    path("next/", lobby.next_table, name="next_table"),
    path("join/<str:token>/", lobby.table_link, name="table_link"),
    path("tables/new/", lobby.table_create, name="table_create"),
    path("tables/new/<slug:title>/", lobby.table_create, name="table_create_title"),
    path("tables/<int:table_id>/", table.table, name="table"),
    path("tables/<int:table_id>/log/", table.table_log, name="table_log"),
    path("tables/<int:table_id>/move/", table.move_play, name="move_play"),
    path("tables/<int:table_id>/orders/", table.orders_set, name="orders_set"),
    path("tables/<int:table_id>/asking/", table.asking_set, name="asking_set"),
    path("tables/<int:table_id>/notes/", table.notes_switch, name="notes_switch"),
    path("tables/<int:table_id>/undo/", table.turn_undo, name="turn_undo"),
    path("tables/<int:table_id>/resign/", table.seat_resign, name="seat_resign"),
    path("tables/<int:table_id>/join/", lobby.seat_take, name="seat_take"),
    path("tables/<int:table_id>/leave/", lobby.seat_release, name="seat_release"),
    path("tables/<int:table_id>/invite/", lobby.company_invite, name="seat_invite"),
    path("tables/<int:table_id>/decline/", lobby.invitation_decline, name="invitation_decline"),
    path("tables/<int:table_id>/start/", lobby.table_start, name="table_start"),
    path("tables/<int:table_id>/cancel/", lobby.table_cancel, name="table_cancel"),
]
