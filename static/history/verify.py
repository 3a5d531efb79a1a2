#!/usr/bin/env python3
"""Check a game of Captain's Table: nobody chose its chance, and nobody changed its log.

    python3 verify.py game.json [receipts.txt] [former.json ...]

`game.json` is the export of a table; download it from the table's page "Chance". `receipts.txt` contains what you
saved during the game, one per line: receipts such as "41-8f3a...", the commitment, or nonces, as they are or as
SHA-256. If the game continues another one, give the file of that game as well.

The first line of the output is the result: "holds" and who must be trusted for that; "does not hold" and what is
wrong; or "cannot be checked" and why. The exit code is 0, 1 or 2.

It needs only Python 3.9 or newer. Read it before you trust it: docs/chance.md of the project explains why. It doesn't
know the rules of the games: `python -m games.engine replay game.json`, from the project, plays every move by them.
"""

import hashlib
import hmac
import json
import re
import sys
from operator import itemgetter
from pathlib import Path

# fmt: off
TAG = "captains-table/1/"
SEATING, SETUP = -2, -1  # the streams of the seating and of the setup
HOLDS, BROKEN, UNKNOWN = "holds", "does not hold", "cannot be checked"
MALFORMED = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)
PEOPLE, OVER, PLACE = ("person", "guest", "program"), ("finished", "cancelled"), itemgetter("place")
TERMS = ("identity", "options", "players", "rules", "rules_version", "seating", "title")
PUBLIC = ("back_to", "cause", "end", "events", "kind", "minute", "ply", "rules_version", "seat")


def canonical(value):  # JSON in the one form that is hashed
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def hashed(name, *parts):
    return hashlib.sha256(f"{TAG}{name}\0".encode() + b"".join(parts)).hexdigest()


def keyed(key, name, value):
    return hmac.new(key, f"{TAG}{name}\0".encode() + canonical(value), "sha256").digest()


def commitment(game, seed):
    start = game["start"] and {name: game["start"][name] for name in ("ply", "position", "table")}
    terms = {**{name: game[name] for name in TERMS}, "start": start}
    return hashed("commitment", canonical(terms), seed)


def key_of(game, seed):
    nonces = sorted(seat["nonce"] for seat in game["seats"] if seat["nonce"] is not None)
    return keyed(seed, "key", {"commitment": commitment(game, seed), "nonces": nonces}).hex()


def header_link(game):  # the link before the first entry: a hash of who sat where and contributed what
    names = {"by": "by", "name": "digest", "nonce": "nonce", "number": "number"}
    seats = [{name: seat[field] for name, field in names.items()} for seat in sorted(game["seats"], key=PLACE)]
    header = {"commitment": game["seeds"][0]["commitment"], "seats": seats, "table": game["table"]}
    return hashed("header", canonical(header))


def seal_of(key, entry):
    return hashed("secret", keyed(key, "salt", entry["ply"]), canonical(entry["secret"]))


def link_of(previous, entry):
    public = canonical({name: entry[name] for name in PUBLIC})
    return hashed("entry", bytes.fromhex(previous), bytes.fromhex(entry["seal"]), public)


def words(key, number, generation=0):  # the numbers of one stream: 8 bytes each, from HMAC-SHA256 in counter mode
    stream = number.to_bytes(8, "big", signed=True) + generation.to_bytes(4, "big")
    for count in range(2**32):
        block = hmac.new(key, stream + count.to_bytes(4, "big"), "sha256").digest()
        for at in (0, 8, 16, 24):
            yield int.from_bytes(block[at : at + 8], "big")


def below(n, stream):
    limit = 2**64 - 2**64 % n
    return next(word for word in stream if word < limit) % n


def shuffled(count, stream):
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


