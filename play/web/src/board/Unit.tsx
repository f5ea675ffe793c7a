// A unit's block. Sides differ by shape and filling as well as by colour: the first side's blocks are square and
// full, the second side's have cut corners and are open.

import type { Piece } from "../protocol/types";
import type { Block } from "./frame";
import { Sign } from "./signs";

/** The block's outline about (0, 0), its front up. */
export function outline(piece: Piece, width: number, depth: number): string {
  const [w, d] = [width / 2, depth / 2];
  if (piece.seat === "first") {
    return `M${-w} ${-d}H${w}V${d}H${-w}Z`;
  }
  const cut = Math.min(w, d) * 0.42;
  return `M${-w + cut} ${-d}H${w - cut}L${w} ${-d + cut}V${d - cut}L${w - cut} ${d}H${-w + cut}L${-w} ${d - cut}V${-d + cut}Z`;
}

/** Sign and value stand upright whichever way the block faces: the two middles, as the block is drawn. */
function middles(width: number, turn: number): [[number, number], [number, number]] {
  const angle = (turn * Math.PI) / 180;
  let [x, y] = [Math.cos(angle) * width * 0.21, Math.sin(angle) * width * 0.21];
  if (x < -0.01 || (Math.abs(x) <= 0.01 && y < 0)) {
    [x, y] = [-x, -y];
  }
  return [
    [-x, -y],
    [x, y],
  ];
}

interface Props {
  block: Block;
  /** How the unit is singled out, if it is. */
  state?: "selected" | "target" | "acting" | "";
  /** The legal orders name it. */
  ready?: boolean;
}

/** A unit on the board. */
export function Unit({ block, state = "", ready = false }: Props) {
  const { piece, width, depth, turn } = block;
  const marks = shown(piece.marks);
  const [sign, value] = middles(width, turn);
  const size = Math.min(depth, width * 0.46) / 24;
  const isSpent = piece.marks.includes("activated");
  const classes = [
    "unit",
    piece.seat,
    state,
    ready ? "ready" : "",
    isSpent ? "spent" : "",
    piece.marks.includes("concealed") ? "concealed" : "",
  ];
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      data-piece={piece.id}
      style={{ transform: `translate(${block.x}px, ${block.y}px)` }}
    >
      <g class="turned" style={{ transform: `rotate(${turn}deg)` }}>
        {state !== "" && <path class="halo" d={outline(piece, width + 12, depth + 12)} />}
        <path class="shade" d={outline(piece, width, depth)} />
        <path class="block" d={outline(piece, width, depth)} />
        {piece.heading !== null && piece.heading !== undefined && (
          <path
            class="front"
            d={`M${-width * 0.13} ${-depth / 2 - 0.5}L0 ${-depth / 2 - 8}L${width * 0.13} ${-depth / 2 - 0.5}Z`}
          />
        )}
        {ready && <path class="pennant" d={`M${-width / 2 + 4} ${depth / 2 - 4.4}H${width / 2 - 4}`} />}
      </g>
      <g class="sign" transform={`translate(${sign[0]} ${sign[1]}) scale(${size})`}>
        <Sign branch={piece.branch} />
      </g>
      <text class="value" x={value[0]} y={value[1]} font-size={size * 21} dy="0.34em">
        {piece.value}
      </text>
      {piece.strength && <Strength strength={piece.strength} width={width} below={below(block)} />}
      {marks.map((mark, i) => (
        <g class="mark" key={mark} transform={`translate(${width / 2 - 3 - i * 15} ${-Math.min(depth, 40) / 2 - 2})`}>
          <circle r={8} />
          <text dy="0.35em">{mark.charAt(0).toUpperCase()}</text>
        </g>
      ))}
    </g>
  );
}

/** Marks with a badge: those that the drawing shows in another way have none. */
function shown(marks: string[]): string[] {
  return marks.filter((mark) => !["acting", "activated", "destroyed"].includes(mark)).slice(0, 3);
}

/** How far the turned block reaches down from its middle. */
function below({ width, depth, turn }: Block): number {
  const angle = (turn * Math.PI) / 180;
  return (Math.abs(Math.sin(angle)) * width + Math.abs(Math.cos(angle)) * depth) / 2;
}

function Strength({
  strength: [left, whole],
  width,
  below,
}: {
  strength: [number, number];
  width: number;
  below: number;
}) {
  const pips = Array.from({ length: whole }, (_, i) => i);
  const step = Math.min(8, (width - 8) / whole);
  return (
    <g class="strength" transform={`translate(${(-(whole - 1) * step) / 2} ${below + 7})`}>
      {pips.map((i) => (
        <circle key={i} class={i < left ? "left" : "lost"} cx={i * step} r={2.6} />
      ))}
    </g>
  );
}

/** A unit's block by itself, for lists: as wide as the text is high, twice. */
export function Counter({ piece }: { piece: Piece }) {
  const block: Block = {
    piece: { ...piece, heading: null, strength: null, marks: [] },
    x: 0,
    y: 0,
    width: 64,
    depth: 36,
    turn: 0,
  };
  return (
    <svg class="counter" viewBox="-36 -22 72 44" width="44" height="27" aria-hidden="true">
      <Unit block={block} />
    </svg>
  );
}
