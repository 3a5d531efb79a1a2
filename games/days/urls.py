"""URLs for agreements, taking over seats and returning to them."""

from django.urls import path

from games.days import views

urlpatterns = [
    path("tables/<int:table_id>/propose/", views.proposal_make, name="proposal_make"),
    path("tables/<int:table_id>/answer/", views.proposal_answer, name="proposal_answer"),
    path("tables/<int:table_id>/return/", views.seat_return, name="seat_return"),
    path("tables/<int:table_id>/take-over/", views.seat_take_over, name="seat_take_over"),
]
