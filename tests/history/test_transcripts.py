"""While a game runs, what only one seat learned is in no transcript but its own."""

import pytest

from games.engine.chance import Chance
from games.history.transcript import transcript
from games.models import MoveRecord, Table
from games.presenters import PRESENTERS
from games.tables.log import names_of
from games.tables.unit_of_work import seats_of
from tests.history.test_replay import EVENTS
from tests.play import play_on, running_table
from tests.tables.test_past import OURS

pytestmark = pytest.mark.django_db

OPEN = {"cardline", "nautilus"}  # their sentences are the same for all seats


def private_sentences(table, names, seat):
    """Yield the sentences that this seat reads in other words than everybody."""
    tell = PRESENTERS[table.title].sentence
    for record in MoveRecord.objects.filter(table=table).exclude(kind="note"):
        for event in EVENTS.decode(record.events):
            own, open_to_all = (
                str(tell(event.type, facts, names)) for facts in (event.facts_for(seat), event.public)
            )
            if own != open_to_all:
                yield own


@pytest.mark.parametrize("title", OURS)
def test_only_a_seats_own_transcript_shows_what_it_learned(title, alice, bob, charlie):
    table, chooser = running_table(alice, bob, title=title), Chance(b"whispers", 0)
    for _ply in range(6):
        play_on(table, (alice, bob), chooser)
    row, seats = Table.objects.get(pk=table.pk), seats_of(table)
    assert row.is_running
    texts = [transcript(reader, row, seats) for reader in (alice, bob, charlie)]
    told = [set(private_sentences(row, names_of(seats), seat)) for seat in (0, 1)]
    for seat in (0, 1):
        others = [text for at, text in enumerate(texts) if at != seat]
        assert not [each for each in told[seat] for text in others if each in text]
        assert any(each in texts[seat] for each in told[seat]) is (title not in OPEN)
