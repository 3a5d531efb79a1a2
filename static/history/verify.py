#!/usr/bin/env python3
"""Check a game of Captain's Table: that its chance was chosen by nobody, and its log was never changed.

    python3 verify.py game.json [receipts.txt]

`game.json` is the export of a table, from the page "Chance" of that table. `receipts.txt` holds what you have kept of
it, one a line: receipts as they stand in mails, "41-8f3a...", the commitment that you were shown in advance, or parts
of the chance, as they are or as SHA-256. Every line of what is printed says one thing that holds, or with FAILS in
front what does not. The exit code is 1 if anything fails, 2 for a file that cannot be read.

It needs Python 3.9 or newer, and nothing else: read it before you trust it. What is hashed, and why, is described in
docs/chance.md of the project. It does not know the rules of the games: `python -m games.engine replay game.json`, from
the project, also plays every move by the rules.
"""

import hashlib
import hmac
import json
import re
import sys

TAG = "captains-table/1/"
SEATING = -2  # the stream of chance by which the seats are drawn
SETUP = -1  # that of the set-up
DRAWING = ("setup", "move", "leave")
FORMAT = ("captains-table-game", 1)  # and its version
UNREADABLE = (
    OSError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RuntimeError,
    MemoryError,
)
PUBLIC = ("back_to", "cause", "events", "kind", "minute", "ply", "rules_version", "seat")


# ---- Bytes and hashes ------------------------------------------------------------------------------------------------


