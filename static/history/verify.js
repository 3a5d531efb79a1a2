// The counterpart of verify.py: checks the export of a finished game in the reader's browser, with WebCrypto, and reports
// each check in a line. docs/chance.md describes what is hashed, and why.
(() => {
  "use strict";
  const TAG = "captains-table/1/";
  const SEATING = -2; // the chance stream of the seating
  const SETUP = -1; // and that of the setup
  const DRAWING = ["setup", "move", "leave"];
  const PUBLIC = ["back_to", "cause", "events", "kind", "minute", "ply", "rules_version", "seat"];

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

  const commitment = (table, seed) => hashed("commitment", canonical({ table }), seed);

  const byPlace = (game) => [...game.seats].sort((one, other) => one.place - other.place);

  const keyOf = async (game, seed, first) => {
    const seats = byPlace(game);
    const bound = {
      commitment: await commitment(game.identity, seed),
      nonces: seats.map((seat) => seat.nonce),
      options: game.options,
      rules_version: game.entries.find((entry) => entry.ply === first).rules_version,
      seating: game.seating,
      seats: seats.length,
      table: game.identity,
      title: game.title,
    };
    if (game.start) { // it continues from a position of another game
      const { ply, position, table } = game.start;
      bound.start = { ply, position, table };
    }
    return toHex(await hmac(seed, joined(tag("key"), canonical(bound))));
  };

  const siteNonce = async (seed, place) => toHex(await hmac(seed, joined(tag("site-nonce"), canonical(place)))).slice(0, 32);

  const sealOf = async (key, entry) => {
    const salt = await hmac(key, joined(tag("salt"), canonical(entry.ply)));
    return hashed("secret", salt, canonical(entry.secret));
  };

  const linkOf = (previous, entry) => {
    const shown = Object.fromEntries(PUBLIC.map((name) => [name, entry[name]]));
    return hashed("entry", fromHex(previous), fromHex(entry.seal), canonical(shown));
  };

  // ---- Chance

  async function* words(key, ply) {
    const secret = await signer(key);
    for (let count = 0n; ; count += 1n) {
      const message = new DataView(new ArrayBuffer(16));
      message.setBigInt64(0, BigInt(ply));
      message.setBigUint64(8, count);
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

  // ---- Checks: each yields [whether it passed, its message, its ply]

  const keyAt = (game, ply) => {
    const keys = game.seeds.filter((each) => each.from <= ply).map((each) => each.key);
    return keys.length && keys.at(-1) ? fromHex(keys.at(-1)) : null;
  };

  async function* checkSeeds(game) {
    for (const seat of [...game.seats].sort((one, other) => one.number - other.number)) {
      const good = /^[0-9a-f]{32}$/.test(seat.nonce ?? "");
      yield [good, `nonce: seat ${seat.number} contributed ${seat.nonce}, from the ${seat.nonce_by}`];
      if (seat.nonce_by === "site" && game.seeds[0].seed !== null) {
        const drawn = await siteNonce(fromHex(game.seeds[0].seed), seat.place);
        yield [seat.nonce === drawn, `nonce: the nonce of seat ${seat.number} follows from the seed: ${drawn}`];
      }
    }
    for (const each of game.seeds) {
      if (each.seed === null || each.key === null) {
        yield [!isOver(game), `seed: not public yet; its commitment is ${each.commitment}`];
        continue;
      }
      const seed = fromHex(each.seed);
      const where = `used from ply ${each.from} on`;
      yield [(await commitment(game.identity, seed)) === each.commitment, `commitment: it matches the seed ${where}`];
      const made = await keyOf(game, seed, each.from);
      yield [made === each.key, `key: it follows from the seed, nonces, title, options and seats; ${where}`];
    }
  }

  async function* checkStart({ start = null, ...game }) {
    if (start === null) return;
    const where = `ply ${start.ply} of game ${start.table}`;
    if (start.state === null) {
      yield [!isOver(game), `start: after ${where}; the position isn't public yet`];
      return;
    }
    const holds = (await hashed("position", bytes(start.state))) === start.position;
    yield [holds, `start: the position that the key covers, after ${where}: ${start.position}`];
  }

  function* checkTold(game) {
    const told = game.entries.flatMap((entry) =>
      (entry.events ?? []).filter((event) => event.type === "new-seed").map((event) => [entry.ply, event.facts.commitment]));
    const later = game.seeds.slice(1).map((each) => [each.from, each.commitment]);
    if (told.length || later.length) {
      yield [String(told) === String(later), `commitment: the log announces the later seeds in order: ${later.length}`];
    }
    yield [game.seeds[0].from === SETUP, "seed: the first seed is used from the setup on"];
  }

  async function* checkSeating(game) {
    const numbers = byPlace(game).map((seat) => seat.number);
    const key = keyAt(game, SETUP);
    const shown = `[${numbers.join(", ")}]`;
    if (game.seating === "joined") {
      yield [numbers.every((number, place) => number === place), `seats: in order of joining: ${shown}`];
    } else if (key === null) {
      yield [true, "seats: drawn with the key, which isn't public yet"];
    } else {
      const drawn = await shuffled(numbers.length, words(key, SEATING));
      yield [String(numbers) === String(drawn), `seats: drawn with the key: ${shown}`];
    }
  }

  async function* checkDraws(game, entry) {
    const key = keyAt(game, entry.ply);
    if (key === null || !DRAWING.includes(entry.kind)) return;
    if (entry.draws === null) {
      const isLater = entry.rules_version !== game.entries[0].rules_version;
      const why = isLater ? "this ply used a later rules version" : "they are missing";
      yield [isLater, `ply ${entry.ply}: its draws aren't shown: ${why}`, entry.ply];
      return;
    }
    const count = entry.draws.length;
    if (!count) return;
    const stream = words(key, entry.ply);
    const wrong = [];
    for (const [at, [n, found]] of entry.draws.entries()) if ((await below(n, stream)) !== found) wrong.push(at);
    const where = wrong.length ? ` (wrong: [${wrong.slice(0, 5).join(", ")}])` : "";
    yield [!wrong.length, `ply ${entry.ply}: draws that follow from the key: ${count - wrong.length} of ${count}${where}`, entry.ply];
  }

  async function* checkSecret(game, entry) {
    const key = keyAt(game, entry.ply);
    if (key === null) return;
    if (entry.secret === null) { // only notes may stay secret, because they may contain names of people
      yield [entry.kind === "note", `ply ${entry.ply}: its secret part isn't public`, entry.ply];
      return;
    }
    const holds = (await sealOf(key, entry)) === entry.seal;
    yield [holds, `ply ${entry.ply}: its secret part matches its seal`, entry.ply];
  }

  const told = (entry) => `${entry.kind}${entry.seat === null ? "" : ` of seat ${entry.seat}`}, ${entry.minute}`;

  async function* checkChain(game) {
    let previous = await hashed("chain", fromHex(game.seeds[0].commitment));
    for (const [at, entry] of game.entries.entries()) {
      const expected = SETUP + at;
      const ply = entry.ply;
      if (ply !== expected) {
        yield [false, `ply ${expected}: the log continues with ply ${ply}: an entry is missing or out of order`, ply];
      }
      if (entry.events === null || entry.seal === null) {
        yield [!isOver(game), `ply ${ply}: ${told(entry)}; its content isn't public yet`, ply];
        previous = entry.link;
        continue;
      }
      const holds = (await linkOf(previous, entry)) === entry.link;
      yield [holds, `ply ${ply}: ${told(entry)}; linked to the previous entry`, ply];
      yield* checkSecret(game, entry);
      yield* checkDraws(game, entry);
      previous = entry.link;
    }
    yield [previous === game.head, "head: the last link is the head of the chain"];
  }

  async function* checkReceipts(game, receipts) {
    const links = new Map(game.entries.map((entry) => [String(entry.ply), entry.link]));
    const shown = new Set(game.seeds.map((each) => each.commitment));
    for (const { nonce, place } of game.seats) {
      shown.add(nonce).add(await hashed("nonce", canonical({ nonce, place, table: game.identity })));
    }
    for (const receipt of receipts) {
      const match = /(-?[0-9]+)-([0-9a-f]{16,64})(?![0-9a-f])/.exec(receipt);
      const whole = /(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])/.exec(receipt.toLowerCase());
      if (match) {
        const holds = Boolean(links.get(match[1])?.startsWith(match[2]));
        yield [holds, `receipt: the log up to ply ${match[1]} is the same as then`];
      } else if (whole) {
        yield [shown.has(whole[0]), `receipt: ${whole[0]} is a commitment or nonce of this game`];
      } else {
        yield [false, `receipt: '${receipt.trim()}' isn't a receipt, commitment or nonce`];
      }
    }
  }

  const isOver = (game) => ["finished", "cancelled"].includes(game.status);

  async function* check(game, receipts = []) {
    if (game.format !== "captains-table-game" || game.version !== 1) {
      yield [false, "format: this program can't read this kind of file"];
      return;
    }
    if (!game.entries.length) {
      yield [false, "entries: this table hasn't started, so only its commitment is known"];
      return;
    }
    yield* checkSeeds(game);
    yield* checkStart(game);
    yield* checkTold(game);
    yield* checkSeating(game);
    yield* checkChain(game);
    yield* checkReceipts(game, receipts);
  }

  // ---- The page

  const part = document.getElementById("verify");
  const button = document.getElementById("verify-start");
  const result = document.getElementById("verify-result");
  const list = document.getElementById("verify-lines");

  const line = ([holds, said]) => {
    const item = document.createElement("li");
    item.textContent = `${holds ? "" : `${part.dataset.fails}: `}${said}`;
    if (!holds) item.className = "verify__fails";
    return item;
  };

  const start = async () => {
    list.replaceChildren();
    let failed = 0;
    const answer = await fetch(part.dataset.export);
    if (!answer.ok) throw new Error(String(answer.status));
    const receipts = document.getElementById("receipts").value.split("\n").filter((each) => each.trim());
    for await (const each of check(await answer.json(), receipts)) {
      failed += each[0] ? 0 : 1;
      list.insertBefore(line(each), each[0] ? null : list.querySelector("li:not(.verify__fails)")); // failed ones first
    }
    result.textContent = failed ? `${part.dataset.some} ${failed}` : part.dataset.holds;
  };

  button?.addEventListener("click", () => {
    button.disabled = true;
    start()
      .catch(() => { result.textContent = part.dataset.failed; })
      .finally(() => { button.disabled = false; });
  });
  if (button) button.hidden = !crypto.subtle; // which browsers offer only over https and on localhost
  globalThis.captainsTableCheck = check; // for use in the console
})();
