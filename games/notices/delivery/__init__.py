"""Delivery of notices: claimed, decided, merged, sent once on each channel, and recorded.

claim.py claims what is due; decide.py decides for each notice whether it is sent now, later or not at all; deliver.py
passes messages to the module of their channel and records the result.
"""

from games.notices.delivery.claim import ATTEMPTS, Claim, claim_of, claims_take
from games.notices.delivery.deliver import claim_deliver, claims_deliver
from games.notices.delivery.digest import digests_write
from games.notices.delivery.unsubscribe import unsubscribe_token, way_of_token

__all__ = [
    "ATTEMPTS", "Claim", "claim_deliver", "claim_of", "claims_deliver", "claims_take", "digests_write",
    "unsubscribe_token", "way_of_token",
]  # fmt: skip
