// Generated from docs/schemas by `npm run types`: do not edit.

/** A legal action. */
export type Action = {
  /** Its place in the list. */
  index: number;
  /** As a person types it. */
  notation: string;
  /** What it would do, drawn. */
  sketch: Sketch;
  /** Whether it leads to a throw at once, so that `odds` has an answer. */
  throws: boolean;
  /** In a few plain words. */
  words: string;
};

/** The answer to a request: `ok` or `error`. Front ends in Rust read `Answer<T>` with the type of what they asked for. */
export type Answer = {
  /** Why it is refused. */
  error?: Fault | null;
  /** The request's; nothing where it could not be read. */
  id?: Id | null;
  /** What was asked for. */
  ok?: Reply | null;
  /** What was odd about the request, but did not matter: fields that it does not have. */
  warnings?: string[];
};

/** To `new_game`, `continue` and `rematch`. */
export type Begun = {
  /** The hash of the engine's part of the seed. */
  commitment: string;
  /** The game. */
  game: string;
  /** How it stands, for the widest token. */
  situation: Situation;
  /** What opens its seats, of those that are the front end's. */
  tokens: Tokens;
};

/** How much an engine takes. */
export type Bounds = {
  /** Bytes of one game. */
  game: number;
  /** Games at once. */
  games: number;
  /** Games that one connection may follow at once. */
  games_a_connection: number;
  /** Bytes of one message. */
  line: number;
  /** Simulations for one decision of an agent. */
  simulations: number;
  /** Milliseconds for one decision of an agent. */
  thinking_ms: number;
  /** Thoughts that one connection may ask for at once. */
  thoughts_a_connection: number;
};

/** The branch of service that picks a unit's picture. */
export type Branch = ("infantry" | "cavalry" | "camelry" | "artillery" | "machine-gun" | "transport" | "command" | "tank" | "armoured-car" | "aircraft" | "train" | "gunboat") | "counter";

/** An action that was considered. */
export type Candidate = {
  /** What speaks against it. */
  contra: string[];
  /** In notation. */
  notation: string;
  /** The chance that a policy gives it, in [0, 1], where there is one. */
  prior?: number | null;
  /** What speaks for it. */
  pro: string[];
  /** Drawn. */
  sketch: Sketch;
  /** Its value for the deciding seat, in [-1, 1], where there is one. */
  value?: number | null;
  /** How often it was tried. */
  visits: number;
  /** In words. */
  words: string;
};

/** What an engine may be able to do. */
export type Capability = "games" | "continue" | "decide" | "seen" | "seed" | "thinking" | "explain" | "report" | "persistent";

/** A result of a throw. */
export type Chance = {
  /** In percent. */
  percent: number;
  /** How many rolls read so. */
  weight: number;
  /** In words. */
  words: string;
};

/** The odds of a throw. */
export type Chances = {
  /** The initiator's modifiers in words. */
  initiator: string;
  /** The modifiers that make them. */
  ledger: Ledger;
  /** Every result. */
  results: Chance[];
  /** The target's modifiers in words. */
  target: string;
};

/** What kind of error it is. The codes are stable: a front end may depend on them. */
export type Code = "bad-json" | "bad-request" | "unknown-request" | "unknown-game" | "bad-token" | "not-your-turn" | "stale" | "illegal" | "not-a-throw" | "bad-dice" | "no-undo" | "too-large" | "too-many" | "busy" | "cancelled" | "unsupported" | "version" | "bad-scenario" | "bad-record" | "internal";

/** To `commit`. */
export type Committed = {
  /** The hash of the engine's part of the seed of the next game. */
  commitment: string;
};

/** To `decide`. */
export type Decided = {
  /** The decision: its place in the legal list. */
  action: number;
  /** In notation. */
  notation: string;
  /** The position before the decision, in the ruleset's own form, where it was asked for. */
  position?: unknown;
  /** Who decides. */
  seat: Seat;
  /** What the agent thought. */
  thought: Thought;
  /** In words. */
  words: string;
};

/** Who throws the dice. */
export type DiceMode = "server" | "client" | "typed";

