"""URLs for the pages of circles."""

from django.urls import path

from games.circles import views

urlpatterns = [
    path("circles/", views.circles, name="circles"),
    path("circles/new/", views.circle_open, name="circle_open"),
    path("circles/join/<str:link>/", views.circle_link, name="circle_link"),
    path("circles/<int:circle_id>/", views.circle, name="circle"),
    path("circles/<int:circle_id>/talk/", views.circle_talk_page, name="circle_talk"),
    path("circles/<int:circle_id>/settings/", views.circle_settings, name="circle_settings"),
    path("circles/<int:circle_id>/link/", views.circle_link_renew, name="circle_link_renew"),
    path("circles/<int:circle_id>/leave/", views.circle_leave, name="circle_leave"),
    path("circles/<int:circle_id>/remove/", views.member_remove, name="member_remove"),
    path("circles/<int:circle_id>/owner/", views.owner_set, name="owner_set"),
    path("circles/<int:circle_id>/close/", views.circle_close, name="circle_close"),
    path("circles/<int:circle_id>/tell/", views.quiet_set, name="quiet_set"),
]
