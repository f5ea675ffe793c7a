// How others' steps are shown one after the other: what the board looks like after each, and how long each stands.

import type { Point } from "../geometry";
import type { Entry, Piece, Seat } from "../protocol/types";

/** How long an entry stands before the next one comes, in milliseconds at the usual pace. */
const STAND = { decision: 900, throw: 1300, event: 900, resignation: 1200 } as const;
/** A throw without modifiers is told quickly, for nobody follows how it came about; so is a turn on the spot. */
const AT_A_GLANCE = 500;

/** Speeds to choose from; 0 shows everything at once. */
export const SPEEDS = [0.5, 1, 2, 4, 0] as const;

/** How long an entry stands. A person's own decision needs no telling. */
export function standing(entry: Entry, isMine: (seat: Seat) => boolean, speed: number): number {
  if (speed === 0 || (entry.kind === "decision" && entry.seat && isMine(entry.seat))) {
    return 0;
  }
  return (isSeenAtAGlance(entry) ? AT_A_GLANCE : STAND[entry.kind]) / speed;
}

function isSeenAtAGlance({ kind, dice, sketch }: Entry): boolean {
  if (kind === "throw") {
    return dice?.ledger.length === 0;
  }
  const turns = typeof sketch?.heading === "number";
  return kind === "decision" && turns && !sketch.to && sketch.path.length === 0;
}

/** The pieces after each entry, kept as the log grows. */
export class Frames {
  #frames: Piece[][] = [];

  /** Takes the log in from the first entry that is new or other than before. */
  read(log: Entry[], from = 0): void {
    this.#frames.length = Math.min(from, this.#frames.length);
    for (let i = this.#frames.length; i < log.length; i++) {
      const before = this.#frames[i - 1] ?? [];
      this.#frames.push(after(before, log[i]!));
    }
  }

  /** The pieces as they stood after so many entries; nothing before the first. */
  at(count: number): Piece[] | undefined {
    return this.#frames[count - 1];
  }
}

function after(before: Piece[], entry: Entry): Piece[] {
  if (entry.pieces.length === 0 && !entry.gone?.length) {
    return before;
  }
  const pieces = new Map(before.map((piece) => [piece.id, piece]));
  for (const piece of entry.pieces) {
    pieces.set(piece.id, piece);
  }
  for (const id of entry.gone ?? []) {
    pieces.delete(id);
  }
  return [...pieces.values()];
}

/** A piece that moved. */
export interface Move {
  piece: number;
  seat: Seat;
  from: Point;
  to: Point;
}

/** Who moved where between two moments, and who looks otherwise. */
export function changes(before: Piece[], now: Piece[]): { moves: Move[]; touched: Piece[] } {
  const known = new Map(before.map((piece) => [piece.id, piece]));
  const touched = now.filter((piece) => known.has(piece.id) && known.get(piece.id) !== piece);
  const moves = touched.flatMap((piece) => {
    const from = known.get(piece.id)?.at;
    const { at } = piece;
    return from && at && (from[0] !== at[0] || from[1] !== at[1])
      ? [{ piece: piece.id, seat: piece.seat, from, to: at }]
      : [];
  });
  return { moves, touched };
}
