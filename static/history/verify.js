// The counterpart of verify.py: checks the export of a finished game in the reader's browser, with WebCrypto, and reports
// each check in a line. docs/chance.md describes what is hashed, and why.
(() => {
  "use strict";
  const WORDS = JSON.parse(document.getElementById("verify-words").textContent); // in the reader's language
  const TAG = "captains-table/1/";
  const SEATING = -2; // the stream of the seating
  const SETUP = -1; // and that of the setup
  const [HOLDS, BROKEN, UNKNOWN] = ["holds", "does not hold", "cannot be checked"]; // as verify.py says it
  const PEOPLE = ["person", "guest", "program"];
  const OVER = ["finished", "cancelled"];
  const TERMS = ["identity", "options", "players", "rules", "rules_version", "seating", "title"];
  const PUBLIC = ["back_to", "cause", "end", "events", "kind", "minute", "ply", "rules_version", "seat"];

  const say = (name, values = {}) => WORDS[name].replace(/\{(\w+)\}/g, (_, value) => values[value] ?? "None");

  // ---- Bytes and hashes

  const bytes = (text) => new TextEncoder().encode(text);
  const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
  const toHex = (found) => [...new Uint8Array(found)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const tag = (name) => bytes(`${TAG}${name}\0`);

  const joined = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };

  // JSON in the one form that is hashed: names sorted, no spaces, UTF-8. Written by hand, because JavaScript puts names that
  // are whole numbers first, by their value.
  const written = (value) => {
    if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${written(value[name])}`).join(",")}}`;
  };
  const canonical = (value) => bytes(written(value));

  const hashed = async (name, ...parts) => toHex(await crypto.subtle.digest("SHA-256", joined(tag(name), ...parts)));

  const signer = (key) => crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hmac = async (key, message) => new Uint8Array(await crypto.subtle.sign("HMAC", await signer(key), message));
  const keyed = (key, name, value) => hmac(key, joined(tag(name), canonical(value)));
  const some = (names, from) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const byPlace = (game) => [...game.seats].sort((one, other) => one.place - other.place);

  const commitment = (game, seed) => {
    const start = game.start && some(["ply", "position", "table"], game.start);
    return hashed("commitment", canonical({ ...some(TERMS, game), start }), seed);
  };

  const keyOf = async (game, seed) => {
    const nonces = game.seats.map((seat) => seat.nonce).filter((nonce) => nonce !== null).sort();
    return toHex(await keyed(seed, "key", { commitment: await commitment(game, seed), nonces }));
  };

  const headerLink = (game) => {
    const seats = byPlace(game).map(({ by, digest, nonce, number }) => ({ by, name: digest, nonce, number }));
    return hashed("header", canonical({ commitment: game.seeds[0].commitment, seats, table: game.table }));
  };

  const sealOf = async (key, entry) => hashed("secret", await keyed(key, "salt", entry.ply), canonical(entry.secret));

  const linkOf = (previous, entry) =>
    hashed("entry", fromHex(previous), fromHex(entry.seal), canonical(some(PUBLIC, entry)));

  // ---- Chance

  async function* words(key, number, generation = 0) {
    const secret = await signer(key);
    for (let count = 0; ; count += 1) {
      const message = new DataView(new ArrayBuffer(16));
      message.setBigInt64(0, BigInt(number));
      message.setUint32(8, generation);
      message.setUint32(12, count);
      const block = new DataView(await crypto.subtle.sign("HMAC", secret, message.buffer));
      for (const at of [0, 8, 16, 24]) yield block.getBigUint64(at);
    }
  }

  const below = async (n, stream) => {
    if (!(n >= 1 && n <= 2 ** 53)) throw new RangeError(`Expected a bound from 1 to 2**53, but got ${n}`);
    const limit = 2n ** 64n - (2n ** 64n % BigInt(n));
    for (;;) {
      const { value } = await stream.next();
      if (value < limit) return Number(value % BigInt(n));
    }
  };

  const shuffled = async (count, stream) => {
    const order = [...Array(count).keys()];
    for (let last = count - 1; last > 0; last -= 1) {
      const other = await below(last + 1, stream);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  };

  // ---- The form of a file: a test, a pattern, [any number of a form], { names: forms }, or a Set of several forms

  const INT = (value) => Number.isSafeInteger(value);
  const STR = (value) => typeof value === "string";
  const OBJECT = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const or = (...forms) => new Set(forms);
  const [HEX32, HEX64] = [/^[0-9a-f]{32}$/, /^[0-9a-f]{64}$/];
  const MINUTE = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]Z$/;
  const RESULT = { reason: STR, ranks: [INT], scores: or([INT], null) };
  const END = { ...RESULT, ranks: or([INT], null), status: /^(finished|cancelled)$/ };
  const SECRET = {
    cause: /^(|forced|timeout|moderator|caretaker|order)$/, draws: [[INT]], hidden: [OBJECT], move: STR, position: HEX32,
  };
  const ENTRY = {
    ply: INT, kind: /^(setup|move|leave|undo|note)$/, seat: or(INT, null), minute: or(MINUTE, null),
    cause: /^(|forced|timeout|moderator|caretaker)$/, back_to: or(INT, null), rules_version: INT, end: or(END, null),
    events: or([{ type: STR, facts: OBJECT }], null), seal: or(HEX64, null), link: or(HEX64, null), secret: or(SECRET, null),
  };
  const SEAT = {
    number: INT, place: INT, by: /^(person|guest|program|bot|site)$/, nonce: or(HEX32, null), name: or(STR, null),
    digest: or(HEX64, null),
  };
  const GAME = {
    format: /^captains-table-game$/, version: INT, table: or(INT, null), identity: or(HEX32, null), title: STR,
    options: OBJECT, players: [INT], rules: STR, rules_version: INT, seating: /^(random|joined)$/,
    start: or({ table: or(HEX32, null), ply: INT, position: or(HEX32, null), state: or(STR, null) }, null),
    status: /^(open|expired|running|finished|cancelled)$/, started: or(MINUTE, null), finished: or(MINUTE, null),
    seats: [SEAT], result: or(RESULT, null),
    seeds: [{ from: INT, commitment: or(HEX64, null), seed: or(HEX64, null), key: or(HEX64, null) }],
    head: or(/^([0-9a-f]{64}|)$/, null), entries: [ENTRY],
  };
  const NOTES = {
    ...Object.fromEntries([
      "proposed", "voted", "declined", "agreed", "resumed", "seat-offered", "seat-held", "seat-back", "seat-put-up",
      "seat-merged", "seat-kept", "seat-returned", "taken-over", "rules-missing", "rules-back", "vacation", "moderated",
    ].map((name) => [name, {}])),
    "new-seed": { commitment: or(HEX64, null) }, upgraded: { rules: STR, rules_version: INT },
  };
  const ENDINGS = [ // by people: the note, the status and the reason
    ["agreed", "finished", "agreed"], ["moderated", "finished", "decision"],
    ["agreed", "cancelled", ""], ["moderated", "cancelled", "decision"],
  ];
  const OPTIONS = {
    cannonades: "", captivate: "memory", "captn-eli": "cards", cardline: "deck hand trait", nautilus: "commit rounds",
  };
  const AFTER_END = ["moderated", "new-seed", "seat-merged"]; // all other entries belong to a running game

  const fault = (form, value, where = "") => { // where a value doesn't have this form; null if it has
    if (form instanceof Set) {
      const faults = [...form].map((each) => fault(each, value, where));
      return faults.includes(null) ? null : faults[0];
    }
    let wrong = [where];
    if (form === null || typeof form === "function") {
      if (form === null ? value === null : form(value)) wrong = [];
    } else if (form instanceof RegExp) {
      if (STR(value) && form.test(value)) wrong = [];
    } else if (Array.isArray(form)) {
      if (Array.isArray(value)) wrong = value.map((each, at) => fault(form[0], each, `${where}[${at}]`));
    } else if (OBJECT(value)) {
      const names = [...Object.keys(form), ...Object.keys(value)];
      wrong = names.filter((name) => !(Object.hasOwn(form, name) && Object.hasOwn(value, name))).sort();
      wrong = wrong.length ? wrong.map((name) => `${where} ${name}`)
        : Object.keys(form).map((name) => fault(form[name], value[name], `${where} ${name}`));
    }
    return wrong.find((each) => each !== null) ?? null;
  };

  // ---- Checks: each yields whether it holds, null if it can't be checked, and what was checked

  class Broken extends Error {}
  const IS_TRUST = true; // a check that says whom one has to trust

  const keyAt = (game, ply) => {
    const keys = game.seeds.filter((each) => each.from <= ply).map((each) => each.key);
    return keys.length && keys.at(-1) ? fromHex(keys.at(-1)) : null;
  };

  // What it means that something is secret: wrong after the end, unless the game that this one continues runs again
  const closed = (game) => (OVER.includes(game.status) && !(game.start && game.start.state === null) ? false : null);
  const list = (numbers) => `[${numbers.join(", ")}]`;
  const same = (one, other) => written(one) === written(other);

  async function* checkSeeds(game) {
    if (game.seeds[0]?.from !== SETUP) throw new Broken(say("no-first-seed"));
    for (const each of game.seeds) {
      const { from, commitment: announced } = each;
      if (each.seed === null || each.key === null) {
        yield [closed(game), say("seed-closed", { from, announced })];
        continue;
      }
      const seed = fromHex(each.seed);
      const holds = (await commitment(game, seed)) === announced;
      yield [holds, say("commitment", { from })];
      yield [(await keyOf(game, seed)) === each.key, say("key", { from })];
    }
  }

  async function* checkSeats(game) {
    const { seats, players, start, title } = game;
    const key = keyAt(game, SETUP);
    const [least, most, ...more] = players;
    if (most === undefined || more.length) throw new Broken(say("players"));
    const inOrder = (numbers) => numbers.every((number, at) => number === at);
    if (!inOrder(seats.map((seat) => seat.number))) throw new Broken(say("seat-numbers"));
    if (!inOrder(seats.map((seat) => seat.place).sort((one, other) => one - other))) {
      throw new Broken(say("seat-places"));
    }
    const options = Object.keys(game.options).sort().join(" ");
    const known = Object.hasOwn(OPTIONS, title) ? OPTIONS[title] : options;
    yield [options === known, say("options", { known })];
    yield [start !== null || (least <= seats.length && seats.length <= most), say("seats", { least, most, count: seats.length })];
    for (const { number, nonce, name, by, digest } of seats) {
      const isBot = name?.includes("★"); // no person can have such a name
      yield [PEOPLE.includes(by) === (nonce !== null) && (!isBot || by === "bot"), say(nonce ? "nonce" : "no-nonce", { number, by, nonce })];
      if (name === null) yield [true, say("no-name", { number })];
      else if (key !== null) {
        const found = await hashed("name", await keyed(key, "name", number), bytes(name));
        yield [found === digest, say("name", { number, name })];
      }
    }
  }

  async function* checkSeating(game) {
    const [seats, key] = [byPlace(game), keyAt(game, SETUP)];
    const numbers = seats.map((seat) => seat.number);
    const nonces = seats.map((seat) => seat.nonce);
    if (game.seating === "joined") {
      yield [numbers.every((number, place) => number === place), say("seats-joined", { numbers: list(numbers) })];
      return;
    }
    const ordered = [...nonces.filter((nonce) => nonce !== null).sort(), ...nonces.filter((nonce) => nonce === null)];
    const drawn = key === null ? numbers : await shuffled(numbers.length, words(key, SEATING));
    const holds = same(nonces, ordered) && same(numbers, drawn);
    yield [holds, say("seats-drawn", { numbers: list(numbers) })];
  }

  async function* checkStart(game, others) {
    const { start } = game;
    if (start === null) return;
    if (start.state === null) {
      yield [closed(game), say("start-closed", start)];
      return;
    }
    const digest = (await hashed("position", bytes(start.state))).slice(0, 32);
    yield [digest === start.position, say("start-announced", start)];
    const former = others.find((each) => each.identity === start.table);
    if (!former) {
      yield [null, say("start-unknown", start)];
      return;
    }
    const [result, why] = await verdict(former, [], others.filter((each) => each !== former));
    yield [{ [HOLDS]: true, [BROKEN]: false, [UNKNOWN]: null }[result], say("start-former", { result: say(result), why })];
    const terms = (each) => [each.title, each.options, each.seats.length];
    const agree = same(terms(former), terms(game));
    const there = former.entries.find((each) => each.ply === start.ply);
    yield [agree && there?.secret?.position === start.position, say("start", start)];
  }

  class Log { // what has happened up to an entry of the log, and so what may come next
    constructor(game) {
      Object.assign(this, { started: game.started, seats: game.seats.length, version: game.rules_version });
      Object.assign(this, { end: null, ended: null, minute: "", isDecided: false, seeds: [], ends: [] });
      Object.assign(this, { stream: [SETUP, 0], number: 0, generation: 0, drew: SETUP, past: null });
    }

    take(entry) { // judges the next entry, and returns what is worth telling
      const [kind, note, minute] = [entry.kind, this.noteOf(entry), entry.minute ?? ""];
      this.require(entry, minute >= this.minute, "too-early");
      this.require(entry, entry.rules_version === this.version, "other-rules");
      const canCome = this.end === null ? note !== "new-seed" : AFTER_END.includes(note);
      this.require(entry, canCome, this.end === null ? "not-before-end" : "not-after-end", note || kind);
      this.require(entry, (kind === "undo") === (entry.back_to !== null), "goes-back");
      const first = entry.seat === null && entry.cause === "" && minute === (this.started ?? "");
      this.require(entry, kind !== "setup" || first, "other-start");
      this.require(entry, this.sits(entry.seat) || entry.seat === null, "no-seat");
      const take = { move: this.play, leave: this.play, undo: this.undo, "new-seed": this.resume };
      const said = (take[note || kind] ?? (() => "")).call(this, entry);
      if (entry.end !== null) {
        [this.end, this.ended] = [entry.end, minute];
        const { status, reason, ranks, scores } = entry.end;
        const byRules = kind === "undo" ? entry.seat === null && this.ends.some((each) => same(each, entry.end))
          : kind !== "note" && status === "finished" && !["agreed", "decision"].includes(reason);
        const byPeople = ENDINGS.some((each) => same(each, [note || kind, status, reason]));
        this.require(entry, byRules || byPeople, "other-end");
        const complete = [ranks, scores].every((each) => each === null || each.length === this.seats);
        const fits = complete && (ranks === null) === (status !== "finished");
        this.require(entry, fits, "end-seats");
        this.ends.push(entry.end);
      }
      [this.minute, this.isDecided] = [minute, ["moderated", "new-seed"].includes(note)];
      return said;
    }

    require(entry, holds, why, kind = entry.kind) {
      if (!holds) throw new Broken(say(why, { ...entry, kind }));
    }

    noteOf(entry) {
      if (entry.kind !== "note" || entry.events === null) return "";
      const [note, ...more] = entry.events;
      const known = note && !more.length && Object.hasOwn(NOTES, note.type) && fault(NOTES[note.type], note.facts) === null;
      this.require(entry, known && entry.cause === "", "no-note");
      if (note.type === "upgraded") this.version = note.facts.rules_version;
      return note.type;
    }

    sits(seat) {
      return seat !== null && seat >= 0 && seat < this.seats;
    }

    play({ ply, kind, seat, secret }) {
      this.require({ ply }, this.sits(seat), "no-seat");
      const owner = kind === "move" ? seat : -1; // players can't take back that they left
      this.past = { ply, seat: owner, before: [this.number, this.drew], stood: this.past, older: this.past };
      this.stream = [this.number, this.generation];
      this.number += 1;
      if (secret?.draws.length) this.drew = ply;
      return "";
    }

    undo(entry) { // players take back only their own latest move, if it drew nothing; moderators anything
      const { seat, back_to: backTo } = entry;
      let [found, latest] = [this.past, this.past];
      while (found && found.ply !== backTo) found = found.older;
      while (latest && latest.seat === null) latest = latest.older;
      this.require(entry, found && !entry.events?.length, "not-in-force");
      const redraws = this.drew >= backTo;
      const own = found === latest && found.seat === seat && !redraws && entry.cause === "";
      const may = own || (this.isDecided && seat === null && entry.cause === "moderator");
      this.require(entry, may, "not-taken-back");
      this.past = { ply: entry.ply, seat: null, before: [this.number, this.drew], stood: this.past, older: found.stood };
      [this.number, this.drew] = found.before;
      this.generation += redraws ? 1 : 0;
      return redraws ? "redraws" : "";
    }

    resume(entry) {
      this.require(entry, this.isDecided, "no-decision");
      this.seeds.push([entry.ply, entry.events[0].facts.commitment]);
      [this.end, this.ended] = [null, null];
      return "resumed";
    }
  }

  async function* checkLog(game) {
    const log = new Log(game);
    let previous = await headerLink(game);
    for (const [at, entry] of game.entries.entries()) {
      const { ply, kind } = entry;
      const expected = SETUP + at;
      if (ply !== expected || (kind === "setup") !== (ply === SETUP)) {
        throw new Broken(say("missing", { expected, kind, ply }));
      }
      const said = log.take(entry);
      if (said) yield [true, say(said, { ply }), IS_TRUST];
      if (entry.events === null || entry.seal === null) {
        yield [OVER.includes(game.status) ? false : null, say("entry-closed", { ply })];
      } else {
        const link = say(ply === SETUP ? "linked-to-header" : "linked", { ply, kind, before: ply - 1 });
        yield [(await linkOf(previous, entry)) === entry.link, link];
        yield* checkSecret(game, entry, log.stream);
      }
      previous = entry.link;
    }
    yield [previous === game.head, say("head")];
    const seeds = game.seeds.slice(1).map((each) => [each.from, each.commitment]);
    yield [same(log.seeds, seeds), say("seeds", { count: seeds.length })];
    const end = log.end ?? { status: "running" };
    const result = end.status === "finished" ? some(Object.keys(RESULT), end) : null;
    for (const [name, there] of Object.entries({ status: end.status, finished: log.ended, result })) {
      yield [same(game[name], there), say("by-log", { name, value: written(game[name]), there: written(there) })];
    }
  }

  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };

  async function* checkSecret(game, entry, stream) {
    const { ply, secret, kind } = entry;
    const key = keyAt(game, ply);
    if (key === null || secret === null) {
      yield [key === null || kind !== "note" ? closed(game) : true, say("secret-closed", { ply })];
      return;
    }
    yield [(await sealOf(key, entry)) === entry.seal, say("sealed", { ply })];
    const { draws, hidden, move, position } = secret;
    const cause = kind === "move" && secret.cause === "order" ? "" : secret.cause;
    const keeps = kind === "note" && entry.events[0].type !== "upgraded";
    const before = keeps && game.entries.slice(0, ply + 1).findLast((each) => each.secret).secret.position;
    const fits = (kind === "move" ? OBJECT(parsed(move)) : move === "") && (!keeps || position === before)
      && hidden.length === entry.events.length && cause === entry.cause
      && !(draws.length && ["undo", "note"].includes(kind));
    yield [fits, say("secret", { ply, kind })];
    const chance = words(key, ...stream);
    let right = 0;
    for (const [n, ...found] of draws) if (n > 0 && same([await below(n, chance)], found)) right += 1;
    yield [right === draws.length, say("draws", { ply, right, count: draws.length })];
  }

  async function* checkReceipts(game, receipts) {
    const links = new Map(game.entries.map((entry) => [String(entry.ply), entry.link]));
    const shown = new Set(game.seeds.map((each) => each.commitment));
    for (const nonce of game.seats.map((seat) => seat.nonce).filter((each) => each !== null)) {
      shown.add(nonce).add(await hashed("nonce", canonical({ nonce, table: game.identity })));
    }
    for (const receipt of receipts) {
      const link = /(-?[0-9]{1,6})-([0-9a-f]{16,64})(?![0-9a-f])/.exec(receipt);
      const part = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])/.exec(receipt.toLowerCase());
      if (link) {
        const holds = Boolean(links.get(link[1])?.startsWith(link[2]));
        yield [holds, say("receipt-link", { ply: link[1] })];
      } else if (part) {
        yield [shown.has(part[0]), say("receipt", { part: part[0] })];
      } else {
        yield [false, say("no-receipt", { receipt: receipt.trim() })];
      }
    }
  }

  const trust = (game, found) => {
    const told = found.filter(([, , isTrust]) => isTrust).map(([, said]) => said);
    const people = game.seats.filter((seat) => PEOPLE.includes(seat.by)).map(({ name, number }) => name || say("seat", { number }));
    const names = people.join(", ");
    return [...told, say(["trust-site", "trust-one"][people.length] ?? "trust-last", { names })].join("; ");
  };

  async function* check(game, receipts, others) {
    const wrong = fault(GAME, game);
    if (wrong !== null) throw new Broken(say("form", { wrong }));
    if (game.identity === null) {
      yield [null, say("no-names")];
      return;
    }
    if (!game.entries.length) {
      yield [null, say("no-entries")];
      return;
    }
    const bound = [game.table, ...game.seats.map((seat) => seat.digest), ...game.entries.map((each) => each.minute)];
    yield [!bound.includes(null), say("complete")];
    if (!OVER.includes(game.status)) yield [null, say("running")];
    for (const part of [checkSeeds, checkSeats, checkSeating, checkLog]) yield* part(game);
    yield* checkStart(game, others);
    yield* checkReceipts(game, receipts);
  }

  // The result, why in a sentence, and all checks
  const verdict = async (game, receipts = [], others = []) => {
    if (game?.format !== "captains-table-game" || game.version !== 1) {
      return [UNKNOWN, say("no-format"), []];
    }
    const found = [];
    try {
      for await (const each of check(game, receipts, others)) found.push(each);
    } catch (error) {
      found.push([false, error.message]);
    }
    for (const [wanted, result] of [[false, BROKEN], [null, UNKNOWN]]) {
      const first = found.find(([holds]) => holds === wanted);
      if (first) return [result, first[1], found];
    }
    return [HOLDS, trust(game, found), found];
  };

  // ---- The page

  const part = document.getElementById("verify");
  const button = document.getElementById("verify-start");
  const result = document.getElementById("verify-result");
  const rules = document.getElementById("verify-rules");
  const lines = document.getElementById("verify-lines");

  const line = ([holds, said]) => {
    const item = document.createElement("li");
    item.textContent = holds ? said : `${holds === null ? part.dataset.open : part.dataset.fails}: ${said}`;
    if (!holds) item.className = "verify__fails";
    return item;
  };

  const load = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };

  const start = async () => {
    lines.replaceChildren();
    rules.textContent = "";
    const game = await load(part.dataset.export);
    const others = await Promise.all(part.dataset.former.split(" ").filter(Boolean).map((each) => load(each).catch(() => ({}))));
    const receipts = document.getElementById("receipts").value.split("\n").filter((each) => each.trim());
    const [found, why, checks] = await verdict(game, receipts, others);
    result.textContent = `${{ [HOLDS]: part.dataset.holds, [BROKEN]: part.dataset.broken, [UNKNOWN]: part.dataset.unknown }[found]} ${why}`;
    result.classList.toggle("verify__fails", found !== HOLDS);
    for (const each of checks) lines.insertBefore(line(each), each[0] ? null : lines.querySelector("li:not(.verify__fails)"));
    const played = await load(part.dataset.rules); // by the site: this program doesn't know the rules
    rules.textContent = `${part.dataset.site} ${say(played.result)}`;
    if (played.result !== HOLDS) rules.append(" ", Object.assign(document.createElement("span"), { lang: "en", textContent: played.why }));
    rules.classList.toggle("verify__fails", played.result !== HOLDS);
  };

  button?.addEventListener("click", () => {
    button.disabled = true;
    start()
      .catch(() => { result.textContent = part.dataset.failed; })
      .finally(() => { button.disabled = false; });
  });
  if (button) button.hidden = !crypto.subtle; // which browsers offer only over https and on localhost
  globalThis.captainsTableCheck = verdict; // for use in the console
})();
