"""A player for `manage.py bot`: any legal move. Run: manage.py bot Sample --command "python3 /path/to/player.py"

A question is one line of JSON on standard input:
  {"title": "captivate", "seat": 1, "observation": {...}, "legal": [{...}, ...], "default": {...}, "ms": 2000}
The answer is one line of JSON on standard output:
  {"move": {...}}
`legal` is empty where a title has too many moves to list; `default` is always legal. What the fields of `observation`
mean is told by the rule sheet of the title, docs/rules/<title>.md.
"""

import json
import random
import sys


def choose(question):
    """The move that this player makes: here is where a better one begins."""
    return random.choice(question["legal"] or [question["default"]])


for line in sys.stdin:
    print(json.dumps({"move": choose(json.loads(line))}), flush=True)
