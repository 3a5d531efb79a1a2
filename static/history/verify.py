#!/usr/bin/env python3
"""Check a game of Captain's Table: nobody chose its chance, and nobody changed its log.

    python3 verify.py game.json [receipts.txt]

`game.json` is the export of a table; download it from the table's page "Chance". `receipts.txt` contains what you
saved during the game, one per line: receipts from emails such as "41-8f3a...", the commitment that you saw in advance,
or nonces, as they are or as SHA-256. Each line of the output is one check that passed, or failed if it begins with
FAILED. The exit code is 1 if any check fails, 2 if a file can't be read.

It needs only Python 3.9 or newer. Read it before you trust it: docs/chance.md of the project explains what is hashed,
and why. It doesn't know the rules of the games. `python -m games.engine replay game.json`, from the project, also plays
every move by the rules.
"""

import hashlib
import hmac
import json
import re
import sys

TAG = "captains-table/1/"
SEATING = -2  # the chance stream of the seating
SETUP = -1  # and that of the setup
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
    """The key of all chance from a ply on: made from the site's seed and the players' nonces, for this game only."""
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
    if "start" in game:  # it continues from a position of another game
        bound["start"] = {name: game["start"][name] for name in ("ply", "position", "table")}
    return hmac.new(seed, tag("key") + canonical(bound), "sha256").hexdigest()


def site_nonce(seed, place):
    """The nonce of a seat whose player sent none. The site couldn't choose it after publishing its commitment."""
    return hmac.new(seed, tag("site-nonce") + canonical(place), "sha256").hexdigest()[:32]


def seal_of(key, entry):
    """The hash in the chain for the secret part of an entry."""
    salt = hmac.new(key, tag("salt") + canonical(entry["ply"]), "sha256").digest()
    return hashed("secret", salt, canonical(entry["secret"]))


def link_of(previous, entry):
    """The hash of an entry: of the previous hash, the seal of its secrets, and its public part."""
    public = {name: entry[name] for name in PUBLIC}
    return hashed("entry", bytes.fromhex(previous), bytes.fromhex(entry["seal"]), canonical(public))


# ---- Chance ----------------------------------------------------------------------------------------------------------


def words(key, ply):
    """The random numbers of one ply: 8 bytes each, from HMAC-SHA256 in counter mode."""
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
        raise ValueError(f"Expected a bound from 1 to 2**64, but got {n}")
    limit = 2**64 - 2**64 % n
    return next(word for word in stream if word < limit) % n


def shuffled(count, stream):
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


# ---- Checks: each function yields (whether it passed, its message) ------------------------------------------


def check_seeds(game):
    """Commitments, keys and nonces."""
    for seat in sorted(game["seats"], key=lambda seat: seat["number"]):
        good = re.fullmatch("[0-9a-f]{32}", seat["nonce"] or "") is not None
        yield (
            good,
            f"nonce: seat {seat['number']} contributed {seat['nonce']}, from the {seat['nonce_by']}",
        )
        if seat["nonce_by"] == "site" and game["seeds"][0]["seed"] is not None:
            drawn = site_nonce(bytes.fromhex(game["seeds"][0]["seed"]), seat["place"])
            yield (
                seat["nonce"] == drawn,
                f"nonce: the nonce of seat {seat['number']} follows from the seed: {drawn}",
            )
    for each in game["seeds"]:
        if each["seed"] is None or each["key"] is None:
            yield not is_over(game), f"seed: not public yet; its commitment is {each['commitment']}"
            continue
        seed, where = bytes.fromhex(each["seed"]), f"used from ply {each['from']} on"
        yield (
            commitment(game["identity"], seed) == each["commitment"],
            f"commitment: it matches the seed {where}",
        )
        made = key_of(game, seed, each["from"])
        yield made == each["key"], f"key: it follows from the seed, nonces, title, options and seats; {where}"


def check_start(game):
    """A game that continues another one begins with the position that its key covers."""
    start = game.get("start")
    if start is None:
        return
    where = f"ply {start['ply']} of game {start['table']}"
    if start["state"] is None:
        why = ": according to this file, that game was resumed. Check at its table" if waits(game) else ""
        yield not is_over(game), f"start: after {where}; the position isn't public yet{why}"
        return
    holds = hashed("position", start["state"].encode()) == start["position"]
    yield holds, f"start: the position that the key covers, after {where}: {start['position']}"


def check_told(game):
    """The first seed is used from the setup on; the log announces later ones, of a game that was resumed."""
    told = [
        (entry["ply"], event["facts"].get("commitment"))
        for entry in game["entries"]
        for event in entry["events"] or ()
        if event["type"] == "new-seed"
    ]
    later = [(each["from"], each["commitment"]) for each in game["seeds"][1:]]
    if told or later:
        yield told == later, f"commitment: the log announces the later seeds in order: {len(later)}"
    yield game["seeds"][0]["from"] == SETUP, "seed: the first seed is used from the setup on"


def check_seating(game):
    """The seats were drawn with the key, or are in order of joining. The key covers which of the two."""
    numbers = [seat["number"] for seat in sorted(game["seats"], key=lambda seat: seat["place"])]
    key = key_at(game, SETUP)
    if game["seating"] == "joined":
        yield numbers == list(range(len(numbers))), f"seats: in order of joining: {numbers}"
    elif key is None:
        yield True, "seats: drawn with the key, which isn't public yet"
    else:
        drawn = shuffled(len(numbers), words(key, SEATING))
        yield numbers == drawn, f"seats: drawn with the key: {numbers}"


