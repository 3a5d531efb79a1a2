"""Uploaded decks of Cardline: storing one, and finding it again for the games that play it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.errors import NotPossible
from games.models import Deck
from games.titles.cardline.deck import Deck as Content
from games.titles.cardline.deck import Digest, digest_of

__all__ = ["DeckRows", "content_of", "deck_store"]


class DeckRows:
    """The store of decks that Cardline's registry looks into."""

    def find(self, digest: Digest) -> Content | None:
        """The deck of that digest, whether it is still offered or not."""
        row = Deck.objects.filter(digest=digest).first()
        return None if row is None else content_of(row)

    def offered(self) -> Mapping[Digest, str]:
        """The names of the decks that a new table may choose."""
        rows = Deck.objects.filter(is_offered=True).order_by("name")
        return dict(rows.values_list("digest", "name"))


def content_of(row: Deck) -> Content:
    """The deck as it is played."""
    return msgspec.convert({"name": row.name, "cards": row.cards}, Content)


def deck_store(content: Content, *, by: Any) -> Deck:
    """Keep a deck for good and offer it; raises NotPossible where there is one of its name or content."""
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


_REPEATED = _("There is a deck of this name already: choose another name, or withdraw that one first.")