# The form of a file: a type, a pattern, [any number of a form], {names: forms}, or (one of several forms)
HEX32, HEX64 = re.compile("[0-9a-f]{32}"), re.compile("[0-9a-f]{64}")
MINUTE = re.compile("[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]Z")
CAUSES = "|forced|timeout|moderator|caretaker"
RESULT = {"reason": str, "ranks": [int], "scores": ([int], None)}
END = {**RESULT, "ranks": ([int], None), "status": re.compile("finished|cancelled")}
SECRET = {"draws": [[int]], "hidden": [dict], "move": str, "position": HEX32, "cause": re.compile(CAUSES + "|order")}
WHO = re.compile("person|guest|program|bot|site")
SEAT = {"number": int, "place": int, "by": WHO, "nonce": (HEX32, None), "name": (str, None), "digest": (HEX64, None)}
ENTRY = {
    "ply": int, "kind": re.compile("setup|move|leave|undo|note"), "seat": (int, None), "minute": (MINUTE, None),
    "cause": re.compile(CAUSES), "back_to": (int, None), "rules_version": int, "end": (END, None),
    "events": ([{"type": str, "facts": dict}], None), "seal": (HEX64, None), "link": (HEX64, None),
    "secret": (SECRET, None),
}
GAME = {
    "format": "captains-table-game", "version": 1, "table": (int, None), "identity": (HEX32, None), "title": str,
    "options": dict, "players": [int], "rules": str, "rules_version": int, "seating": re.compile("random|joined"),
    "start": ({"table": (HEX32, None), "ply": int, "position": (HEX32, None), "state": (str, None)}, None),
    "status": re.compile("open|expired|running|finished|cancelled"), "started": (MINUTE, None), "entries": [ENTRY],
    "seeds": [{"from": int, "commitment": (HEX64, None), "seed": (HEX64, None), "key": (HEX64, None)}],
    "finished": (MINUTE, None), "seats": [SEAT], "result": (RESULT, None), "head": (HEX64, "", None),
}
NOTES = {
    **{name: {} for name in ("proposed", "voted", "declined", "agreed", "resumed", "seat-offered", "seat-held",
        "seat-back", "seat-put-up", "seat-merged", "seat-kept", "seat-returned", "taken-over", "rules-missing",
        "rules-back", "vacation", "moderated")},
    "new-seed": {"commitment": (HEX64, None)}, "upgraded": {"rules": str, "rules_version": int},
}
ENDINGS = ("agreed finished agreed", "moderated finished decision", "agreed cancelled ", "moderated cancelled decision")
OPTIONS = {"cannonades": "", "captivate": "memory", "captn-eli": "cards", "cardline": "deck hand trait",
           "nautilus": "commit rounds"}
AFTER_END = ("moderated", "new-seed", "seat-merged")  # all other entries belong to a running game


def fault(shape, value, where=""):  # where a value doesn't have this form; None if it has
    if isinstance(shape, tuple):  # one of several
        faults = [fault(each, value, where) for each in shape]
        return None if None in faults else faults[0]
    wrong = [where]
    if isinstance(shape, list) and type(value) is list:
        wrong = [fault(shape[0], each, f"{where}[{at}]") for at, each in enumerate(value)]
    elif isinstance(shape, dict) and type(value) is dict:
        wrong = [f"{where} {name}" for name in sorted(set(shape) ^ set(value))]
        wrong = wrong or [fault(shape[name], value[name], f"{where} {name}") for name in shape]
    elif isinstance(shape, re.Pattern):
        wrong = [] if type(value) is str and shape.fullmatch(value) else wrong
    elif type(value) is shape or (type(value) is type(shape) and value == shape):
        wrong = []
    return next((each for each in wrong if each is not None), None)


def check_seeds(game):  # each check yields whether it holds, None if it can't be checked, and what was checked
    if not game["seeds"] or game["seeds"][0]["from"] != SETUP:
        raise ValueError("seed: the first one is not used from the setup on")
    for each in game["seeds"]:
        where = f"from ply {each['from']} on"
        if each["seed"] is None or each["key"] is None:
            yield closed(game), f"seed: {where}: not public; its commitment is {each['commitment']}"
            continue
        seed = bytes.fromhex(each["seed"])
        holds = commitment(game, seed) == each["commitment"]
        yield holds, f"commitment: the seed {where}, title, rules, options, players, seating, start"
        yield key_of(game, seed) == each["key"], f"key: it follows from the seed {where}, and the nonces"


