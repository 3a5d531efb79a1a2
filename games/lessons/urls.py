"""URLs for lessons."""

from django.urls import path

from games.lessons import views

urlpatterns = [
    path("learn/", views.lessons, name="lessons"),
    path("learn/<slug:title>/", views.lesson_course, name="lesson_course"),
    path("learn/<slug:title>/notes/", views.lesson_notes, name="lesson_notes"),
    path("learn/<slug:title>/<int:number>/", views.lesson, name="lesson"),
]
