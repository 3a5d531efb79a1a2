"""A forced move is played at once, unless it ends the game, shows a hidden card or removes one."""

import msgspec
import pytest
from django.db import transaction

from games.engine.codec import dump_state
from games.models import MoveRecord, Table
from games.tables.commit import commit
from games.tables.unit_of_work import begin_work, lock_table
from games.titles import TITLES
from tests.play import running_table
from tests.titles.cannonades.positions import position as cannonades
from tests.titles.captn_eli.positions import challenge, do, flip
from tests.titles.captn_eli.positions import position as eli
from tests.titles.nautilus.positions import committed, sea_with
from tests.titles.nautilus.positions import position as nautilus

YOURS, THEIRS = "(played for you: your only move)", "(the only move)"
pytestmark = pytest.mark.django_db


def settle(table, state):
    """Set the position, and return how the table's last ply was made once the site has played what is forced."""
    Table.objects.filter(pk=table.pk).update(state=dump_state(state))
    with transaction.atomic():
        commit(begin_work(*lock_table(table.pk)))
    last = MoveRecord.objects.filter(table=table).order_by("ply").last()
    return last and last.cause


LAST = eli(
    """1:ice-shelf^  1:sable-envoy^ 0:dolphin^
    1:bathysphere^ 0:captn-eli^   0:sea-sled^
    .             .               .
    .             0:eagle-rock    ."""
)
BESIDE = eli("1:hydron^ 1:hydron#2 .\n0:dolphin^ 1:sonar^ .\n0:captn-eli^ . .")
ENVOY = eli("0:sable-envoy 1:dolphin^ 1:sonar", "| barnacle-jo")


def dive(below):
    """A seat on the surface has to dive, to the chip `below`."""
    return committed(nautilus("|", ocean=sea_with(below=below)), "depth-10", "thermostat-1")


@pytest.mark.parametrize(
    ("title", "state", "is_played"),
    [
        ("captn-eli", msgspec.structs.replace(LAST, seat=1, asked=1), True),
        ("captn-eli", do(ENVOY, 0, flip(0, 0)).state, True),
        ("captn-eli", do(BESIDE, 0, challenge((0, 2), (0, 0))).state, False),
        ("cannonades", cannonades("(B0) | \n(G0) | BG"), True),
        ("cannonades", cannonades(" | \n(G0) | "), False),
        ("cannonades", cannonades("(B0) | \n(G0) | ", rest="discards", starter=0), False),
        ("nautilus", dive("W1-squid-1"), True),
        ("nautilus", dive("(B1-star-1)"), False),
    ],
    ids=[
        "shift",
        "mystic",
        "reveal",
        "end of a turn",
        "out without a ship",
        "end of the game",
        "dive to a known chip",
        "dive that turns up a chip",
    ],
)
def test_only_a_harmless_forced_move_is_played_automatically(title, state, is_played, alice, bob, client_for):
    table = running_table(alice, bob, title=title)
    [asked] = TITLES[title].to_act(state)
    assert (settle(table, state) == "forced") == is_played
    pages = [client_for(each).get(f"/tables/{table.pk}/").text for each in (alice, bob)]
    told = [
        f'<em class="log__note">{words}</em>' in pages[seat]
        for words, seat in ((YOURS, asked), (THEIRS, 1 - asked))
    ]
    assert told == [is_played, is_played] and YOURS not in pages[1 - asked]
