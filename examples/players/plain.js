#!/usr/bin/env node
// A player as a program of its own: any game, any move. Needs Node.js and no packages.
//
//     ludarium play tic-tac-toe --seat human --seat "program:node examples/players/plain.js"
//
// The dialogue is described in docs/protocol.md.
"use strict";

const readline = require("node:readline");

// A small seeded generator (mulberry32): the same seed must give the same game.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

let random = generator(0);

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    random = generator(message.seed);
    send({ type: "ready", name: "plain JavaScript" });
  } else if (message.type === "view") {
    // In games whose moves cannot be listed, "moves" is null and some are proposed.
    const choices = message.moves ?? message.proposals;
    const move = choices[Math.floor(random() * choices.length)];
    send({ type: "move", turn: message.turn, move, reason: `one of ${choices.length}` });
  } else if (message.type === "bye") {
    lines.close();
  }
});
