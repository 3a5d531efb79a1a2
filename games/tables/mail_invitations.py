"""Invitations by mail to people who may have no account: the table's link and the inviter's name.

They never reveal whether an address belongs to a player: the mail and the host's page are the same in both cases.
"""

from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import NotAllowed, NotPossible
from games.ledger.blocks import has_blocked
from games.models import Table
from games.pages.rate_limit import check_rate_limit
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.chain import commitment_of


def join_link(table: Table) -> str:
    """The full URL of the page for joining the table."""
    return f"{settings.SITE_URL}{reverse('table_link', args=[table.token])}"


def mail_invite(by: User, table: Table, address: str) -> None:
    """Send the link of an open table to a mail address.

    Raises NotAllowed; NotPossible if the table has no link or the mail can't be sent; TooOften. A player who has
    blocked the inviter gets no mail, and the inviter does not learn that.
    """
    if not table.is_open or seat_of(by, list(table.seats.all())) is None:
        raise NotAllowed(_("Only players at this table can invite others."))
    if table.admission == Table.Admission.INVITED:
        raise NotPossible(_("This table is invitation-only. Invite players by user name."))
    check_rate_limit(by, "invite-mail")
    check_rate_limit(address.lower(), "invited-mail")
    owner = User.objects.filter(email__iexact=address).first()
    if owner is not None and has_blocked(owner.pk, by):
        return
    try:
        _link_mail(by, table, address).send()
    except (SMTPException, OSError) as error:
        raise NotPossible(_("We couldn't send the email. Copy the link and send it yourself.")) from error


def _link_mail(by: User, table: Table, address: str) -> EmailMessage:
    title = PRESENTERS[table.title].name
    words = {"name": by.display_name, "title": title}
    commitment = commitment_of(table).hex()
    context = {**words, "link": join_link(table), "site": settings.SITE_URL, "commitment": commitment}
    return EmailMessage(
        subject=_("%(name)s invites you to play %(title)s") % words,
        body=render_to_string("tables/mail_invitation.txt", context), to=[address],
        headers={"Auto-Submitted": "auto-generated"},
    )  # fmt: skip
