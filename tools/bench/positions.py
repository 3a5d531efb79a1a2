"""Tables of a given age, for benchmarks."""

from collections.abc import Callable

from django.test import Client

from games.models import MoveRecord, Seat, Table
from games.tables.play import move_play, turn_undo
from tests.conftest import person
from tests.play import first_move, running_table


class Mover:
    """A client at a table of a given age. Before each move, the last one is undone, without being timed."""

    def __init__(self, name: str, ply: int) -> None:
        self.user = person(f"{name}-one")
        self.table = running_table(self.user, person(f"{name}-two"))
        self.client = Client()
        self.client.force_login(self.user)
        self.address = f"/tables/{self.table.pk}/"
        self.choice = first_move(self.table, 0)
        while self._ply() < ply:
            move_play(self.user, self.table.pk, move=self.choice, expected_ply=self._ply())
            turn_undo(self.user, self.table.pk, expected_ply=self._ply())
        self._at = self._ply()
        self._columns = Table.objects.values("state", "ply", "head", "since_kept").get(pk=self.table.pk)

    def _ply(self) -> int:
        return Table.objects.values_list("ply", flat=True).get(pk=self.table.pk)

    def look(self, language: str = "") -> None:
        """Load the table's page in a language; without one, in English."""
        headers = {"accept-language": language or "en"}
        assert self.client.get(self.address, headers=headers).status_code == 200

    def move(self, *, htmx: bool = False) -> Callable[[], None]:
        """Post a move like a browser; returns a function that restores the log, so that the table keeps its age."""
        headers = {"HX-Request": "true"} if htmx else {}
        answer = self.client.post(
            f"{self.address}move/", {"move": self.choice, "ply": self._at}, headers=headers
        )
        assert answer.status_code in (200, 302)
        return self._put_back

    def _put_back(self) -> None:
        MoveRecord.objects.get(table=self.table, ply=self._at).delete()
        Table.objects.filter(pk=self.table.pk).update(**self._columns)
        Seat.objects.filter(table=self.table).update(asked_ply=self._at, acted_ply=self._at - 1)
