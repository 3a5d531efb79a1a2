// boardgame.io's server on PostgreSQL, as its documentation sets it up: node server.js PORT DATABASE_URL

const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const { Laying } = require("./game");

const [port, database] = process.argv.slice(2);
const server = Server({ games: [Laying], db: new PostgresStore(database, { logging: false }), origins: [/./] });
server.run({ port: Number(port), callback: () => console.log("ready") });
