"""Uploaded decks of Cardline: stores them, and finds them for games."""

from collections.abc import Mapping

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotPossible
from games.models import Deck
from games.titles.cardline.deck import Deck as Content
from games.titles.cardline.deck import Digest, digest_of


class DeckRows:
    """The store of uploaded decks, as Cardline's deck registry expects it."""

    def find(self, digest: Digest) -> Content | None:
        """The deck with this digest, even if it is no longer offered."""
        row = Deck.objects.filter(digest=digest).first()
        return None if row is None else content_of(row)

    def offered(self) -> Mapping[Digest, str]:
        """Decks that a new table may choose: names by digest."""
        rows = Deck.objects.filter(is_offered=True).order_by("name")
        return dict(rows.values_list("digest", "name"))


def content_of(row: Deck) -> Content:
    """The deck in the form that the rules use."""
    return msgspec.convert({"name": row.name, "cards": row.cards}, Content)


def deck_store(content: Content, *, by: User) -> Deck:
    """Store a deck and offer it. Raises NotPossible if a deck with this name or content exists."""
    row = Deck(
        name=content.name, digest=digest_of(content), cards=msgspec.to_builtins(content.cards),
        card_count=len(content.cards), uploaded_by=by,
    )  # fmt: skip
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise NotPossible(_REPEATED) from None
    return row


_REPEATED = _("A deck with this name already exists. Choose another name, or withdraw that deck first.")
