"""Every kind of notice has a text."""

from games.models import Notice
from games.notices.delivery.words import WORDS


def test_no_kind_is_without_words():
    assert set(WORDS) == set(Notice.Kind) - {Notice.Kind.DIGEST}
    of_no_table = {kind for kind in WORDS if WORDS[kind].text({})}
    assert of_no_table == {Notice.Kind.TEST, Notice.Kind.WEBHOOK_OVER, Notice.Kind.MAIL_OVER}
    assert all(
        WORDS[kind].heading({**dict.fromkeys(("title", "who", "left", "fate"), "")})
        for kind in set(WORDS) - of_no_table
    )
