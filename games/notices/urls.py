"""URLs for notification settings, feeds, and the service worker."""

from django.urls import path

from games.notices import views

urlpatterns = [
    path("mail/stop/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("notifications/", views.notifications, name="notifications"),
    path("notifications/log/", views.notification_log, name="notification_log"),
    path("notifications/test/", views.notification_test, name="notification_test"),
    path("notifications/browsers/", views.push_add, name="push_add"),
    path("notifications/browsers/<int:subscription_id>/", views.push_remove, name="push_remove"),
    path("notifications/channels/", views.channel_change, name="channel_change"),
    path("notifications/feeds/", views.feed_change, name="feed_change"),
    path("feeds/<uuid:feed_token>/deadlines.ics", views.deadlines_ics, name="deadlines_ics"),
    path("feeds/<uuid:feed_token>/deadlines.atom", views.deadlines_atom, name="deadlines_atom"),
    path("worker.js", views.service_worker, name="service_worker"),
    path("tables/<int:table_id>/mute/", views.table_mute, name="table_mute"),
]
