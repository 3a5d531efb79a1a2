"""All URLs of the games, in the order in which they are tried."""

from django.urls import include, path

from games.days import views as days_views
from games.guests import views as guests_views
from games.history import views as history_views
from games.moderation import views as moderation_views
from games.notices import turn_views
from games.notices import views as notices_views
from games.pictures import views as pictures_views
from games.ratings import views as ratings_views
from games.statistics import views as statistics_views
from games.tables.views import lobby as lobby_views
from games.tables.views import table as table_views
from games.talk import views as talk_views
from games.tournaments import views as tournaments_views
from games.web import views
from games.years import views as years_views

urlpatterns = [
    path("", views.home, name="home"),
    path(".well-known/security.txt", views.security_txt, name="security_txt"),
    path("about/", views.about, name="about"),
    path("design/", views.design, name="design"),
    path("rules/<slug:title>/", views.rules, name="rules"),
    path("tables/", views.my_tables, name="my_tables"),
    path("lobby/", lobby_views.lobby, name="lobby"),
    path("next/", lobby_views.next_table, name="next_table"),
    path("join/<str:token>/", lobby_views.table_link, name="table_link"),
    path("tables/new/", lobby_views.table_create, name="table_create"),
    path("tables/new/<slug:title>/", lobby_views.table_create, name="table_create_title"),
    path("tables/<int:table_id>/", table_views.table, name="table"),
    path("tables/<int:table_id>/log/", table_views.table_log, name="table_log"),
    path("tables/<int:table_id>/move/", table_views.move_play, name="move_play"),
    path("tables/<int:table_id>/orders/", table_views.orders_set, name="orders_set"),
    path("tables/<int:table_id>/asking/", table_views.asking_set, name="asking_set"),
    path("tables/<int:table_id>/notes/", table_views.notes_switch, name="notes_switch"),
    path("tables/<int:table_id>/undo/", table_views.turn_undo, name="turn_undo"),
    path("tables/<int:table_id>/resign/", table_views.seat_resign, name="seat_resign"),
    path("tables/<int:table_id>/join/", lobby_views.seat_take, name="seat_take"),
    path("tables/<int:table_id>/part/", lobby_views.seat_contribute, name="seat_contribute"),
    path("tables/<int:table_id>/leave/", lobby_views.seat_release, name="seat_release"),
    path("tables/<int:table_id>/invite/", lobby_views.seat_invite_view, name="seat_invite"),
    path("tables/<int:table_id>/decline/", lobby_views.invitation_decline, name="invitation_decline"),
    path("tables/<int:table_id>/start/", lobby_views.table_start, name="table_start"),
    path("tables/<int:table_id>/cancel/", lobby_views.table_cancel, name="table_cancel"),
    path("", include("games.bots.urls")),
    path("tables/<int:table_id>/propose/", days_views.proposal_make, name="proposal_make"),
    path("tables/<int:table_id>/answer/", days_views.proposal_answer, name="proposal_answer"),
    path("tables/<int:table_id>/return/", days_views.seat_return, name="seat_return"),
    path("tables/<int:table_id>/take-over/", days_views.seat_take_over, name="seat_take_over"),
    path("play/", guests_views.play_now, name="play_now"),
    path("join/<str:token>/guest/", guests_views.guest_join, name="guest_join"),
    path("tables/<int:table_id>/chance/", history_views.table_chance, name="table_chance"),
    path("tables/<int:table_id>/replay/", history_views.table_replay, name="table_replay"),
    path("tables/<int:table_id>/rematch/", history_views.table_rematch, name="table_rematch"),
    path("tables/export.zip", history_views.games_export, name="games_export"),
    path("tables/<int:table_id>/transcript.txt", history_views.table_transcript, name="table_transcript"),
    path("tables/<int:table_id>/rules-check.json", history_views.table_rules_check, name="table_rules_check"),
    path("tables/<int:table_id>/export.json", history_views.table_export_file, name="table_export"),
    path("preview.png", pictures_views.site_preview_image, name="preview"),
    path("tables/<int:table_id>/picture.svg", pictures_views.table_picture, name="table_picture"),
    path("tables/<int:table_id>/preview.png", pictures_views.table_preview, name="table_preview"),
    path("statistics/<slug:title>/", statistics_views.statistics, name="statistics"),
    path("ratings/", ratings_views.ratings, name="ratings"),
    path("ratings/shown/", ratings_views.ratings_shown, name="ratings_shown"),
    path("", include("games.players.urls")),
    path("", include("games.circles.urls")),
    path("tournaments/", tournaments_views.tournaments, name="tournaments"),
    path("tournaments/new/", tournaments_views.tournament_create, name="tournament_create"),
    path("tournaments/<int:tournament_id>/", tournaments_views.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/join/", tournaments_views.entry_add, name="entry_add"),
    path("tournaments/<int:tournament_id>/leave/", tournaments_views.entry_withdraw, name="entry_withdraw"),
    path(
        "tournaments/<int:tournament_id>/cancel/",
        tournaments_views.tournament_cancel,
        name="tournament_cancel",
    ),
    path("year/", years_views.this_year, name="this_year"),
    path("year/<int:year>/", years_views.year, name="year"),
    path("year/<int:year>/picture.png", years_views.picture, name="year_picture"),
    path("", include("games.lessons.urls")),
    path("", include("games.puzzles.urls")),
    path("notifications/blocks/", talk_views.blocks, name="blocks"),
    path("tables/<int:table_id>/talk/", talk_views.table_talk, name="table_talk"),
    path("tables/<int:table_id>/talk/say/", talk_views.line_say, name="line_say"),
    path("tables/<int:table_id>/talk/read/", talk_views.talk_read, name="talk_read"),
    path("tables/<int:table_id>/note/", talk_views.private_note, name="private_note"),
    path("report/", moderation_views.report, name="report"),
    path("decisions/", moderation_views.decisions, name="decisions"),
    path("decisions/<int:decision_id>/read/", moderation_views.decision_read, name="decision_read"),
    path("mail/stop/<str:token>/", notices_views.unsubscribe, name="unsubscribe"),
    path("turn/<str:token>/", turn_views.turn, name="turn"),
    path("notifications/", notices_views.notifications, name="notifications"),
    path("notifications/log/", notices_views.notification_log, name="notification_log"),
    path("notifications/test/", notices_views.notification_test, name="notification_test"),
    path("notifications/browsers/", notices_views.push_add, name="push_add"),
    path("notifications/browsers/<int:subscription_id>/", notices_views.push_remove, name="push_remove"),
    path("notifications/channels/", notices_views.channel_change, name="channel_change"),
    path("notifications/feeds/", notices_views.feed_change, name="feed_change"),
    path("feeds/<uuid:feed_token>/deadlines.ics", notices_views.deadlines_ics, name="deadlines_ics"),
    path("feeds/<uuid:feed_token>/deadlines.atom", notices_views.deadlines_atom, name="deadlines_atom"),
    path("worker.js", notices_views.service_worker, name="service_worker"),
    path("tables/<int:table_id>/mute/", notices_views.table_mute, name="table_mute"),
]
