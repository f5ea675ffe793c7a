// What lies on the table, drawn as the period's maps did: hachured heights, strewn trees, ink roads.

import type { JSX } from "preact";
import { memo } from "./memo";

import { along, borders, flip, line, middle, numbers, type Point, rounded, strewn } from "../geometry";
import type { Feature, FeatureKind, Tabletop } from "../protocol/types";

/** Everything on the table that does not move. */
export const Terrain = memo(function Terrain({ table }: { table: Tabletop }) {
  const features = table.features.map((feature) => ({
    ...feature,
    outline: feature.outline.map((point) => flip(point, table.height)),
  }));
  const of = (...kinds: FeatureKind[]) => features.filter((feature) => kinds.includes(feature.kind));
  return (
    <g class="terrain" aria-hidden="true">
      <Heights features={of("high")} />
      {AREAS.map(([kind, Drawn]) => (
        <Drawn
          key={kind}
          areas={of(kind)
            .filter((feature) => feature.is_area)
            .map((feature) => feature.outline)}
        />
      ))}
      <Roads features={of("road", "railway")} />
      {of("bridge").map((feature, i) => (
        <Bridge key={i} outline={feature.outline} roads={of("road", "railway")} />
      ))}
      {features
        .filter((feature) => feature.kind in EDGES)
        .map((feature, i) => (
          <Edge key={i} feature={feature} />
        ))}
      {of("crater").map((feature, i) => (
        <Crater key={i} outline={feature.outline} />
      ))}
      <Named features={of("zone")} kind="zone" />
      <Named features={of("objective")} kind="objective" />
    </g>
  );
});

type Areas = (props: { areas: Point[][] }) => JSX.Element | null;

/** Heights lie on each other: one outline for each level. */
function Heights({ features }: { features: Feature[] }) {
  const levels: Point[][][] = [];
  const met = new Map<string, number>();
  for (const { outline } of features) {
    const key = outline.join(" ");
    const level = met.get(key) ?? 0;
    met.set(key, level + 1);
    (levels[level] ??= []).push(outline);
  }
  return (
    <g class="high">
      {levels.map((areas, level) => {
        const loops = borders(areas);
        return (
          <g key={level}>
            <path class="slope" d={loops.map((loop) => rounded(loop, 34)).join("")} />
            <path class="hachures" d={loops.map(hachures).join("")} />
          </g>
        );
      })}
    </g>
  );
}

/** Strokes down the slope, along the inside of a height's border. */
function hachures(loop: Point[]): string {
  const random = numbers(loop.length * 97 + (loop[0]?.[0] ?? 0));
  // `borders` winds the outer border so that, with y downward, the inside lies to the left.
  return along(loop, 6.2, true)
    .map(({ at: [x, y], angle }) => {
      const length = 9 + random() * 9;
      const lean = angle + Math.PI / 2 + (random() - 0.5) * 0.35;
      return `M${(x + Math.cos(lean) * 3).toFixed(1)} ${(y + Math.sin(lean) * 3).toFixed(1)}l${(Math.cos(lean) * length).toFixed(1)} ${(Math.sin(lean) * length).toFixed(1)}`;
    })
    .join("");
}

/** An area of one tint with signs strewn over it. */
function strew(
  kind: string,
  step: number,
  margin: number,
  radius: number,
  sign: (random: () => number) => string,
): Areas {
  return function Strewn({ areas }) {
    if (areas.length === 0) {
      return null;
    }
    const random = numbers(areas.length * 31 + kind.length);
    const loops = borders(areas);
    return (
      <g class={kind}>
        <path class="tint" d={loops.map((loop) => rounded(loop, radius)).join("")} />
        {areas
          .flatMap((area) => strewn(area, step, margin))
          .map(([x, y], i) => (
            <path key={i} class="sign" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} d={sign(random)} />
          ))}
      </g>
    );
  };
}

const tree = (random: () => number) => {
  const r = 7 + random() * 3;
  return `M${-r} 2a${r * 0.62} ${r * 0.62} 0 0 1 ${r * 0.4} ${-r * 0.9}a${r * 0.62} ${r * 0.62} 0 0 1 ${r * 1.1} ${-r * 0.1}a${r * 0.55} ${r * 0.55} 0 0 1 ${r * 0.5} ${r}a${r * 0.9} ${r * 0.5} 0 0 1 ${-r * 2} 0ZM0 3V${r * 0.95}`;
};
const rock = (random: () => number) => {
  const s = 6 + random() * 6;
  return `M${-s} ${s * 0.5}L${-s * 0.7} ${-s * 0.3}L${-s * 0.1} ${-s * 0.75}L${s * 0.6} ${-s * 0.4}L${s} ${s * 0.5}ZM${-s * 0.1} ${-s * 0.75}L${s * 0.1} ${s * 0.5}M${s * 0.25} ${-s * 0.2}L${s * 0.4} ${s * 0.5}M${s * 0.5} ${-s * 0.1}L${s * 0.7} ${s * 0.5}`;
};
const tuft = () => "M-9 4H9M-5 2-7-4M0 2V-6M5 2 7-4";
const dots = (random: () => number) => {
  const d = () => `M${((random() - 0.5) * 16).toFixed(1)} ${((random() - 0.5) * 16).toFixed(1)}h.1`;
  return d() + d() + d();
};
const wave = () => "M-12 0q3-3.4 6 0t6 0 6 0 6 0";
const house = (random: () => number) => {
  const [w, h] = [9 + random() * 5, 7 + random() * 4];
  return `M${-w} ${-h}H${w}V${h * 0.4}H${w * 0.2}V${h}H${-w}Z`;
};