def canonical(value):
    """JSON in the one form that is hashed: names sorted, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def tag(name):
    return (TAG + name + "\0").encode()


def hashed(name, *parts):
    return hashlib.sha256(tag(name) + b"".join(parts)).hexdigest()


def commitment(table, seed):
    return hashed("commitment", canonical({"table": table}), seed)


def key_of(game, seed, first):
    """The key of all chance from a ply on: the seed of the site and the nonces of the players, bound to this game."""
    rules = next(entry["rules_version"] for entry in game["entries"] if entry["ply"] == first)
    seats = sorted(game["seats"], key=lambda seat: seat["place"])
    bound = {
        "commitment": commitment(game["identity"], seed),
        "nonces": [seat["nonce"] for seat in seats],
        "options": game["options"],
        "rules_version": rules,
        "seating": game["seating"],
        "seats": len(seats),
        "table": game["identity"],
        "title": game["title"],
    }
    if "start" in game:  # it goes on from a position of another game
        bound["start"] = {name: game["start"][name] for name in ("ply", "position", "table")}
    return hmac.new(seed, tag("key") + canonical(bound), "sha256").hexdigest()


def site_nonce(seed, place):
    """The part of a seat whose player has sent none: the site could not choose it after its commitment."""
    return hmac.new(seed, tag("site-nonce") + canonical(place), "sha256").hexdigest()[:32]


def seal_of(key, entry):
    """What stands in the chain for the secret part of an entry."""
    salt = hmac.new(key, tag("salt") + canonical(entry["ply"]), "sha256").digest()
    return hashed("secret", salt, canonical(entry["secret"]))


def link_of(previous, entry):
    """The hash of an entry: over the one before it, the seal of its secrets, and what everybody may know."""
    public = {name: entry[name] for name in PUBLIC}
    return hashed("entry", bytes.fromhex(previous), bytes.fromhex(entry["seal"]), canonical(public))


# ---- Chance ----------------------------------------------------------------------------------------------------------


def words(key, ply):
    """The stream of one ply: whole numbers of 8 bytes, out of HMAC-SHA256 in counter mode."""
    count = 0
    while True:
        message = ply.to_bytes(8, "big", signed=True) + count.to_bytes(8, "big")
        block = hmac.new(key, message, "sha256").digest()
        for at in (0, 8, 16, 24):
            yield int.from_bytes(block[at : at + 8], "big")
        count += 1


def below(n, stream):
    """An unbiased number from 0 to n - 1."""
    if not 1 <= n <= 2**64:
        raise ValueError(f"nothing can be drawn below {n}")
    limit = 2**64 - 2**64 % n
    return next(word for word in stream if word < limit) % n


def shuffled(count, stream):
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


# ---- What is checked: each function yields (whether it holds, what it says) ------------------------------------------


def check_seeds(game):
    """Commitments, keys and nonces."""
    for seat in sorted(game["seats"], key=lambda seat: seat["number"]):
        good = re.fullmatch("[0-9a-f]{32}", seat["nonce"] or "") is not None
        yield (
            good,
            f"nonce: seat {seat['number']} has contributed {seat['nonce']}, from the {seat['nonce_by']}",
        )
        if seat["nonce_by"] == "site" and game["seeds"][0]["seed"] is not None:
            drawn = site_nonce(bytes.fromhex(game["seeds"][0]["seed"]), seat["place"])
            yield (
                seat["nonce"] == drawn,
                f"nonce: that of seat {seat['number']} follows from the seed: {drawn}",
            )
    for each in game["seeds"]:
        if each["seed"] is None or each["key"] is None:
            yield not is_over(game), f"seed: not opened yet; its commitment is {each['commitment']}"
            continue
        seed, where = bytes.fromhex(each["seed"]), f"from ply {each['from']} on"
        yield (
            commitment(game["identity"], seed) == each["commitment"],
            f"commitment: it is that of the seed {where}",
        )
        made = key_of(game, seed, each["from"])
        yield made == each["key"], f"key: it is made of seed, nonces, title, options and seats, {where}"


def check_start(game):
    """A game that goes on from another one begins with the position that its key binds."""
    start = game.get("start")
    if start is None:
        return
    where = f"ply {start['ply']} of the game {start['table']}"
    if start["state"] is None:
        why = ": it says that this game runs again, which you can see at its table" if waits(game) else ""
        yield not is_over(game), f"start: after {where}; the position is not opened yet{why}"
        return
    holds = hashed("position", start["state"].encode()) == start["position"]
    yield holds, f"start: the position that the key binds, after {where}: {start['position']}"


def check_told(game):
    """The first seed is that of the set-up; later ones, of a game that went on after its end, are told in the log."""
    told = [
        (entry["ply"], event["facts"].get("commitment"))
        for entry in game["entries"]
        for event in entry["events"] or ()
        if event["type"] == "new-seed"
    ]
    later = [(each["from"], each["commitment"]) for each in game["seeds"][1:]]
    if told or later:
        yield told == later, f"commitment: {len(later)} later ones stand in the log, in their order"
    yield game["seeds"][0]["from"] == SETUP, "seed: the first is in force from the set-up on"


def check_seating(game):
    """The seats were drawn by the key, or are those of joining: which of them is bound by the key."""
    numbers = [seat["number"] for seat in sorted(game["seats"], key=lambda seat: seat["place"])]
    key = key_at(game, SETUP)
    if game["seating"] == "joined":
        yield numbers == list(range(len(numbers))), f"seats: in the order of joining: {numbers}"
    elif key is None:
        yield True, "seats: drawn by the key, which is not opened yet"
    else:
        drawn = shuffled(len(numbers), words(key, SEATING))
        yield numbers == drawn, f"seats: they were drawn by the key: {numbers}"


def check_draws(game, entry):
    """Every number that a ply drew follows from the key."""
    key, draws = key_at(game, entry["ply"]), entry["draws"]
    if key is None or entry["kind"] not in DRAWING:
        return
    if draws is None:
        is_later = entry["rules_version"] != game["entries"][0]["rules_version"]
        why = "it was played by later rules" if is_later else "they are missing"
        yield is_later, f"ply {entry['ply']}: its draws are not shown: {why}"
        return
    stream = words(key, entry["ply"])
    wrong = [at for at, (n, found) in enumerate(draws) if below(n, stream) != found]
    said = f"its {len(draws)} draws follow from the key" + (f" (wrong: {wrong[:5]})" if wrong else "")
    if draws:
        yield not wrong, f"ply {entry['ply']}: {said}"


def check_chain(game):
    """Every entry is linked to the one before it, none is missing, and its secrets are those that were sealed."""
    previous = hashed("chain", bytes.fromhex(game["seeds"][0]["commitment"]))
    for expected, entry in enumerate(game["entries"], SETUP):
        ply = entry["ply"]
        if ply != expected:
            yield (
                False,
                f"ply {expected}: the log goes on with ply {ply}: an entry is missing, or stands elsewhere",
            )
        if entry["events"] is None or entry["seal"] is None:
            yield not is_over(game), f"ply {ply}: {told(entry)}; what it tells is not opened yet"
            previous = entry["link"]
            continue
        yield (
            link_of(previous, entry) == entry["link"],
            f"ply {ply}: {told(entry)}; linked to the entry before",
        )
        yield from check_secret(game, entry)
        yield from check_draws(game, entry)
        previous = entry["link"]
    yield previous == game["head"], "head: the chain ends where the page says"


def check_secret(game, entry):
    """The secret part is the sealed one. Only notes may stay closed: names of people may stand in them."""
    key, ply = key_at(game, entry["ply"]), entry["ply"]
    if key is None:
        return
    if entry["secret"] is None:
        yield entry["kind"] == "note", f"ply {ply}: its secret part is not opened"
    else:
        yield seal_of(key, entry) == entry["seal"], f"ply {ply}: its secret part is the one that was sealed"


def check_receipts(game, receipts):
    """What was said at the time, on pages and in mails, is what the export says now."""
    links = {str(entry["ply"]): entry["link"] for entry in game["entries"]}
    shown = {each["commitment"] for each in game["seeds"]}
    for seat in game["seats"]:
        parts = {"nonce": seat["nonce"], "place": seat["place"], "table": game["identity"]}
        shown |= {seat["nonce"], hashed("nonce", canonical(parts))}
    for receipt in receipts:
        match = re.search(r"(-?[0-9]+)-([0-9a-f]{16,64})(?![0-9a-f])", receipt)
        whole = re.search(r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])", receipt.lower())
        if match is not None:
            holds = links.get(match[1], "").startswith(match[2])
            yield holds, f"receipt: what was said at ply {match[1]} stands in the log as it did then"
        elif whole is not None:
            yield whole[0] in shown, f"receipt: {whole[0]} is a commitment or a part of this game"
        else:
            yield False, f"receipt: '{receipt.strip()}' is none"


def has_ended(game):
    return game["status"] in ("finished", "cancelled")


def waits(game):
    """It has ended, but stays closed: the game that it goes on from runs again, and holds the same secrets."""
    return has_ended(game) and "start" in game and game["start"]["state"] is None


def is_over(game):
    """Whether all of it has to be opened."""
    return has_ended(game) and not waits(game)


def key_at(game, ply):
    """The key in force at a ply, as bytes; None if it is not opened yet."""
    keys = [each["key"] for each in game["seeds"] if each["from"] <= ply]
    return bytes.fromhex(keys[-1]) if keys and keys[-1] else None


def told(entry):
    who = "" if entry["seat"] is None else f" of seat {entry['seat']}"
    return f"{entry['kind']}{who}, {entry['minute']}"


def check(game, receipts=()):
    """Everything that can be checked: pairs of whether it holds, and what it says."""
    if not isinstance(game, dict) or (game.get("format"), game.get("version")) != FORMAT:
        yield False, "format: this is no export that this program knows"
        return
    if game["identity"] is None:
        yield (
            False,
            "this file was made without names, and so without all that could be checked: fetch the one with names",
        )
        return
    if not game["entries"]:
        yield False, "this table has not begun: only its commitment can be read"
        return
    yield from check_seeds(game)
    yield from check_start(game)
    yield from check_told(game)
    yield from check_seating(game)
    yield from check_chain(game)
    yield from check_receipts(game, receipts)


def read(path):
    """An export. Numbers in it are whole: others are written differently by other programs."""
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_float=refuse, parse_constant=refuse)


def refuse(number):
    raise ValueError(f"{number} is no whole number")


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def plain(text):
    """What may be shown: a file cannot hide lines of a terminal, nor write lines of its own."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)[:300]


def main(arguments):
    failed = 0
    try:
        game = read(arguments[0])
        for holds, what in check(game, lines_of(arguments[1]) if arguments[1:] else []):
            failed += not holds
            print(f"{'holds' if holds else 'FAILS'}  {plain(what)}")
    except UNREADABLE as error:
        said = plain(f"{type(error).__name__}: {error}")
        print(f"This cannot be read as an export: {said}\n\n{__doc__}", file=sys.stderr)
        return 2
    print("\nEverything holds." if not failed else f"\n{failed} lines FAIL.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
