// Plain geometry of the table: no ruleset, no grid.
//
// The table's y runs north, the screen's runs down; `flip` turns one into the other, and everything drawn goes
// through it once.

/** A point in hundredths: x to the east, y to the north. */
export type Point = [number, number];

/** A table's point as the drawing has it. */
export function flip(point: Point, height: number): Point {
  return [point[0], height - point[1]];
}

/** The middle of a set of points. */
export function middle(points: Point[]): Point {
  const count = Math.max(points.length, 1);
  const x = points.reduce((sum, p) => sum + p[0], 0) / count;
  const y = points.reduce((sum, p) => sum + p[1], 0) / count;
  return [x, y];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Whether a point lies in a polygon. */
export function contains(polygon: Point[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) {
      inside = !inside;
    }
  }
  return inside;
}

/** The width of the narrowest polygon, across its smaller side: how small a place gets. */
export function narrowest(polygons: Point[][]): number {
  const widths = polygons.map((polygon) => {
    const xs = polygon.map((p) => p[0]);
    const ys = polygon.map((p) => p[1]);
    return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  });
  return Math.min(...widths);
}

/** An SVG path through points. */
export function line(points: Point[], closed: boolean): string {
  if (points.length === 0) {
    return "";
  }
  const body = points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  return closed ? `${body}Z` : body;
}

/** An SVG path around points, its corners rounded off by `radius`. */
export function rounded(points: Point[], radius: number): string {
  const count = points.length;
  if (count < 3) {
    return line(points, true);
  }
  let path = "";
  for (let i = 0; i < count; i++) {
    const corner = points[i]!;
    const before = toward(corner, points[(i + count - 1) % count]!, radius);
    const after = toward(corner, points[(i + 1) % count]!, radius);
    path += `${i === 0 ? "M" : "L"}${round(before[0])} ${round(before[1])}`;
    path += `Q${round(corner[0])} ${round(corner[1])} ${round(after[0])} ${round(after[1])}`;
  }
  return `${path}Z`;
}

function toward(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  const share = length === 0 ? 0 : Math.min(by, length / 2) / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * The outer and inner borders of the area that polygons cover together: edges that two of them share are left
 * out, and straight runs become one edge. Polygons that lie side by side must share whole edges.
 */
export function borders(polygons: Point[][]): Point[][] {
  const key = (p: Point) => `${p[0]},${p[1]}`;
  const edges = new Map<string, [Point, Point]>();
  for (const polygon of polygons.map(counterclockwise)) {
    for (let i = 0; i < polygon.length; i++) {
      const a = polygon[i]!;
      const b = polygon[(i + 1) % polygon.length]!;
      const back = `${key(b)} ${key(a)}`;
      if (!edges.delete(back)) {
        edges.set(`${key(a)} ${key(b)}`, [a, b]);
      }
    }
  }
  const from = new Map<string, [Point, Point][]>();
  for (const edge of edges.values()) {
    const list = from.get(key(edge[0])) ?? [];
    list.push(edge);
    from.set(key(edge[0]), list);
  }
  const loops: Point[][] = [];
  for (const edge of edges.values()) {
    if (!take(from, key, edge)) {
      continue;
    }
    const loop: Point[] = [edge[0]];
    let [before, at] = edge;
    while (key(at) !== key(loop[0]!)) {
      loop.push(at);
      const next = leftmost(from.get(key(at)) ?? [], before, at);
      if (next === undefined) {
        break;
      }
      take(from, key, next);
      [before, at] = next;
    }
    loops.push(straightened(loop));
  }
  return loops;
}

function take(from: Map<string, [Point, Point][]>, key: (p: Point) => string, edge: [Point, Point]): boolean {
  const list = from.get(key(edge[0])) ?? [];
  const index = list.indexOf(edge);
  if (index >= 0) {
    list.splice(index, 1);
  }
  return index >= 0;
}

/** Where areas touch in a corner, the edge that keeps each area's border its own. */
function leftmost(edges: [Point, Point][], before: Point, at: Point): [Point, Point] | undefined {
  const heading = Math.atan2(at[1] - before[1], at[0] - before[0]);
  const turn = ([a, b]: [Point, Point]) => {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) - heading;
    return Math.atan2(Math.sin(angle), Math.cos(angle));
  };
  return edges.reduce<[Point, Point] | undefined>(
    (best, edge) => (best === undefined || turn(edge) > turn(best) ? edge : best),
    undefined,
  );
}

function straightened(loop: Point[]): Point[] {
  return loop.filter((at, i) => {
    const before = loop[(i + loop.length - 1) % loop.length]!;
    const after = loop[(i + 1) % loop.length]!;
    const cross = (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0]);
    return Math.abs(cross) > 1e-9;
  });
}

/** Twice the signed area: positive when the points run counterclockwise, y upward. */
export function winding(polygon: Point[]): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [nx, ny] = polygon[(i + 1) % polygon.length]!;
    return sum + x * ny - nx * y;
  }, 0);
}

function counterclockwise(polygon: Point[]): Point[] {
  return winding(polygon) < 0 ? [...polygon].reverse() : polygon;
}

/** A place along a line, and the way the line runs there, in radians. */
export interface Station {
  at: Point;
  angle: number;
}

/** Evenly spaced stations along a line, half a step from its ends. */
export function along(points: Point[], step: number, closed = false): Station[] {
  const stations: Station[] = [];
  const ring = closed && points.length > 0 ? [...points, points[0]!] : points;
  let due = step / 2;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    const length = distance(a, b);
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    while (due <= length) {
      const share = due / length;
      stations.push({ at: [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], angle });
      due += step;
    }
    due -= length;
  }
  return stations;
}

/** Points strewn over a polygon, about `step` apart: the same points for the same polygon. */
export function strewn(polygon: Point[], step: number, margin: number): Point[] {
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  const random = numbers(polygon.flat().reduce((hash, n) => (Math.imul(hash, 31) + n) | 0, 7));
  const points: Point[] = [];
  for (let y = Math.min(...ys) + step / 2; y < Math.max(...ys); y += step) {
    for (let x = Math.min(...xs) + step / 2; x < Math.max(...xs); x += step) {
      const at: Point = [x + (random() - 0.5) * step * 0.7, y + (random() - 0.5) * step * 0.7];
      const near: Point[] = [
        [at[0] - margin, at[1]],
        [at[0] + margin, at[1]],
        [at[0], at[1] - margin],
        [at[0], at[1] + margin],
      ];
      if (near.every((point) => contains(polygon, point))) {
        points.push(at);
      }
    }
  }
  return points;
}

/** Numbers in [0, 1) that look random and depend on the seed alone: drawings are the same every time. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The nearest of some points that lies in a direction, within 60 degrees of it; nothing where none does. */
export function nearestToward(from: Point, points: Point[], [dx, dy]: Point): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  points.forEach((point, i) => {
    const [x, y] = [point[0] - from[0], point[1] - from[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    // Half of what a step aside costs: straight ahead wins over nearer but askew.
    const length = ahead + 2 * aside;
    if (ahead > 0.5 && aside <= ahead * 1.75 && length < least) {
      best = i;
      least = length;
    }
  });
  return best;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
