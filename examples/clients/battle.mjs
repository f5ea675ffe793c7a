// Fights a whole battle against the engine over a pipe. Node is enough, there is nothing to install.
//
//     node examples/clients/battle.mjs sandtable engine
//
// With --scenario and --opponent it fights another battle; with the address of a server
// instead of a command it does so over a WebSocket (Node 22, or 20 with --experimental-websocket):
//
//     node examples/clients/battle.mjs ws://127.0.0.1:7878/ws

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: "string", default: "supply-column" },
    opponent: { type: "string", default: "drill" },
  },
  allowPositionals: true,
});

/** Lines to and from an engine: `send(text)`, and `close()`; what comes goes to `hear`. */
function connect(command, hear) {
  if (/^wss?:/.test(command[0])) {
    const socket = new WebSocket(command[0]);
    const open = new Promise((done) => socket.addEventListener("open", done));
    socket.addEventListener("message", (message) => hear(message.data));
    socket.addEventListener("error", () => fail(`${command[0]}: nobody answers`));
    return { send: (text) => open.then(() => socket.send(text)), close: () => socket.close() };
  }
  const engine = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  createInterface({ input: engine.stdout }).on("line", hear);
  engine.on("error", (error) => fail(error.message));
  engine.on("exit", (code) => { if (code) fail(`the engine ended with ${code}`); });
  return { send: (text) => engine.stdin.write(text + "\n"), close: () => engine.stdin.end() };
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

const waiting = new Map(); // Answers carry their request's id and may come in any order.
const events = [];
let awake = () => {};
const engine = connect(positionals.length ? positionals : ["sandtable", "engine"], (line) => {
  const message = JSON.parse(line);
  if (message.event) {
    events.push(message);
    awake();
  } else {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  }
});

let asked = 0;
async function ask(what, fields = {}) {
  const id = ++asked;
  const answer = new Promise((done) => waiting.set(id, done));
  engine.send(JSON.stringify({ id, do: what, ...fields }));
  const { ok, error } = await answer;
  return error ? fail(`${what}: ${error.code}: ${error.message}`) : ok;
}

async function event() {
  while (!events.length) await new Promise((done) => { awake = done; });
  return events.shift();
}

const tell = ({ log }) => log.forEach((entry) => console.log(`  turn ${entry.turn}: ${entry.text}`));

const welcome = await ask("hello", { protocol: "0.1", client: "battle.mjs" });
console.log(`${welcome.program} ${welcome.version}, protocol ${welcome.protocol}`);
const { scenario, opponent } = values;
const begun = await ask("new_game", { scenario, seats: { first: "client", second: opponent }, number: "c0ffee" });
const seat = { game: begun.game, token: begun.tokens.first };
let situation = begun.situation;
tell(situation);
for (let choice = 0; situation.node !== "over"; ) {
  if (situation.decision === null) {
    const message = await event();
    if (message.event !== "situation") continue;
    situation = message;
  } else {
    const action = situation.actions[(choice += 7) % situation.actions.length]; // A player would think here.
    situation = await ask("act", { ...seat, decision: situation.decision, action: action.notation });
  }
  tell(situation);
}
console.log(`${situation.board}\n${situation.verdict.words}`);
const hash = createHash("sha256").update(Buffer.from(situation.secret.server, "hex")).digest("hex");
if (hash !== begun.commitment) fail("the dice are not those that were promised");
console.log("The dice are those that were promised.");
engine.close();