/** One die: how many sides, and who throws it. */
export type Die = {
  /** Whose die it is. */
  seat: Seat;
  /** Number of sides; pips run from 1 to this. */
  sides: number;
};

/** It is done. */
export type Done = { [field: string]: never };

/** Something that the seat saw happen: a decision, a throw, and what came of it. */
export type Entry = {
  /** The dice and what they showed. */
  dice?: Rolled | null;
  /** Whether an agent's thought at it can be explained to this seat now. */
  explained?: boolean;
  /** The pieces that the seat knows of no more. */
  gone?: PieceId[];
  /** What kind. */
  kind: EntryKind;
  /** The action in notation, if the seat may know it. */
  notation?: string | null;
  /** The pieces that are otherwise than in the entry before; all of them in the first. */
  pieces: Piece[];
  /** Whose doing. */
  seat?: Seat | null;
  /** What it did, drawn. */
  sketch?: Sketch | null;
  /** Its place in this seat's log. */
  step: number;
  /** It and what came of it, for people. */
  text: string;
  /** The turn of the battle, from 1. */
  turn: number;
};

/** What an entry is. */
export type EntryKind = "decision" | "throw" | "event" | "resignation";

/** Something that was not asked for. */
export type Event = (Situation & {
  event: "situation";
}) | (Thinking & {
  event: "thinking";
}) | (Over & {
  event: "over";
}) | (Rematch & {
  event: "rematch";
}) | (Trouble & {
  event: "trouble";
});

/** The value that an agent expected at a decision. */
export type Expected = {
  /** The chance that the first seat wins, in [0, 1], taken from the value. */
  chance: number;
  /** Who expected it. */
  seat: Seat;
  /** The entry of the log. */
  step: number;
  /** The turn. */
  turn: number;
  /** For the first seat, in [-1, 1]. */
  value: number;
};

/** To `explain`. */
export type Explained = {
  /** The values that agents expected so far, as far as the seat may know them. */
  curve: Expected[];
  /** The entry of the log that is the decision. */
  step?: number | null;
  /** What the agent thought; nothing where it would show what the seat may not know. */
  thought?: Thought | null;
  /** Why there is none. */
  why: string;
};

/** Why a request was refused, in one line that names place and cure. */
export type Fault = {
  /** What kind. */
  code: Code;
  /** The field of the request that is at fault, where it is one. */
  field?: string | null;
  /** For people. */
  message: string;
};

/** Something on the table that does not move. */
export type Feature = {
  /** Whether the outline encloses an area; otherwise it is a line. */
  is_area: boolean;
  /** What it is. */
  kind: FeatureKind;
  /** What the scenario calls it; empty where it has no name. */
  name: string;
  /** Its corners or the points along it, in order. */
  outline: Point[];
};

/** What lies on a table, in every ruleset. */
export type FeatureKind = ("high" | "wood" | "town" | "rocks" | "rough" | "marsh" | "water" | "ford" | "bridge" | "road" | "railway" | "wall" | "hedge" | "fence" | "trench" | "entrenchment" | "barricade" | "wire" | "crater" | "objective") | "zone";

/** To `hint`. */
export type Hint = {
  /** What the adviser would do: its place in the list. */
  action: number;
  /** The decision that it is about. */
  decision: string;
  /** In notation. */
  notation: string;
  /** Drawn. */
  sketch: Sketch;
  /** What it thought. */
  thought: Thought;
  /** In words. */
  words: string;
};

/** What an answer is recognised by: chosen by the front end, sent back unchanged. */
export type Id = number | string;

/** Every modifier of one throw, in the order in which the rules add them. */
export type Ledger = Modifier[];

/** One modifier with its explanation. */
export type Modifier = {
  /** Whose total it goes to. */
  party: Party;
  /** Why, in a few words. */
  reason: string;
  /** The rule that says so. */
  rule: string;
  /** How much. */
  value: number;
};

/** A name with one line about it. */
export type Named = {
  /** What it is. */
  about: string;
  /** The name. */
  name: string;
};

/** To `odds`. */
export type Odds = {
  /** The action, in notation. */
  notation: string;
  /** The odds; nothing where the action leads to no throw. */
  odds?: Chances | null;
  /** In words. */
  words: string;
};

