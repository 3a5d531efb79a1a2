"""A player for `manage.py bot`: any legal move. Run: manage.py bot Sample --command "python3 /path/to/player.py"

A question is one line of JSON on standard input:
  {"title": "captivate", "seat": 1, "observation": {...}, "legal": [{...}, ...], "default": {...}, "ms": 2000}
The answer is one line of JSON on standard output:
  {"move": {...}}
`legal` is empty if a title has too many moves to list; `default` is always legal. The title's rule sheet,
docs/rules/<title>.md, explains the fields of `observation`.
"""

import json
import random
import sys


def choose(question):
    """The move that this player makes: start here to write a better one."""
    return random.choice(question["legal"] or [question["default"]])


for line in sys.stdin:
    print(json.dumps({"move": choose(json.loads(line))}), flush=True)
