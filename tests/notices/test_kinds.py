"""Every kind of notice has a text."""

from games.models import Notice
from games.notices.delivery.kinds import KINDS

_Kind = Notice.Kind


def test_every_kind_of_notice_has_texts():
    assert set(KINDS) == set(_Kind)
    of_no_table = {kind for kind in KINDS if KINDS[kind].text}
    assert of_no_table == {_Kind.TEST, _Kind.WEBHOOK_OVER, _Kind.MAIL_OVER, _Kind.TOURNAMENT}
    assert all(KINDS[kind].heading for kind in set(KINDS) - of_no_table - {_Kind.DIGEST, _Kind.DECISION})
