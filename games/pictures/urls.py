"""URLs for pictures."""

from django.urls import path

from games.pictures import views

urlpatterns = [
    path("preview.png", views.site_preview_image, name="preview"),
    path("tables/<int:table_id>/picture.svg", views.table_picture, name="table_picture"),
    path("tables/<int:table_id>/preview.png", views.table_preview, name="table_preview"),
]
