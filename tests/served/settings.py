"""Settings for the processes of a served test: those of the site, with messages separate from all other tests.

A message to sockets reaches all databases of one Redis, and each worker of pytest-xdist has a site with a table 1.
"""

from config.settings import *  # noqa: F403
from config.settings import CHANNEL_LAYERS, EMBEDDED, VAR

if not EMBEDDED:
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = str(VAR)
