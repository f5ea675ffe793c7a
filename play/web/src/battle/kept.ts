// What this browser remembers: its battles, its settings. Nothing of it leaves the browser but tokens, to the
// program that gave them.

import type { Seat, Tokens } from "../protocol/types";

/** A battle that this browser takes part in. */
export interface Kept {
  game: string;
  tokens: Tokens;
  title: string;
  /** Who plays, in words. */
  about: string;
  /** When it was last looked at, in milliseconds. */
  at: number;
  isOver: boolean;
}

/** What was chosen last for a new battle. */
export interface Choice {
  ruleset: string;
  scenario: string;
  side: Seat | "both" | "none";
  opponent: string;
  second: string;
  level: string;
  dice: "server" | "typed";
}

/** How the page behaves. */
export interface Settings {
  /** How fast others' steps go: 1 is the usual pace, 0 at once. */
  speed: number;
  /** Whether the first click orders where only one order is meant. */
  quick: boolean;
}

const BATTLES = "sandtable.battles";
const CHOICE = "sandtable.choice";
const SETTINGS = "sandtable.settings";
const MOST_BATTLES = 30;

function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    // Private windows and hand-edited storage: the page works without.
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** The battles, the latest first. */
export function battles(): Kept[] {
  return read<Kept[]>(BATTLES, []).sort((a, b) => b.at - a.at);
}

export function battle(game: string): Kept | undefined {
  return battles().find((kept) => kept.game === game);
}

export function keep(kept: Kept): void {
  const others = battles().filter((other) => other.game !== kept.game);
  write(BATTLES, [kept, ...others].slice(0, MOST_BATTLES));
}

export function forget(game: string): void {
  write(
    BATTLES,
    battles().filter((kept) => kept.game !== game),
  );
}

export const choice = (): Partial<Choice> => read(CHOICE, {});
export const keepChoice = (value: Choice): void => write(CHOICE, value);
export const settings = (): Settings => ({ speed: 1, quick: false, ...read<Partial<Settings>>(SETTINGS, {}) });
export const keepSettings = (value: Settings): void => write(SETTINGS, value);
