#!/usr/bin/env node
// A player that searches in worlds which the lab draws for it: tree search in plain JavaScript, for any game of moves.
//
//     ludarium match reversi "program:node examples/players/searching.js 200" random --games 2
//
// Its words are the number of simulations and who plays them on (the game's own play-outs unless told). The dialogue is
// described in docs/protocol.md.
"use strict";

const readline = require("node:readline");
const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const simulations = Number(process.argv[2] ?? 300);
const how = process.argv[3] ? { by: process.argv[3] } : {};

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const read = async () => {
  const { value, done } = await lines.next();
  return done ? { type: "bye" } : JSON.parse(value);
};
const ask = (message) => (send(message), read());
const fresh = () => ({ children: new Map(), visits: 0, total: 0, offered: 0 });

// One world: down the tree by UCB1 over what is legal in it, one new node, a play-out, and back.
async function simulate(root, seat) {
  let world = await ask({ type: "sample", show: ["moves"] });
  let node = root;
  const path = [[root, seat]];
  for (let grown = false; !world.over && !grown; ) {
    const mover = world.movers[0];
    for (const move of world.moves) {
      if (!node.children.has(move)) node.children.set(move, fresh());
      node.children.get(move).offered += 1;
    }
    const untried = world.moves.filter((move) => node.children.get(move).visits === 0);
    const promise = (move) => {
      const child = node.children.get(move);
      return child.total / child.visits + 0.7 * Math.sqrt(Math.log(child.offered) / child.visits);
    };
    const best = () => world.moves.reduce((one, other) => (promise(other) > promise(one) ? other : one));
    const move = untried.length ? untried[(path.length * 7) % untried.length] : best();
    grown = untried.length > 0;
    node = node.children.get(move);
    path.push([node, mover]);
    world = await ask({ type: "play", position: world.position, moves: [[move, mover]], show: ["moves"] });
  }
  const { values } = await ask({ type: "playout", position: world.position, ...how });
  for (const [passed, mover] of path) {
    passed.visits += 1;
    passed.total += values[mover];
  }
}

async function main() {
  for (let message = await read(); message.type !== "bye"; message = await read()) {
    if (message.type === "hello") send({ type: "ready", name: "plain tree search" });
    if (message.type !== "view") continue;
    const root = fresh();
    const moves = message.moves ?? message.proposals;
    for (let done = 0; moves.length > 1 && done < simulations; done += 1) await simulate(root, message.seat);
    const tried = (move) => root.children.get(move)?.visits ?? 0;
    const best = moves.reduce((one, other) => (tried(other) > tried(one) ? other : one));
    send({ type: "move", turn: message.turn, move: best, reason: `tried in ${tried(best)} of ${root.visits}` });
  }
}

main().then(() => process.exit(0));