/** The end of a game. */
export type Over = {
  /** The game. */
  game: string;
  /** How it ended. */
  verdict: Verdict;
};

/** Whose total a modifier goes to. */
export type Party = "initiator" | "target";

/** A unit as one seat knows it. */
export type Piece = {
  /** Where its centre is, if on the table. */
  at?: Point | null;
  /** What picture it gets. */
  branch: Branch;
  /** Whether it may still act in this turn. */
  can_act: boolean;
  /** What it is in the rulebook's words: `regular infantry`. */
  class: string;
  /** Which way it faces. */
  heading?: number | null;
  /** Which. */
  id: PieceId;
  /** What else is known, in words: `concealed`, `dismounted`, `pinned`, `destroyed`. */
  marks: string[];
  /** What the scenario calls it: `British infantry 2`. */
  name: string;
  /** The place it stands on, where the table has places. */
  place?: number | null;
  /** Where it stands among those in the same place: 0 in front, 1 behind, and so on. */
  rank: number;
  /** Whose. */
  seat: Seat;
  /** Width and depth of its base. */
  size: [number, number];
  /** What it has left of what it began with, where it wears down: (left, whole). */
  strength?: [number, number] | null;
  /** Its value in the ruleset's points. */
  value: number;
};

/** Which piece: the same number all through a battle. */
export type PieceId = number;

/** A square, a hex. */
export type Place = {
  /** Its centre. */
  centre: Point;
  /** Its name: `C4`. */
  name: string;
  /** Its corners, in order. */
  outline: Point[];
  /** What it is, in words: `wood, height 1, road`. */
  words: string;
};

/** A point of the table. */
export type Point = [number, number];

/** To `reach`. */
export type Reach = {
  /** Which piece. */
  piece: PieceId;
  /** Where it could go and whom it could attack; nothing for one that is not there. */
  reach?: Reach2 | null;
};

/** What a piece could do as it stands. */
export type Reach2 = {
  /** Where it could move. */
  moves: Spot[];
  /** Areas: its arc of fire, its range, what it could engage at close quarters. */
  zones: Zone[];
};

/** To `record`. */
export type Record = {
  /** Whether it is the full record, which replays; otherwise it is the seat's own log. */
  full: boolean;
  /** JSON Lines. */
  text: string;
};

/** A rematch that another party has begun. */
export type Rematch = {
  /** The game that is over. */
  game: string;
  /** The new one. */
  rematch: string;
  /** What opens the seat there that is now this party's. */
  token: string;
};

/** Everything that `ok` can be. Which it is follows from the request. */
export type Reply = Welcome | Done | Committed | Begun | Situation | Resynced | Hint | Explained | Reach | Odds | Report | Record | Decided;

/** To `report`. */
export type Report = {
  /** Markdown. */
  text: string;
};

/** To `resync`. */
export type Resynced = {
  /** Whether the front end has it right. */
  same: boolean;
  /** How it stands in full, otherwise. */
  situation?: Situation | null;
};

/** Dice that were thrown. */
export type Rolled = {
  /** Whether they count; otherwise they were thrown again. */
  counts: boolean;
  /** The dice. */
  dice: Die[];
  /** The modifiers. */
  ledger: Ledger;
  /** What they showed. */
  pips: number[];
  /** What for. */
  purpose: string;
};

/** A ruleset. */
export type Ruleset = {
  /** A hash of name, version and shipped scenarios. */
  digest: string;
  /** Whether it makes scenarios from a seed. */
  generates: boolean;
  /** Its name. */
  id: string;
  /** Whether weights for the learned opponent are shipped. */
  learned: boolean;
  /** The scenarios that ship with it. */
  scenarios: Scenario[];
  /** Its title. */
  title: string;
  /** Its version: records of another do not replay. */
  version: number;
};

/** A scenario. */
export type Scenario = {
  /** Whether a seat may not know everything. */
  hidden: boolean;
  /** What `new_game` calls it. */
  name: string;
  /** What it calls the sides. */
  sides: [string, string];
  /** What it is about. */
  summary: string;
  /** What it calls itself. */
  title: string;
};