def check_seats(game):
    seats, key, (least, most, *end) = game["seats"], key_at(game, SETUP), [*game["players"], 0, 0]
    if [seat["number"] for seat in seats] != list(range(len(seats))):
        raise ValueError("seats: they are not numbered from 0")
    if sorted(seat["place"] for seat in seats) != list(range(len(seats))):
        raise ValueError("seats: the places are not numbered from 0, each once")
    known = OPTIONS.get(game["title"], " ".join(sorted(game["options"])))
    yield sorted(game["options"]) == known.split(), f"options: those of the title are: {known}"
    fits = end == [0, 0] and bool(game["start"] or least <= len(seats) <= most)
    yield fits, f"seats: {least} to {most}: {len(seats)}"
    for seat in seats:
        number, nonce, name = seat["number"], seat["nonce"], seat["name"]
        is_bot = "★" in (name or "")  # no person can have such a name
        holds = (seat["by"] in PEOPLE) == (nonce is not None) and (not is_bot or seat["by"] == "bot")
        yield holds, f"nonce: seat {number} ({seat['by']}) contributed {nonce or 'nothing'}"
        if name is None:
            yield True, f"name: of seat {number}: not in the file, because it was changed later"
        elif key is not None:
            digest = hashed("name", keyed(key, "name", number), name.encode())
            yield digest == seat["digest"], f"name: of seat {number}: {name}"


def check_seating(game):
    """The seats are in order of joining, or were drawn with the key, for the nonces in their order."""
    seats, key = sorted(game["seats"], key=PLACE), key_at(game, SETUP)
    numbers, nonces = [seat["number"] for seat in seats], [seat["nonce"] for seat in seats]
    if game["seating"] == "joined":
        return [(numbers == sorted(numbers), f"seats: in order of joining: {numbers}")]
    holds = nonces == sorted(nonces, key=lambda nonce: (nonce is None, nonce or ""))
    holds = holds and (key is None or numbers == shuffled(len(numbers), words(key, SEATING)))
    return [(holds, f"seats: drawn with the key, for the nonces in their order: {numbers}")]


def check_start(game, others):
    """A game that continues another one begins with a position of that game, whose file has to hold, too."""
    start = game["start"]
    if start is None:
        return
    where = f"ply {start['ply']} of game {start['table']}"
    if start["state"] is None:
        yield closed(game), f"start: after {where}: the position isn't public"
        return
    digest = hashed("position", start["state"].encode())[:32]
    yield digest == start["position"], f"start: the announced position after {where}"
    former = next((each for each in others if each.get("identity") == start["table"]), None)
    if former is None:
        yield None, f"start: is it the position after {where}? Give the file of that game, too"
        return
    result, why, _found = verdict(former, (), [each for each in others if each is not former])
    yield {HOLDS: True, BROKEN: False}.get(result), f"start: the former game {result}: {why}"
    positions = {each["ply"]: each["secret"] and each["secret"]["position"] for each in former["entries"]}
    terms, again = (canonical([each["title"], each["options"], len(each["seats"])]) for each in (former, game))
    yield terms == again and positions.get(start["ply"]) == start["position"], f"start: the position after {where}"


