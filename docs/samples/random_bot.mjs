// A player by the API: accepts every invitation, and plays any legal move at all five games.
//
//     TOKEN=captain_... node random_bot.mjs https://play.example.org
//
// It needs only Node 18 or newer, and a token with the scopes read and play. docs/api.md explains the API.

const SITE = `${process.argv[2].replace(/\/$/, "")}/api/v1`;
const TOKEN = process.env.TOKEN;
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// Send a request, again if the site is busy; returns status and answer.
async function ask(method, path, body, headers = {}) {
  const heads = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json", ...headers };
  if (method !== "GET") heads["Idempotency-Key"] = crypto.randomUUID(); // so that a repeat does nothing twice
  for (;;) {
    const answer = await fetch(SITE + path, { method, headers: heads, body: body && JSON.stringify(body) });
    if (answer.status !== 429 && answer.status !== 503) return { status: answer.status, told: await answer.json() };
    await sleep(Number(answer.headers.get("Retry-After") ?? 5));
  }
}

// The move that this player makes: start here to write a better one.
const choose = (asked) => asked.moves[Math.floor(Math.random() * asked.moves.length)].move;

// Make moves at a table as long as it waits for us.
async function play(table) {
  for (;;) {
    const { told: at } = await ask("GET", `/tables/${table}`);
    if (!at.asked) return;
    const move = { moves: [choose(at.asked)] };
    const { status, told } = await ask("POST", `/tables/${table}/moves`, move, { "If-Match": `"${at.ply}"` });
    if (status !== 200) console.log(table, told.detail);
    if (status >= 400 && status !== 409 && status !== 412) return; // otherwise something has changed: look again
  }
}

// Every event, for ever. After a break the stream continues where it was.
async function* events() {
  for (let last = ""; ; await sleep(3)) {
    try {
      const headers = { Authorization: `Bearer ${TOKEN}`, "Last-Event-ID": last };
      const stream = await fetch(`${SITE}/events`, { headers });
      if (stream.status === 401 || stream.status === 403) throw new RangeError((await stream.json()).detail);
      let text = "";
      for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
        const lines = (text + part).split("\n");
        text = lines.pop();
        for (const line of lines) {
          if (line.startsWith("id: ")) last = line.slice(4);
          if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
        }
      }
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
  }
}

for await (const event of events()) {
  console.log(event.table, event.type);
  if (event.type === "invited") await ask("POST", `/tables/${event.table}/seats`, {});
  if (event.type === "invited" || event.type === "turn") await play(event.table);
}