/** One of the two sides of a battle. The first seat is the one that a [`Verdict`](crate::Verdict) is counted for. */
export type Seat = "first" | "second";

/** What everything random of a game came from. */
export type Secret = {
  /** The front end's part, if it sent one. */
  number?: string | null;
  /** The seed of the dice that came of both. */
  seed: string;
  /** The engine's part: 64 hexadecimal digits. `commitment` is the SHA-256 of its bytes. */
  server: string;
};

/** Something that can be set. */
export type Setting = {
  /** What it does. */
  about: string;
  /** All there are, of choices. */
  choices?: string[];
  /** What it is where nobody sets it. */
  default: unknown;
  /** What its values are. */
  kind: SettingKind;
  /** The most, of numbers. */
  max?: number | null;
  /** The least, of numbers. */
  min?: number | null;
  /** Its name. */
  name: string;
};

/** What the values of a setting are. */
export type SettingKind = "number" | "choice" | "text";

/** How a game stands for whoever holds a token. Everything in it comes from what that seat may know. */
export type Situation = {
  /** The legal actions, if this seat decides. */
  actions: Action[];
  /** The board in plain text. */
  board: string;
  /** The hash of the engine's part of the seed. */
  commitment: string;
  /** So many entries of this seat's log come from the file that the battle was continued from: their dice are not those of the commitment. */
  continued?: number | null;
  /** The decision at hand, if it is this seat's. */
  decision?: string | null;
  /** Who throws the dice. */
  dice: DiceMode;
  /** Each side's units as the seat knows them, one a line; what may be hidden too. */
  forces: [string[], string[]];
  /** The game. */
  game: string;
  /** Equal for equal knowledge of the seat: what `resync` asks by. */
  hash: string;
  /** What the seat saw happen, from the entry asked for on. */
  log: Entry[];
  /** What the game waits for. */
  node: Waiting;
  /** Whether agents wait until they are told to go on. */
  paused: boolean;
  /** The units that the seat knows of. */
  pieces: Piece[];
  /** Who plays them. */
  players: [string, string];
  /** What the seat is asked, in one line; empty where it does not decide. */
  prompt: string;
  /** The ruleset's name. */
  ruleset: string;
  /** The scenario's title. */
  scenario: string;
  /** Whose eyes it is seen with. */
  seat: Viewer;
  /** What everything random came from, once the game is over. */
  secret?: Secret | null;
  /** What the scenario calls the sides. */
  sides: [string, string];
  /** How many entries this seat's log has: the `since` of the next question. */
  step: number;
  /** The table, in full situations only: it does not change. */
  tabletop?: Tabletop | null;
  /** The throw that is due, if one is that this seat may know of. */
  throw?: ThrowDue | null;
  /** The seat that decides, or that the throw belongs to. */
  to_move?: Seat | null;
  /** The turn of the battle, from 1. */
  turn: number;
  /** Whether the last decision can be taken back. */
  undo: Undo;
  /** How the game ended, once it has. */
  verdict?: Verdict | null;
};

/** What an action would do, drawn. Whatever is missing plays no part in it. */
export type Sketch = {
  /** What that costs, in the ruleset's movement points. */
  cost?: number | null;
  /** Which way it would face. */
  heading?: number | null;
  /** The way it would go, from where it stands to where it would stand. */
  path: Point[];
  /** Who acts. */
  piece?: PieceId | null;
  /** The place that it names: whom to activate, where to go, whom to attack. */
  place?: number | null;
  /** Whom it is aimed at. */
  target?: PieceId | null;
  /** The point that it names. */
  to?: Point | null;
};

/** Where a piece could move. */
export type Spot = {
  /** The point. */
  at: Point;
  /** What it costs to go there, in the ruleset's movement points. */
  cost: number;
  /** The way there, from where it stands. */
  path: Point[];
  /** The place, where the table has places. */
  place?: number | null;
};

/** How many units of a side a network expects to outlast the battle. */
export type Survivors = {
  /** How many of them are expected to at the end. */
  expected: number;
  /** Whose. */
  seat: Seat;
  /** How many fight on now, as far as the deciding seat knows. */
  units: number;
};