class Log:
    """What has happened up to an entry of the log, and so what may come next."""

    def __init__(self, game):
        self.started, self.seats, self.version = game["started"], len(game["seats"]), game["rules_version"]
        self.end = self.ended = None  # how and when the game ended, while it is over
        self.minute, self.is_decided = "", False  # of the entry before; was that a moderator's decision?
        self.seeds, self.ends = [], []  # the announced seeds: [first ply, commitment]; all ends
        self.stream, self.number, self.generation = (SETUP, 0), 0, 0  # of this ply, and for the next one
        # The latest ply in force that drew, and what can be taken back: (ply, seat, number and drew before it, what an
        # undo of it brings back, next one to search)
        self.drew, self.past = SETUP, None

    def take(self, entry):
        """Judge the next entry; returns what is worth telling, if anything. Raises ValueError if it may not come."""
        kind, note, minute = entry["kind"], self.note_of(entry), entry["minute"] or ""
        self.require(entry, minute >= self.minute, "it is earlier than the entry before")
        self.require(entry, entry["rules_version"] == self.version, "nothing names its rules")
        can_come = note in AFTER_END if self.end is not None else note != "new-seed"
        self.require(entry, can_come, f"a {note or kind} can't come {'after' if self.end else 'before'} the end")
        self.require(entry, (kind == "undo") == (entry["back_to"] is not None), "only an undo goes back")
        first = (entry["seat"], entry["cause"], minute) == (None, "", self.started or "") or kind != "setup"
        self.require(entry, first, "the game started at another time, and nobody did that")
        nobody = (None,) if kind not in ("move", "leave") else ()
        self.require(entry, entry["seat"] in (*nobody, *range(self.seats)), "there is no such seat")
        take = {"move": self.play, "leave": self.play, "undo": self.undo, "new-seed": self.resume}
        said = take.get(note or kind, lambda entry: "")(entry)
        if entry["end"] is not None:
            self.end, self.ended = entry["end"], minute
            status, reason, ranks, scores = itemgetter("status", "reason", "ranks", "scores")(self.end)
            may = kind != "note" and status == "finished" and reason not in ("agreed", "decision")
            may = may if kind != "undo" else entry["seat"] is None and self.end in self.ends
            self.require(entry, may or f"{note or kind} {status} {reason}" in ENDINGS, "this doesn't end a game so")
            fits = {len(each) for each in (ranks, scores) if each is not None} <= {self.seats}
            fits = fits and (ranks is None) == (status != "finished")
            self.require(entry, fits, "its end does not have one rank and score for each seat")
            self.ends.append(self.end)
        self.minute, self.is_decided = minute, note in ("moderated", "new-seed")
        return said

    def require(self, entry, holds, why):
        if not holds:
            raise ValueError(f"ply {entry['ply']}: {why}")

    def note_of(self, entry):
        if entry["kind"] != "note" or entry["events"] is None:
            return ""
        note, *more = entry["events"] or [{"type": "nothing"}]
        known = not more and note["type"] in NOTES and fault(NOTES[note["type"]], note["facts"]) is None
        self.require(entry, known and entry["cause"] == "", "no note of this kind is known")
        if note["type"] == "upgraded":
            self.version = note["facts"]["rules_version"]
        return note["type"]

    def play(self, entry):
        owner = entry["seat"] if entry["kind"] == "move" else -1  # nobody can take back that they left
        self.past = (entry["ply"], owner, (self.number, self.drew), self.past, self.past)
        self.stream, self.number = (self.number, self.generation), self.number + 1
        if entry["secret"] and entry["secret"]["draws"]:
            self.drew = entry["ply"]
        return ""

    def undo(self, entry):
        """Players take back only their own latest move, if it drew nothing. Moderators may take back anything."""
        seat, back_to, found, latest = entry["seat"], entry["back_to"], self.past, self.past
        while found is not None and found[0] != back_to:
            found = found[4]
        while latest is not None and latest[1] is None:  # an undo
            latest = latest[4]
        self.require(entry, found is not None and not entry["events"], "it takes back what is not in force")
        redraws = self.drew >= back_to
        may = found is latest and found[1] == seat and not redraws and entry["cause"] == ""
        may = may or (self.is_decided and (seat, entry["cause"]) == (None, "moderator"))
        self.require(entry, may, f"seat {seat} can't take this back")
        self.past = (entry["ply"], None, (self.number, self.drew), self.past, found[3])
        (self.number, self.drew), self.generation = found[2], self.generation + redraws
        return "a moderator took back plies that drew, so later draws are new" if redraws else ""

    def resume(self, entry):
        self.require(entry, self.is_decided, "a new seed without a moderator's decision just before")
        self.seeds.append([entry["ply"], entry["events"][0]["facts"]["commitment"]])
        self.end = self.ended = None
        return "a moderator resumed the game: for later draws, trust the operator"


