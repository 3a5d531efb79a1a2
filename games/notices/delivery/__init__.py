"""Delivers notices: claims, decides, merges, sends once on each channel, and records the result.

claim.py claims the notices that are due; decide.py decides whether each is sent now, later or never; deliver.py passes
messages to the module of their channel and records the result.
"""

from accounts.links import unsubscribe_token, way_of_token
from games.notices.delivery.claim import ATTEMPTS, Claim, claim_of, claims_take
from games.notices.delivery.deliver import claim_deliver, claims_deliver

__all__ = [
    "ATTEMPTS", "Claim", "claim_deliver", "claim_of", "claims_deliver", "claims_take", "unsubscribe_token",
    "way_of_token",
]  # fmt: skip