const AREAS: [FeatureKind, Areas][] = [
  ["rough", strew("rough", 22, 4, 20, dots)],
  ["marsh", strew("marsh", 32, 9, 30, tuft)],
  ["water", strew("water", 44, 12, 24, wave)],
  ["ford", strew("ford", 30, 8, 4, dots)],
  ["wood", strew("wood", 25, 8, 30, tree)],
  ["rocks", strew("rocks", 29, 9, 26, rock)],
  ["town", strew("town", 33, 10, 6, house)],
];

/** Each kind's casings first, so that crossings and bends run into each other. */
function Roads({ features }: { features: Feature[] }) {
  const path = (kind: FeatureKind) =>
    features
      .filter((feature) => feature.kind === kind)
      .map((feature) => line(feature.outline, false))
      .join("");
  return (
    <g>
      <path class="road casing" d={path("road")} />
      <path class="road" d={path("road")} />
      <path class="railway" d={path("railway")} />
      <path class="railway sleepers" d={path("railway")} />
    </g>
  );
}

/** Parapets on both sides of the road that leads over it, splayed at the ends. */
function Bridge({ outline, roads }: { outline: Point[]; roads: Feature[] }) {
  const [x, y] = middle(outline);
  const road = roads
    .map(({ outline: points }) => points)
    .find((points) => points.some((point) => Math.hypot(point[0] - x, point[1] - y) < 1));
  const ends = road ?? [
    [x - 1, y],
    [x + 1, y],
  ];
  const angle = Math.atan2(ends[ends.length - 1]![1] - ends[0]![1], ends[ends.length - 1]![0] - ends[0]![0]);
  const half = Math.max(
    ...outline.map((point) => Math.abs((point[0] - x) * Math.cos(angle) + (point[1] - y) * Math.sin(angle))),
  );
  const parapet = (side: 1 | -1) =>
    `M${-half} ${side * 20}L${-half + 10} ${side * 12}H${half - 10}L${half} ${side * 20}`;
  return (
    <g class="bridge" transform={`translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`}>
      <path class="deck" d={`M${-half + 6}-12H${half - 6}V12H${-half + 6}Z`} />
      <path class="parapet" d={parapet(1) + parapet(-1)} />
    </g>
  );
}

/** What is drawn at stations along an edge: how far apart, and what. */
const EDGES: Partial<Record<FeatureKind, [number, string]>> = {
  wall: [9, "M-4.5-3H4.5V3H-4.5Z"],
  hedge: [8, "M-4 2a4 4 0 1 1 8 0a4 3 0 0 1-8 0Z"],
  fence: [14, "M-3-5 3 5M3-5-3 5"],
  trench: [16, "M-8 0V-5H0V0H8"],
  entrenchment: [9, "M0-7V7M-1.5 0H1.5"],
  barricade: [12, "M-6 5 0-5 6 5"],
  wire: [12, "M-4-4 4 4M4-4-4 4"],
};

function Edge({ feature }: { feature: Feature }) {
  const [step, mark] = EDGES[feature.kind]!;
  const marks = along(feature.outline, step, feature.is_area);
  return (
    <g class={`edge ${feature.kind}`}>
      <path class="run" d={line(feature.outline, feature.is_area)} />
      {marks.map(({ at: [x, y], angle }, i) => (
        <path
          key={i}
          class="piece"
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((angle * 180) / Math.PI).toFixed(1)})`}
          d={mark}
        />
      ))}
    </g>
  );
}

function Crater({ outline }: { outline: Point[] }) {
  const [x, y] = middle(outline);
  const r = Math.max(6, ...outline.map((point) => Math.hypot(point[0] - x, point[1] - y) * 0.7));
  return (
    <g class="crater">
      <circle cx={x} cy={y} r={r} />
      <path
        d={Array.from({ length: 12 }, (_, i) => i * 30)
          .map((angle) => ray(x, y, r, angle))
          .join("")}
      />
    </g>
  );
}

function ray(x: number, y: number, r: number, degrees: number): string {
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return `M${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}L${(x + dx * r * 0.6).toFixed(1)} ${(y + dy * r * 0.6).toFixed(1)}`;
}

/** Areas of a name: one border, one label. */
function Named({ features, kind }: { features: Feature[]; kind: "zone" | "objective" }) {
  const names = [...new Set(features.map((feature) => feature.name))];
  return (
    <g class={kind}>
      {names.map((name) => {
        const outlines = features.filter((feature) => feature.name === name).map((feature) => feature.outline);
        const points = outlines.flat();
        const top = Math.min(...points.map((point) => point[1]));
        const [x] = middle(points);
        return (
          <g key={name}>
            <path
              class="border"
              d={borders(outlines)
                .map((loop) => rounded(loop, 12))
                .join("")}
            />
            <text class="label" x={x} y={top + 18}>
              {name}
            </text>
            {kind === "objective" && <Star at={[x - name.length * 4.6 - 14, top + 13]} />}
          </g>
        );
      })}
    </g>
  );
}

function Star({ at: [x, y] }: { at: Point }) {
  const points = Array.from({ length: 10 }, (_, i): Point => {
    const [r, angle] = [i % 2 === 0 ? 11 : 4.6, (i * Math.PI) / 5 - Math.PI / 2];
    return [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
  });
  return <path class="star" d={line(points, true)} />;
}