def check_log(game):
    """Each entry may come where it does, is linked to the one before, and its secrets and draws match."""
    log, previous = Log(game), header_link(game)
    for expected, entry in enumerate(game["entries"], SETUP):
        ply, kind = entry["ply"], entry["kind"]
        if ply != expected or (kind == "setup") != (ply == SETUP):
            raise ValueError(f"ply {expected}: missing: the log continues with {kind} {ply}")
        said = log.take(entry)
        yield from [(True, f"ply {ply}: {said}")] if said else []
        if entry["events"] is None or entry["seal"] is None:
            yield False if game["status"] in OVER else None, f"ply {ply}: its content isn't public"
        else:
            to = "the header: number of the table, seats and nonces" if ply == SETUP else f"ply {ply - 1}"
            yield link_of(previous, entry) == entry["link"], f"ply {ply}: {kind}, linked to {to}"
            yield from check_secret(game, entry, log.stream)
        previous = entry["link"]
    yield previous == game["head"], "head: the last link is the head of the chain"
    seeds = [[each["from"], each["commitment"]] for each in game["seeds"][1:]]
    yield log.seeds == seeds, f"commitment: the log announces the later seeds: {len(seeds)}"
    end = log.end or {"status": "running"}
    result = {name: end[name] for name in RESULT} if end["status"] == "finished" else None
    for name, there in (("status", end["status"]), ("finished", log.ended), ("result", result)):
        holds = canonical(game[name]) == canonical(there)
        yield holds, f"{name}: {canonical(game[name]).decode()}; by the log: {canonical(there).decode()}"


def check_secret(game, entry, stream):
    """The secret part fits and matches its seal, and the draws follow from the key. Only notes may stay secret."""
    key, ply, secret, kind = key_at(game, entry["ply"]), entry["ply"], entry["secret"], entry["kind"]
    if key is None or secret is None:
        return [((key is not None and kind == "note") or closed(game), f"ply {ply}: its secret part isn't public")]
    draws, move = secret["draws"], secret["move"]
    fits = type(json.loads(move, parse_float=whole, parse_constant=whole)) is dict if kind == "move" else move == ""
    if kind == "note" and entry["events"][0]["type"] != "upgraded":
        before = next((each["secret"]["position"] for each in game["entries"][ply::-1] if each["secret"]), None)
        fits = fits and secret["position"] == before
    cause = "" if (kind, secret["cause"]) == ("move", "order") else secret["cause"]
    fits = fits and cause == entry["cause"] and not (draws and kind in ("undo", "note"))
    fits = fits and len(secret["hidden"]) == len(entry["events"])
    chance = words(key, *stream)
    wrong = [each for each in draws if len(each) != 2 or not 0 < each[0] < 2**53 or below(each[0], chance) != each[1]]
    return [
        (seal_of(key, entry) == entry["seal"], f"ply {ply}: its secret part matches its seal"),
        (fits, f"ply {ply}: its secret part is that of a {kind}"),
        (not wrong, f"ply {ply}: numbers drawn with the key: {len(draws) - len(wrong)} of {len(draws)}"),
    ]


def check_receipts(game, receipts):
    links = {str(entry["ply"]): entry["link"] for entry in game["entries"]}
    shown = {each["commitment"] for each in game["seeds"]}
    for nonce in (seat["nonce"] for seat in game["seats"] if seat["nonce"]):
        shown |= {nonce, hashed("nonce", canonical({"nonce": nonce, "table": game["identity"]}))}
    for receipt in receipts:
        link = re.search(r"(-?[0-9]{1,6})-([0-9a-f]{16,64})(?![0-9a-f])", receipt)
        part = re.search(r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])", receipt.lower())
        if link is not None:
            holds = links.get(link[1], "").startswith(link[2])
            yield holds, f"receipt: the log up to ply {link[1]} is the same as then"
        elif part is not None:
            yield part[0] in shown, f"receipt: {part[0]} is a commitment or nonce of this game"
        else:
            yield False, f"receipt: '{receipt.strip()}' isn't a receipt, commitment or nonce"


