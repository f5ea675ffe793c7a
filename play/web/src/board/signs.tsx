// The signs of the branches of service, in the spirit of the period's map symbols: drawn about (0, 0), twenty
// units wide and high, in the colour of the block's ink.

import type { JSX } from "preact";

import type { Branch } from "../protocol/types";

const line = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 2,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
} as const;
const solid = { fill: "currentColor", stroke: "none" } as const;
const fine = { ...line, "stroke-width": 1.2 } as const;

/** A wheel with spokes. */
function Wheel({ x, y, r }: { x: number; y: number; r: number }) {
  const s = r * 0.71;
  return (
    <g {...fine}>
      <circle cx={x} cy={y} r={r} stroke-width={1.6} />
      <path d={`M${x - s} ${y - s}L${x + s} ${y + s}M${x - s} ${y + s}L${x + s} ${y - s}`} stroke-width={0.9} />
    </g>
  );
}

const SIGNS: Record<Branch, () => JSX.Element> = {
  // Crossed rifles, butts down.
  infantry: () => (
    <g>
      <path {...line} d="M-9 -7 7 6M9 -7-7 6" />
      <path {...solid} d="M4.5 2.5 9.6 5.4 8 9 3 5.5zM-4.5 2.5-9.6 5.4-8 9-3 5.5z" />
    </g>
  ),
  // A horse's head.
  cavalry: () => (
    <path
      {...solid}
      d="M-4 9C-4 4-1 3-.6-.6L-5 2.4C-6.4 3.2-8.4 1.6-7.4-.2L-3.4-5.6-2.6-9.4-.2-7.2C5.6-7.6 9-2 7.6 9Z"
    />
  ),
  // A camel standing.
  camelry: () => (
    <path
      {...solid}
      d="M-9.6-6.6C-8.4-8.4-6-8-5.6-6L-5-2.4C-4.6-.6-3.4-1-2.6-2.4-1-6 2.6-7.4 4-2.6 5.6-2.4 7.6-1 7.6 2L8.2 9 6.4 9 5.6 3.6 3.4 3.2-1.4 3.4-2 9-3.8 9-4.2 3C-6.6 2-7.4-.6-7.6-4.4L-9.6-4.8Z"
    />
  ),
  // A gun on its wheel, trail to the right.
  artillery: () => (
    <g>
      <path {...line} stroke-width={3.4} stroke-linecap="butt" d="M-9.5-6.5 3.5-.5" />
      <path {...line} d="M2-1 9 7.5" />
      <Wheel x={0} y={3} r={5} />
    </g>
  ),
  // A jacketed barrel on its tripod.
  "machine-gun": () => (
    <g>
      <path {...line} stroke-width={4.4} stroke-linecap="butt" d="M-4-4.5 7-4.5" />
      <path {...line} d="M-9.5-4.5-4-4.5M7.5-4.5 9-1" />
      <path {...line} d="M1-2.5-5 8M1-2.5 7 8M1-2.5 1 4" />
    </g>
  ),
  // A covered waggon.
  transport: () => (
    <g>
      <path {...solid} d="M-9 1C-10-8-2-9 0-7 2-9 10-8 9 1Z" />
      <Wheel x={-5} y={5} r={3.6} />
      <Wheel x={5} y={5} r={3.6} />
    </g>
  ),
  // A swallow-tailed pennant on its staff.
  command: () => (
    <g>
      <path {...line} d="M-6-9-6 9" />
      <path {...solid} d="M-5-8.5 9-8.5 5.5-4 9 .5-5 .5Z" />
    </g>
  ),
  // A rhomboid hull.
  tank: () => (
    <g>
      <path {...line} d="M-9 4-5-6 7-6 9.5-1 5 6-6 6Z" />
      <path {...solid} d="M-4-2.5 4-2.5 4 2-4 2ZM4-1 9-1 9 .5 4 .5Z" />
    </g>
  ),
  // Hull, turret, wheels.
  "armoured-car": () => (
    <g>
      <path {...solid} d="M-9 3-8-1-4-1.5-3-6 3-6 4-1.5 9-.5 9 3Z" />
      <path {...line} stroke-width={1.6} d="M3-4.2 8.5-4.2" />
      <circle {...solid} cx={-5} cy={5} r={3} />
      <circle {...solid} cx={5} cy={5} r={3} />
    </g>
  ),
  // A biplane from above.
  aircraft: () => (
    <path
      {...solid}
      d="M-1.4-9 1.4-9 1.6-5.4 9.6-4.6 9.6-1.4 1.5-.6 1 5.4 4.6 6.6 4.6 8.4-4.6 8.4-4.6 6.6-1 5.4-1.5-.6-9.6-1.4-9.6-4.6-1.6-5.4Z"
    />
  ),
  // A locomotive.
  train: () => (
    <g>
      <path {...solid} d="M-9 3-9-3-3.4-3-3.4-3 2-3 2-8 9-8 9-6 8-6 8 3ZM-7.6-7-4.4-7-5-3-7-3Z" />
      <path d="M4-6 6.4-6 6.4-3 4-3Z" fill="var(--block-fill, none)" />
      <circle {...solid} cx={-6} cy={5.4} r={2.6} />
      <circle {...solid} cx={-0.2} cy={5.4} r={2.6} />
      <circle {...solid} cx={5.8} cy={5.4} r={2.6} />
    </g>
  ),
  // Hull, funnel, mast.
  gunboat: () => (
    <g>
      <path {...solid} d="M-10 2 10 2 7 7.5-7 7.5ZM-4-1 5-1 5 1-4 1ZM-1-7 2.4-7 2-2-.6-2Z" />
      <path {...line} stroke-width={1.4} d="M-6 2-6-6M5-1 9.5-2.6" />
    </g>
  ),
  counter: () => <circle {...solid} cx={0} cy={0} r={8} />,
};

/** A branch's sign. */
export function Sign({ branch }: { branch: Branch }) {
  const Drawn = SIGNS[branch] ?? SIGNS.counter;
  return <Drawn />;
}
