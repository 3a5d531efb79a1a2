"""The addresses of the games."""

from django.urls import path

from games.views import agreement, feeds, lobby, notifications, pages, table

urlpatterns = [
    path("", lobby.home, name="home"),
    path("about/", pages.about, name="about"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("next/", lobby.next_table, name="next_table"),
    path("rules/<slug:title>/", pages.rules, name="rules"),
    path("mail/stop/<str:token>/", pages.unsubscribe, name="unsubscribe"),
    path("notifications/", notifications.notifications, name="notifications"),
    path("notifications/log/", notifications.notification_log, name="notification_log"),
    path("notifications/test/", notifications.notification_test, name="notification_test"),
    path("notifications/browsers/", notifications.push_add, name="push_add"),
    path("notifications/browsers/<int:subscription_id>/", notifications.push_remove, name="push_remove"),
    path("notifications/feeds/", notifications.feed_change, name="feed_change"),
    path("feeds/<uuid:feed_token>/deadlines.ics", feeds.deadlines_ics, name="deadlines_ics"),
    path("feeds/<uuid:feed_token>/deadlines.atom", feeds.deadlines_atom, name="deadlines_atom"),
    path("worker.js", feeds.service_worker, name="service_worker"),
    path("join/<str:token>/", lobby.table_link, name="table_link"),
    path("tables/", lobby.my_tables, name="my_tables"),
    path("tables/new/", lobby.table_create, name="table_create"),
    path("tables/new/<slug:title>/", lobby.table_create, name="table_create_title"),
    path("tables/<int:table_id>/", table.table, name="table"),
    path("tables/<int:table_id>/log/", table.table_log, name="table_log"),
    path("tables/<int:table_id>/move/", table.move_play, name="move_play"),
    path("tables/<int:table_id>/orders/", table.orders_set, name="orders_set"),
    path("tables/<int:table_id>/undo/", table.turn_undo, name="turn_undo"),
    path("tables/<int:table_id>/mute/", notifications.table_mute, name="table_mute"),
    path("tables/<int:table_id>/resign/", table.seat_resign, name="seat_resign"),
    path("tables/<int:table_id>/propose/", agreement.proposal_make, name="proposal_make"),
    path("tables/<int:table_id>/answer/", agreement.proposal_answer, name="proposal_answer"),
    path("tables/<int:table_id>/take-over/", agreement.seat_take_over, name="seat_take_over"),
    path("tables/<int:table_id>/join/", lobby.seat_take, name="seat_take"),
    path("tables/<int:table_id>/leave/", lobby.seat_release, name="seat_release"),
    path("tables/<int:table_id>/invite/", lobby.seat_invite, name="seat_invite"),
    path("tables/<int:table_id>/decline/", lobby.invitation_decline, name="invitation_decline"),
    path("tables/<int:table_id>/start/", lobby.table_start, name="table_start"),
    path("tables/<int:table_id>/cancel/", lobby.table_cancel, name="table_cancel"),
]