/** The table and what lies on it. */
export type Tabletop = {
  /** Ground, edges, roads and objectives, in the order in which they are drawn. */
  features: Feature[];
  /** From south to north. */
  height: number;
  /** The places that units can stand on, where the table has a grid; their order is what [`Sketch::place`] counts in. */
  places: Place[];
  /** What 100 hundredths are: `square`, `hex`, `inch`. */
  unit: string;
  /** From west to east. */
  width: number;
};

/** How far a thought is. */
export type Thinking = {
  /** The best action so far, in notation, where one is known. */
  best?: string | null;
  /** The game, if the engine keeps it. */
  game?: string | null;
  /** The request that asked for it. */
  request?: Id | null;
  /** How many positions it looked at so far. */
  simulations: number;
  /** The value for the deciding seat, in [-1, 1], where there is one. */
  value?: number | null;
};

/** What an agent thought at a decision. */
export type Thought = {
  /** The agent. */
  agent: string;
  /** The actions that it considered, best first. */
  candidates: Candidate[];
  /** What it chose, in notation. */
  notation: string;
  /** The rest of the turn as it expects it, its own choice first. */
  plan: string[];
  /** Whose decision it was. */
  seat: Seat;
  /** How many playouts or positions it looked at. */
  simulations: number;
  /** How many units of each side are expected to outlast the battle, where a network judges it. */
  survivors: Survivors[];
  /** The turn of the battle. */
  turn: number;
  /** The value that it expects for the deciding seat, in [-1, 1], where it has one. */
  value?: number | null;
  /** Why, in one or two sentences. */
  why: string;
  /** What it chose, in words. */
  words: string;
};

/** A throw that is due. */
export type ThrowDue = {
  /** The dice, in the order in which they are read. */
  dice: Die[];
  /** What `throw` names it by; nothing where it is not this party that throws. */
  id?: string | null;
  /** The modifiers that will be added. */
  ledger: Ledger;
  /** What for. */
  purpose: string;
  /** The seat that it belongs to. */
  seat: Seat;
  /** What for and with which dice, in one sentence. */
  words: string;
};

/** What opens the seats that are the front end's. */
export type Tokens = {
  /** Both seats', where both are the front end's or neither is. */
  both?: string | null;
  /** The first seat's. */
  first?: string | null;
  /** The second seat's. */
  second?: string | null;
};

/** What went wrong. */
export type Trouble = {
  /** What. */
  error: Fault;
  /** The game. */
  game: string;
};

/** Whether the last decision can be taken back. */
export type Undo = {
  /** Whether. */
  allowed: boolean;
  /** The entry of the log that would be taken back, where it can. */
  step?: number | null;
  /** Why not, or what would be taken back. */
  why: string;
};

/** How a game ended. */
export type Verdict = {
  /** Points ahead, of the first seat. */
  margin: number;
  /** The seat that gave up, if one did. */
  resigned?: Seat | null;
  /** For the first seat, in [-1, 1]. */
  value: number;
  /** The seat that won, if one did. */
  winner?: Seat | null;
  /** In one line. */
  words: string;
};

/** Whose eyes a situation is seen with. */
export type Viewer = "first" | "second" | "both";

/** What a game waits for. */
export type Waiting = "decision" | "thinking" | "throw" | "over";

/** To `hello`. */
export type Welcome = {
  /** The agents that can take a seat. */
  agents: Named[];
  /** What the engine can do beyond the requests themselves. */
  capabilities: Capability[];
  /** How well the learned opponent can play: `net:NAME`. */
  levels: Named[];
  /** How much it takes. */
  limits: Bounds;
  /** What can be set for an opponent. */
  options: Setting[];
  /** The program. */
  program: string;
  /** The version of the protocol. */
  protocol: string;
  /** The rulesets. */
  rulesets: Ruleset[];
  /** Its version. */
  version: string;
};

/** An area that a piece could act on. */
export type Zone = {
  /** What it could do there. */
  kind: ZoneKind;
  /** Its outline, where it has none. */
  outline: Point[];
  /** The places of it, where the table has places. */
  places: number[];
};

/** What a piece could do in a zone. */
export type ZoneKind = "arc" | "fire" | "close";
