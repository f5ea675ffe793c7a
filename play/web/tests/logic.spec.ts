// What is worked out without a browser: geometry, orders, showing.

import { expect, test } from "@playwright/test";

import { sortOut, spotAt } from "../src/battle/orders";
import { Frames, standing } from "../src/battle/playback";
import { readSaved } from "../src/battle/saved";
import { borders, contains, nearestToward, type Point, strewn } from "../src/geometry";
import { plain } from "../src/words";
import { blocks as markdown } from "../src/markdown-blocks";
import type { Action, Entry, Piece, Sketch } from "../src/protocol/types";

const square = (x: number, y: number): Point[] => [
  [x, y],
  [x + 100, y],
  [x + 100, y + 100],
  [x, y + 100],
];

test("squares side by side have one border, with straight runs made one", () => {
  const [border, ...others] = borders([square(0, 0), square(100, 0), square(200, 0)]);
  expect(others).toEqual([]);
  expect(new Set(border!.map(String))).toEqual(new Set(["0,0", "300,0", "300,100", "0,100"]));
});

test("a ring of squares has a border without and one within", () => {
  const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const)).filter(([x, y]) => x !== 1 || y !== 1);
  const loops = borders(ring.map(([x, y]) => square(x * 100, y * 100)));
  expect(loops.map((loop) => loop.length)).toEqual([4, 4]);
});

test("squares that touch in a corner keep borders of their own", () => {
  expect(borders([square(0, 0), square(100, 100)])).toHaveLength(2);
});

test("signs are strewn inside, and alike every time", () => {
  const points = strewn(square(0, 0), 25, 8);
  expect(points.length).toBeGreaterThan(6);
  expect(points.every((point) => contains(square(0, 0), point))).toBe(true);
  expect(strewn(square(0, 0), 25, 8)).toEqual(points);
});

test("an arrow key goes to the nearest point ahead, not to one aside", () => {
  const points: Point[] = [
    [50, 50],
    [150, 50],
    [50, 150],
    [250, 60],
  ];
  expect(nearestToward([50, 50], points, [1, 0])).toBe(1);
  expect(nearestToward([50, 50], points, [0, 1])).toBe(2);
  expect(nearestToward([50, 50], points, [-1, 0])).toBeUndefined();
});

const empty: Sketch = { piece: null, target: null, place: null, to: null, heading: null, path: [], cost: null };
const action = (index: number, sketch: Partial<Sketch>): Action => ({
  index,
  notation: `a${index}`,
  words: "",
  throws: false,
  sketch: { ...empty, ...sketch },
});
const piece = (id: number, at: Point): Piece => ({
  id,
  seat: "first",
  name: "",
  class: "",
  branch: "infantry",
  value: 1,
  strength: null,
  at,
  place: null,
  size: [76, 33],
  heading: 0,
  rank: 0,
  can_act: true,
  marks: [],
});

test("orders are sorted by what they name, with and without places", () => {
  const pieces = [piece(1, [50, 50]), piece(2, [350, 50])];
  const orders = sortOut(
    [
      action(0, {
        piece: 1,
        place: 3,
        to: [150, 50],
        path: [
          [50, 50],
          [150, 50],
        ],
        cost: 1,
      }),
      action(1, { piece: 1, target: 2, heading: 90 }),
      action(2, { piece: 1, target: 2, heading: 180 }),
      action(3, { piece: 1, heading: 270 }),
      action(4, { piece: 1 }),
      action(5, {
        piece: 1,
        to: [50, 333],
        path: [
          [50, 50],
          [50, 333],
        ],
        cost: 7,
      }),
    ],
    pieces,
  );
  expect(orders.spots.map((spot) => [spot.kind, spot.actions.length])).toEqual([
    ["move", 1],
    ["target", 2],
    ["move", 1],
  ]);
  expect(orders.turns.map((turn) => turn.heading)).toEqual([270]);
  expect(orders.others.map((other) => other.index)).toEqual([4]);
  expect(spotAt(orders, { place: 3, piece: null, at: [0, 0] }, 10)?.cost).toBe(1);
  expect(spotAt(orders, { place: null, piece: null, at: [55, 330] }, 10)?.cost).toBe(7);
  expect(spotAt(orders, { place: null, piece: null, at: [90, 330] }, 10)).toBeUndefined();
});

const entry = (step: number, pieces: Piece[], gone: number[] = []): Entry => ({
  step,
  turn: 1,
  seat: "second",
  kind: "decision",
  text: "",
  pieces,
  gone,
  explained: false,
});

test("frames carry pieces on until they change or go", () => {
  const frames = new Frames();
  const log = [entry(0, [piece(1, [0, 0]), piece(2, [9, 9])]), entry(1, [piece(1, [5, 0])]), entry(2, [], [2])];
  frames.read(log);
  expect(frames.at(1)!.map((one) => one.at)).toEqual([
    [0, 0],
    [9, 9],
  ]);
  expect(frames.at(2)!.map((one) => one.at)).toEqual([
    [5, 0],
    [9, 9],
  ]);
  expect(frames.at(3)!.map((one) => one.id)).toEqual([1]);
  frames.read([...log.slice(0, 1), entry(1, [piece(2, [1, 1])])], 1);
  expect(frames.at(2)!.map((one) => one.at)).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("others' steps stand a while, one's own decisions do not", () => {
  expect(standing(entry(0, []), () => true, 1)).toBe(0);
  expect(standing(entry(0, []), () => false, 1)).toBeGreaterThan(500);
  expect(standing(entry(0, []), () => false, 4)).toBe(standing(entry(0, []), () => false, 1) / 4);
  expect(standing(entry(0, []), () => false, 0)).toBe(0);
  const turn = { ...entry(0, []), sketch: { ...empty, piece: 1, heading: 90 } };
  expect(standing(turn, () => false, 1)).toBeLessThan(standing(entry(0, []), () => false, 1));
});

test("a report's Markdown falls into its blocks", () => {
  const text = "# Title\n\nOne\ntwo\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n\n```text\n  # no heading\n```\n";
  expect(markdown(text.split("\n")).map((block) => block.kind)).toEqual([
    "heading",
    "paragraph",
    "table",
    "list",
    "fence",
  ]);
});

test("a file says what battle is in it", () => {
  const scenario = 'ruleset = "x"\nname = "Ford"\n[[side]]\nname = "Red"\nstand = []\n[[side]]\nname = "Blue"\n';
  const header = {
    sandtable_record: 1,
    ruleset: "x",
    source: "ford",
    scenario,
    players: ["person", "drill"],
    commitment: "",
  };
  const record = `${JSON.stringify(header)}\n{"throw":{"purpose":"x","dice":[1]}}\n`;
  const read = readSaved("a.jsonl", record);
  expect(read).toMatchObject({ title: "Ford", sides: ["Red", "Blue"], players: ["person", "drill"], isTyped: true });
  expect(readSaved("a.save", JSON.stringify({ record, seed: null }, null, 2))).toEqual({ ...read, name: "a.save" });
  for (const text of ["", "[]", "{}", "nothing", '{"step":0,"turn":1,"text":""}']) {
    expect(() => readSaved("b", text)).toThrow("b is neither a record nor a saved battle");
  }
});

test("names between backticks are set, not shown with them", () => {
  expect(plain("write `net:400`, or `drill`")).toBe("write net:400, or drill");
});