def check_draws(game, entry):
    """Every number that a ply drew follows from the key."""
    key, draws = key_at(game, entry["ply"]), entry["draws"]
    if key is None or entry["kind"] not in DRAWING:
        return
    if draws is None:
        is_later = entry["rules_version"] != game["entries"][0]["rules_version"]
        why = "this ply used a later rules version" if is_later else "they are missing"
        yield is_later, f"ply {entry['ply']}: its draws aren't shown: {why}"
        return
    stream = words(key, entry["ply"])
    wrong = [at for at, (n, found) in enumerate(draws) if below(n, stream) != found]
    said = f"draws that follow from the key: {len(draws) - len(wrong)} of {len(draws)}"
    if draws:
        yield not wrong, f"ply {entry['ply']}: {said}" + (f" (wrong: {wrong[:5]})" if wrong else "")


def check_chain(game):
    """Each entry is linked to the previous one, none is missing, and the secrets match their seals."""
    previous = hashed("chain", bytes.fromhex(game["seeds"][0]["commitment"]))
    for expected, entry in enumerate(game["entries"], SETUP):
        ply = entry["ply"]
        if ply != expected:
            yield (
                False,
                f"ply {expected}: the log continues with ply {ply}: an entry is missing or out of order",
            )
        if entry["events"] is None or entry["seal"] is None:
            yield not is_over(game), f"ply {ply}: {told(entry)}; its content isn't public yet"
            previous = entry["link"]
            continue
        yield (
            link_of(previous, entry) == entry["link"],
            f"ply {ply}: {told(entry)}; linked to the previous entry",
        )
        yield from check_secret(game, entry)
        yield from check_draws(game, entry)
        previous = entry["link"]
    yield previous == game["head"], "head: the last link is the head of the chain"


def check_secret(game, entry):
    """The secret part matches its seal. Only notes may stay secret, because they may contain names of people."""
    key, ply = key_at(game, entry["ply"]), entry["ply"]
    if key is None:
        return
    if entry["secret"] is None:
        yield entry["kind"] == "note", f"ply {ply}: its secret part isn't public"
    else:
        yield seal_of(key, entry) == entry["seal"], f"ply {ply}: its secret part matches its seal"


def check_receipts(game, receipts):
    """The export agrees with the receipts shown on pages and in emails at the time."""
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
            yield holds, f"receipt: the log up to ply {match[1]} is the same as then"
        elif whole is not None:
            yield whole[0] in shown, f"receipt: {whole[0]} is a commitment or nonce of this game"
        else:
            yield False, f"receipt: '{receipt.strip()}' isn't a receipt, commitment or nonce"


def has_ended(game):
    return game["status"] in ("finished", "cancelled")


def waits(game):
    """Whether it has ended but stays secret, because the game that it continues was resumed."""
    return has_ended(game) and "start" in game and game["start"]["state"] is None


def is_over(game):
    """Whether everything has to be public."""
    return has_ended(game) and not waits(game)


def key_at(game, ply):
    """The key used at a ply, as bytes; None if it isn't public yet."""
    keys = [each["key"] for each in game["seeds"] if each["from"] <= ply]
    return bytes.fromhex(keys[-1]) if keys and keys[-1] else None


def told(entry):
    who = "" if entry["seat"] is None else f" of seat {entry['seat']}"
    return f"{entry['kind']}{who}, {entry['minute']}"


def check(game, receipts=()):
    """All checks, as pairs: whether it passed, and its message."""
    if not isinstance(game, dict) or (game.get("format"), game.get("version")) != FORMAT:
        yield False, "format: this program can't read this kind of file"
        return
    if game["identity"] is None:
        yield (
            False,
            "names: this file was exported without names, so it can't be checked. Download the one with names",
        )
        return
    if not game["entries"]:
        yield False, "entries: this table hasn't started, so only its commitment is known"
        return
    yield from check_seeds(game)
    yield from check_start(game)
    yield from check_told(game)
    yield from check_seating(game)
    yield from check_chain(game)
    yield from check_receipts(game, receipts)


def read(path):
    """Load an export. It contains only whole numbers, because programs write other numbers differently."""
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_float=refuse, parse_constant=refuse)


def refuse(number):
    raise ValueError(f"Expected a whole number, but got {number}")


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def plain(text):
    """The text without control characters, so that a file can't hide lines of the terminal or add its own."""
    return "".join(char if " " <= char <= "~" else "?" for char in text)[:300]


def main(arguments):
    failed = 0
    try:
        game = read(arguments[0])
        for holds, what in check(game, lines_of(arguments[1]) if arguments[1:] else []):
            failed += not holds
            print(f"{'ok' if holds else 'FAILED':6}  {plain(what)}")
    except UNREADABLE as error:
        said = plain(f"{type(error).__name__}: {error}")
        print(f"Can't read this as an export: {said}\n\n{__doc__}", file=sys.stderr)
        return 2
    print("\nAll checks passed." if not failed else f"\nFailed checks: {failed}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
