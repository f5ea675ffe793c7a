// How pieces lie on the table as it is drawn: where ranks go, how large blocks are.

import type { Point } from "../geometry";
import type { Piece, Tabletop } from "../protocol/types";

/** A piece's block as it is drawn: its middle in the drawing's coordinates, its size, its turn in degrees. */
export interface Block {
  piece: Piece;
  x: number;
  y: number;
  width: number;
  depth: number;
  turn: number;
}

/** Blocks are a little larger than bases, so that their signs can be read. */
const GROWTH = 1.1;
/** Between one rank and the next. */
const GAP = 5;
/** Ranks in one place take no more than this, from front to rear. */
const DEEPEST = 88;

/** The blocks of all pieces on the table, rear ranks first, so that the front is drawn over them. */
export function blocks(pieces: Piece[], table: Tabletop): Block[] {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.at) {
      const key = piece.at.join();
      stacks.set(key, [...(stacks.get(key) ?? []), piece]);
    }
  }
  const drawn: Block[] = [];
  for (const stack of stacks.values()) {
    stack.sort((a, b) => a.rank - b.rank);
    const sizes = stack.map(({ size }) => {
      const width = size[0] * GROWTH;
      return { width, depth: Math.min(size[1] * GROWTH, width * 0.7) };
    });
    const gaps = GAP * (stack.length - 1);
    const depth = sizes.reduce((sum, size) => sum + size.depth, 0);
    if (stack.length > 1 && depth + gaps > DEEPEST) {
      sizes.forEach((size) => (size.depth *= (DEEPEST - gaps) / depth));
    }
    const whole = sizes.reduce((sum, size) => sum + size.depth, 0) + gaps;
    const lead = ((stack[0]!.heading ?? 0) * Math.PI) / 180;
    let front = whole / 2;
    stack.forEach((piece, i) => {
      const size = sizes[i]!;
      const ahead = front - size.depth / 2;
      front -= size.depth + GAP;
      const [x, y] = piece.at!;
      drawn.push({
        piece,
        ...size,
        x: x + Math.sin(lead) * ahead,
        y: table.height - y - Math.cos(lead) * ahead,
        turn: piece.heading ?? 0,
      });
    });
  }
  return drawn.sort((a, b) => b.piece.rank - a.piece.rank || a.piece.id - b.piece.id);
}

/** Whether a point of the drawing lies on a block. */
export function isOn(block: Block, [x, y]: Point): boolean {
  const turn = (-block.turn * Math.PI) / 180;
  const [dx, dy] = [x - block.x, y - block.y];
  const across = dx * Math.cos(turn) - dy * Math.sin(turn);
  const along = dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.abs(across) <= block.width / 2 && Math.abs(along) <= block.depth / 2;
}
