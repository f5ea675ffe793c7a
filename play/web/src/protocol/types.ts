// Draft of the messages; generated from docs/schemas later.
export type Point = [number, number];
export type Seat = "first" | "second";
export type Branch = "infantry" | "cavalry" | "camelry" | "artillery" | "machine-gun" | "transport" | "command" | "tank" | "armoured-car" | "aircraft" | "train" | "gunboat" | "counter";
export type FeatureKind = "high" | "wood" | "town" | "rocks" | "rough" | "marsh" | "water" | "ford" | "bridge" | "road" | "railway" | "wall" | "hedge" | "fence" | "trench" | "entrenchment" | "barricade" | "wire" | "crater" | "objective" | "zone";
export interface Place { name: string; centre: Point; outline: Point[]; words: string }
export interface Feature { kind: FeatureKind; name: string; outline: Point[]; is_area: boolean }
export interface Tabletop { width: number; height: number; unit: string; places: Place[]; features: Feature[] }
export interface Piece {
  id: number; seat: Seat; name: string; class: string; branch: Branch; value: number; strength?: [number, number] | null;
  at?: Point | null; place?: number | null; size: [number, number]; heading?: number | null; rank: number; can_act: boolean; marks: string[];
}
export interface Sketch { piece?: number | null; target?: number | null; place?: number | null; to?: Point | null; heading?: number | null; path: Point[]; cost?: number | null }
export interface Spot { place?: number | null; at: Point; cost: number; path: Point[] }
export type ZoneKind = "arc" | "fire" | "close";
export interface Zone { kind: ZoneKind; places: number[]; outline: Point[] }
export interface Reach { moves: Spot[]; zones: Zone[] }
export type Viewer = Seat | "both";
export type DiceMode = "server" | "client" | "typed";
export type Waiting = "decision" | "thinking" | "throw" | "over";
export interface Action { index: number; notation: string; words: string; sketch: Sketch; throws: boolean }
export interface Die { sides: number; seat: Seat }
export interface Modifier { party: "initiator" | "target"; value: number; reason: string; rule: string }
export type Ledger = Modifier[];
export interface ThrowDue { id: string | null; purpose: string; seat: Seat; dice: Die[]; ledger: Ledger; words: string }
export interface Rolled { purpose: string; dice: Die[]; pips: number[]; ledger: Ledger; counts: boolean }
export type EntryKind = "decision" | "throw" | "event" | "resignation";
export interface Entry { step: number; turn: number; seat: Seat | null; kind: EntryKind; text: string; notation?: string | null; sketch?: Sketch | null; dice?: Rolled | null; pieces: Piece[]; gone?: number[]; explained: boolean }
export interface Undo { allowed: boolean; step: number | null; why: string }
export interface Verdict { value: number; winner: Seat | null; margin: number; resigned: Seat | null; words: string }
export interface Secret { server: string; number: string | null; seed: string }
export interface Situation {
  game: string; seat: Viewer; ruleset: string; scenario: string; sides: [string, string]; players: [string, string]; dice: DiceMode; step: number; turn: number;
  node: Waiting; to_move: Seat | null; paused: boolean; prompt: string; decision: string | null; actions: Action[]; throw: ThrowDue | null; tabletop?: Tabletop | null;
  pieces: Piece[]; board: string; forces: [string[], string[]]; log: Entry[]; undo: Undo; hash: string; verdict: Verdict | null; commitment: string; secret?: Secret | null;
}
export interface Scenario { name: string; title: string; summary: string; sides: [string, string]; hidden: boolean }
export interface Ruleset { id: string; title: string; version: number; digest: string; generates: boolean; learned: boolean; scenarios: Scenario[] }
export interface Named { name: string; about: string }
export interface Setting { name: string; kind: "number" | "choice" | "text"; default: unknown; min?: number | null; max?: number | null; choices?: string[]; about: string }
export interface Welcome { protocol: string; program: string; version: string; rulesets: Ruleset[]; agents: Named[]; levels: Named[]; options: Setting[]; capabilities: string[]; limits: Record<string, number> }
export interface Tokens { first?: string | null; second?: string | null; both?: string | null }
export interface Begun { game: string; tokens: Tokens; commitment: string; situation: Situation }
export interface Candidate { notation: string; words: string; sketch: Sketch; visits: number; value: number | null; prior: number | null; pro: string[]; contra: string[] }
export interface Survivor { name: string; seat: Seat; chance: number }
export interface Thought { agent: string; seat: Seat; turn: number; notation: string; words: string; candidates: Candidate[]; value: number | null; simulations: number; why: string; plan: string[]; survivors: Survivor[] }
export interface Hint { decision: string; action: number; notation: string; words: string; sketch: Sketch; thought: Thought }
export interface Expected { step: number; turn: number; seat: Seat; value: number; chance: number }
export interface Explained { step: number | null; thought: Thought | null; why: string; curve: Expected[] }
export interface Chance { words: string; weight: number; percent: number }
export interface Chances { ledger: Ledger; initiator: string; target: string; results: Chance[] }
export interface Odds { notation: string; words: string; odds: Chances | null }
export type Code = string;
export interface Fault { code: Code; message: string; field?: string | null }
export interface Thinking { game?: string | null; request?: number | string | null; simulations: number; value: number | null; best: string | null }
