"""Pictures of positions in emails, as PNG: they show what their reader may see."""

import struct

import pytest
from django.core import mail
from django.core.cache import caches

from games.engine.kit.miniature import miniature_of
from games.models import Notice, Table
from games.pictures.positions import png_of
from games.presenters import PRESENTERS
from games.titles import TITLES
from tests.play import first_move, post_move, running_table, state_of

pytestmark = pytest.mark.django_db

END = '{"type":"end"}'


@pytest.fixture
def mail_to_bob(alice, bob, client_for, django_capture_on_commit_callbacks):
    """Return a function that plays alice's turn at a new table, and returns the table and the email that bob gets."""

    def make(**columns):
        table = running_table(alice, bob, **columns)
        Notice.objects.all().delete()
        mail.outbox.clear()
        caches["pictures"].clear()
        with django_capture_on_commit_callbacks(execute=True):
            post_move(client_for(alice), table, first_move(table, 0))
            post_move(client_for(alice), table, END)
        (message,) = mail.outbox
        return Table.objects.get(pk=table.pk), message

    return make


def test_a_mail_shows_the_position_as_its_reader_sees_it(mail_to_bob):
    table, message = mail_to_bob()
    html = message.alternatives[0].content
    assert f'src="cid:table-{table.pk}"' in html and 'alt="The board as you may see it.' in html
    part = message.attachments[0]
    picture = part.get_payload(decode=True)
    assert part["Content-ID"] == f"<table-{table.pk}>" and part["Content-Disposition"].startswith("inline")
    assert struct.unpack(">II", picture[16:24]) == (720, 405)
    view = TITLES[table.title].observe(state_of(table), 1)
    assert picture == png_of(miniature_of(PRESENTERS[table.title], view), 720)
    whole = message.message()
    assert whole.get_content_type() == "multipart/related"
    assert [each.get_content_type() for each in whole.get_payload()] == [
        "multipart/alternative", *["image/png"] * len(message.attachments)
    ]  # fmt: skip


def test_emails_have_no_picture_if_memory_fades(mail_to_bob):
    _table, message = mail_to_bob(options={"memory": "strict"})
    assert message.attachments == [] and "cid:" not in message.alternatives[0].content


def test_an_email_is_sent_even_if_drawing_fails(mail_to_bob, monkeypatch, caplog):
    def broken(**how):
        raise ValueError("nothing can be drawn")

    monkeypatch.setattr("resvg_py.svg_to_bytes", broken)
    _table, message = mail_to_bob()
    assert message.attachments == [] and "cid:" not in message.alternatives[0].content
    assert "no picture for an email" in caplog.text and "It's your turn" in message.body
