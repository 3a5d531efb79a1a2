"""Notices on their way to people: claimed, looked at again, merged, sent once on each channel, and noted.

claim.py takes what is due, decide.py says of each notice whether it goes now, later or not at all, deliver.py hands the
rest to the module of its channel and writes down what became of it.
"""

from games.notices.delivery.claim import ATTEMPTS, Claim, claim_of, claims_take
from games.notices.delivery.deliver import claim_deliver
from games.notices.delivery.digest import digests_write
from games.notices.delivery.unsubscribe import unsubscribe_token, way_of_token

__all__ = [
    "ATTEMPTS", "Claim", "claim_deliver", "claim_of", "claims_take", "digests_write", "unsubscribe_token",
    "way_of_token",
]  # fmt: skip