def closed(game):  # secrets are public after the end, unless the game that this one continues runs again
    return False if game["status"] in OVER and (game["start"] or {"state": ""})["state"] is not None else None


def key_at(game, ply):  # as bytes; None if it isn't public yet
    keys = [each["key"] for each in game["seeds"] if each["from"] <= ply]
    return bytes.fromhex(keys[-1]) if keys and keys[-1] else None


def trust(game, found):
    told = [said for _holds, said in found if re.match("ply [0-9]+: a moderator ", said)]
    people = [seat["name"] or f"seat {seat['number']}" for seat in game["seats"] if seat["by"] in PEOPLE]
    who = people[0] if len(people) == 1 else f"the last of {', '.join(people)} to join"
    nobody = f"nobody chose the shuffles, if {who} did not conspire with the operator"
    return "; ".join([*told, nobody if people else "only the site contributed to the shuffles, so trust its operator"])


def check(game, receipts=(), others=()):
    if (wrong := fault(GAME, game)) is not None:
        raise ValueError(f"form:{wrong}: unknown, missing or malformed")
    if game["identity"] is None:
        yield None, "names: exported without names, times and hashes. Download the file with names"
        return
    if not game["entries"]:
        yield None, "entries: this table hasn't started, so only its commitment is known"
        return
    bound = [game["table"], *(seat["digest"] for seat in game["seats"]), *(each["minute"] for each in game["entries"])]
    yield None not in bound, "form: table, digests of names, and minutes are there"
    if game["status"] not in OVER:
        yield None, "status: the game isn't over, so its secrets aren't public yet"
    for part in (check_seeds, check_seats, check_seating, check_log):
        yield from part(game)
    yield from check_start(game, others)
    yield from check_receipts(game, receipts)


def verdict(game, receipts=(), others=()):  # the result, why in a sentence, and all checks
    if not isinstance(game, dict) or (game.get("format"), game.get("version")) != ("captains-table-game", 1):
        return UNKNOWN, "format: this isn't a game of Captain's Table in format 1", []
    found = []
    try:
        for each in check(game, receipts, others):
            found.append(each)
    except MALFORMED as error:
        found.append((False, str(error) if type(error) is ValueError else f"form: {error}, after {found[-1][1]}"))
    wrong, unknown = ([said for holds, said in found if holds is wanted] for wanted in (False, None))
    if wrong or unknown:
        return BROKEN if wrong else UNKNOWN, [*wrong, *unknown][0], found
    return HOLDS, trust(game, found), found


def whole(digits):  # programs write other numbers differently, and few read larger ones exactly
    if not re.fullmatch("-?[0-9]{1,15}", digits):
        raise ValueError(f"form: not a whole number of at most 15 digits: {digits}")
    return int(digits)


def read(path):
    return json.loads(Path(path).read_text("utf-8"), parse_int=whole, parse_float=whole, parse_constant=whole)


def plain(said):  # a file can't hide lines of the terminal, or add its own
    return "".join(char if char.isprintable() else "?" for char in said)[:300]


def main(arguments):
    try:
        game, more = read(arguments[0]), arguments[1:]
        others = [read(name) for name in more if name.endswith(".json")]
        texts = [Path(name).read_text("utf-8") for name in more if not name.endswith(".json")]
        receipts = [line for text in texts for line in text.splitlines() if line.strip()]
        result, why, found = verdict(game, receipts, others)
    except (OSError, *MALFORMED) as error:
        result, why, found = UNKNOWN, f"file: {type(error).__name__}: {error}", []
    red, normal = ("\033[31m", "\033[0m") if sys.stdout.isatty() and result != HOLDS else ("", "")
    print(f"{red}{result}: {plain(why)}{normal}")
    for holds, said in found:
        print(f"{'open' if holds is None else 'ok' if holds else 'FAILED':6}  {plain(said)}")
    print("Not checked: were the moves legal, is the result right? python -m games.engine replay does that")
    return (HOLDS, BROKEN, UNKNOWN).index(result)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
