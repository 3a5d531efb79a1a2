// Players of boardgame.io in a process of their own. Reads one order per line on standard input and writes one report
// per line, both JSON: {"what": "seat", "port": 1, "tables": 8, "moves": 25}, then {"what": "play"}, which is answered with
// {"moves": 200, "seconds": 1.2}.

const readline = require("node:readline");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Laying } = require("./game");

async function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// A match with both of its seats taken, and a client for each that has its state.
async function seated(port) {
  const server = `http://127.0.0.1:${port}`;
  const { matchID } = await post(`${server}/games/laying/create`, { numPlayers: 2 });
  const clients = [];
  for (const playerID of ["0", "1"]) { // one after the other: the store loses one of two that join at once
    const joined = await post(`${server}/games/laying/${matchID}/join`, { playerID, playerName: playerID });
    const credentials = joined.playerCredentials;
    const client = Client({ game: Laying, matchID, playerID, credentials, multiplayer: SocketIO({ server }), debug: false });
    client.start();
    clients.push(client);
  }
  await Promise.all(clients.map((client) => until(client, (state) => state !== null)));
  return clients;
}

// Resolves when the server has confirmed such a state to this client.
function until(client, holds) {
  return new Promise((resolve) => {
    let leave = () => {};
    leave = client.subscribe((state) => {
      if (!holds(state)) return;
      resolve();
      queueMicrotask(() => leave());
    });
  });
}

// One move after another: each is complete when the other seat has the new state.
async function played(clients, moves) {
  for (let number = 0; number < moves; number += 1) {
    const mover = clients[number % 2];
    const other = clients[1 - (number % 2)];
    const before = other.getState()._stateID;
    const seen = until(other, (state) => state._stateID > before);
    mover.moves.lay(number, number % 8);
    await seen;
  }
}

async function ordered({ port, tables, moves }) {
  const matches = await Promise.all(Array.from({ length: tables }, () => seated(port)));
  return {
    run: async () => {
      const begun = performance.now();
      await Promise.all(matches.map((clients) => played(clients, moves)));
      return { moves: tables * moves, seconds: (performance.now() - begun) / 1000 };
    },
    end: () => matches.flat().forEach((client) => client.stop()),
  };
}

// Matches are set up by one order and played by the next, so that what is measured is moves alone.
async function main() {
  let match = null;
  for await (const text of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(text);
    try {
      if (order.what === "seat") {
        match = await ordered(order);
        console.log(JSON.stringify({ tables: order.tables }));
      } else {
        console.log(JSON.stringify(await match.run()));
        match.end();
      }
    } catch (error) {
      console.log(JSON.stringify({ error: String(error) }));
    }
  }
  process.exit(0);
}

main();
