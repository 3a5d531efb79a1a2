"""WebSocket URLs."""

from django.urls import path

from games.web.consumers import NudgeConsumer

websocket_urlpatterns = [
    path("ws/", NudgeConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/tables/<int:table_id>/", NudgeConsumer.as_asgi()),  # type: ignore[arg-type]
]
