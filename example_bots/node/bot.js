// A bot with no SDK: the .proto and gRPC are all it needs. docs/protocol.md tells what is said when.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

const KNOCK = 52, PASS = 104, TAKE = 105, UPCARD = 106, STOCK = 107;
const worth = (card) => Math.min(card % 13 + 1, 10);

// Least deadwood of a hand: try to meld the lowest card in every way, or to leave it.
function deadwood(hand) {
  if (!hand.length) return 0;
  const [card, ...rest] = hand;
  let least = worth(card) + deadwood(rest);
  const without = (meld) => rest.filter((other) => !meld.includes(other));
  const run = [];
  for (let next = card + 1; next % 13 && rest.includes(next); next++) {
    run.push(next);
    if (run.length >= 2) least = Math.min(least, deadwood(without(run)));
  }
  const same = rest.filter((other) => other % 13 === card % 13);
  const sets = same.length === 3 ? [same, ...same.map((left) => same.filter((other) => other !== left))] : [same];
  for (const set of sets) if (set.length >= 2) least = Math.min(least, deadwood(without(set)));
  return least;
}

const left = (hand, card) => deadwood(hand.filter((other) => other !== card));

// The answer to a turn: the upcard when it lowers the deadwood, the discard that leaves least, a knock at once.
function decide({ legal, hand, upcard }) {
  const cards = [...hand];
  const may = new Set(legal);
  if (may.has(PASS) || may.has(STOCK)) {
    const eleven = [...cards, upcard].sort((a, b) => a - b);
    const better = upcard !== undefined && Math.min(...cards.map((card) => left(eleven, card))) < deadwood(cards);
    return may.has(PASS) ? (better ? TAKE : PASS) : (better ? UPCARD : STOCK);
  }
  const throwable = cards.filter((card) => may.has(card));
  const best = throwable.reduce((a, b) => (left(cards, b) < left(cards, a) ? b : a));
  return may.has(KNOCK + best) ? KNOCK + best : best;
}

function fail(status, text) {
  process.stderr.write(`${text.replace(/[^\x20-\x7e]/g, '?')}\n`);
  process.exit(status);
}

function options() {
  const names = ['referee', 'token', 'lane', 'proto'];
  const described = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  let given = {};
  try { given = parseArgs({ options: described }).values; } catch (error) { fail(2, error.message); }
  for (const name of names) given[name] ??= process.env[`GIN_${name.toUpperCase()}`];
  if (!given.referee || !given.token) fail(2, 'give --referee HOST:PORT and --token, or GIN_REFEREE and GIN_TOKEN');
  return given;
}

const { referee, token, lane, proto } = options();
const lanes = { undefined: 'LANE_ANY', any: 'LANE_ANY', 0: 'LANE_FIRST', 1: 'LANE_SECOND' };
const file = proto ?? [__dirname, path.join(__dirname, '../../proto/gin/v1')]
  .map((folder) => path.join(folder, 'gin.proto')).find((name) => fs.existsSync(name));
const { gin } = grpc.loadPackageDefinition(loader.loadSync(file, { keepCase: true, enums: String, longs: String, oneofs: true }));
const metadata = new grpc.Metadata();
metadata.set('authorization', `Bearer ${token}`);
const here = /^(127\.|localhost:|\[::1\])/.test(referee); // to another machine the token goes in TLS
const credentials = here ? grpc.credentials.createInsecure() : grpc.credentials.createSsl();
const stream = new gin.v1.RefereeService(referee, credentials).Play(metadata);
process.exitCode = 1; // until the referee says goodbye

stream.on('data', ({ batch, ping, goodbye }) => {
  if (ping) stream.write({ pong: { id: ping.id } });
  if (batch?.turns?.length) { // a batch may hold news only, and then has no `turns` at all
    stream.write({ actions: { actions: batch.turns.map((turn) => ({ game: turn.game, turn: turn.turn, action: decide(turn) })) } });
  }
  if (goodbye) { stream.end(); process.exitCode = 0; }
});
stream.on('error', (error) => fail(1, `the referee: ${error.details ?? error.message}`));
stream.write({ hello: { protocol_major: 1, lane: lanes[lane] ?? fail(2, '--lane is 0, 1 or any'), language: `node ${process.versions.node}` } });
