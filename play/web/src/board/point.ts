// What is pointed at, by mouse, finger or arrow keys.

import { type Orders, type Pick, spotAt } from "../battle/orders";
import { distance, flip, nearestToward, type Point } from "../geometry";
import type { Action, Piece, Tabletop } from "../protocol/types";
import { type Block, isOn } from "./frame";
import { handle } from "./Overlay";
import { MARGIN } from "./Sheet";
import { placeAt } from "./words";

/** The unit at a point of the drawing: under it, in its place, or near enough for a finger. */
export function pieceAt(units: Block[], drawn: Point, place: number | null, finger: number): number | null {
  const on = units.filter((block) => isOn(block, drawn)).sort((a, b) => a.piece.rank - b.piece.rank)[0];
  if (on) {
    return on.piece.id;
  }
  if (place !== null) {
    const there = units.filter((block) => block.piece.place === place).sort((a, b) => a.piece.rank - b.piece.rank);
    return there[0]?.piece.id ?? null;
  }
  const near = units.filter((block) => distance([block.x, block.y], drawn) <= finger);
  return near.sort((a, b) => distance([a.x, a.y], drawn) - distance([b.x, b.y], drawn))[0]?.piece.id ?? null;
}

/** The order to turn whose handle is there. */
export function turnAt(table: Tabletop, orders: Orders, at: Point, finger: number): Action | undefined {
  const drawn = flip(at, table.height);
  return orders.turns.find((turn) => distance(handle(table, turn), drawn) <= Math.max(24, finger / 2))?.action;
}

/** Whether two picks mean the same: the same spot of the decision, or the same unit or place. */
export function same(a: Pick, b: Pick, orders: Orders, finger: number): boolean {
  const [one, other] = [spotAt(orders, a, finger), spotAt(orders, b, finger)];
  if (one ?? other) {
    return one === other;
  }
  return a.piece !== null ? a.piece === b.piece : a.place !== null && a.place === b.place;
}

/** Where the cursor begins: at the first order, or in the middle. */
export function start(table: Tabletop, pieces: Piece[], orders: Orders): Pick {
  const at = orders.spots[0]?.at ??
    orders.turns[0]?.at ??
    pieces.find((piece) => piece.at && piece.can_act)?.at ?? [table.width / 2, table.height / 2];
  return standingAt(table, pieces, at);
}

function standingAt(table: Tabletop, pieces: Piece[], at: Point): Pick {
  const place = placeAt(table, at);
  const there = pieces.filter(
    (piece) => piece.at && (place !== null ? piece.place === place : distance(piece.at, at) < 1),
  );
  return { place, at, piece: there.sort((a, b) => a.rank - b.rank)[0]?.id ?? null };
}

function stops(table: Tabletop, units: Block[], orders: Orders): Point[] {
  if (table.places.length > 0) {
    return table.places.map((place) => place.centre);
  }
  return [...units.map((block) => block.piece.at!), ...orders.spots.map((spot) => spot.at)];
}

/** From one stop to the next in a direction. */
export function moved(table: Tabletop, units: Block[], orders: Orders, from: Pick, way: Point): Pick {
  const points = stops(table, units, orders);
  const origin = from.place !== null ? table.places[from.place]!.centre : from.at;
  const next = nearestToward(origin, points, way);
  return next === undefined
    ? from
    : standingAt(
        table,
        units.map((block) => block.piece),
        points[next]!,
      );
}

/** The next place with an order, or the one before. */
export function nextSpot(table: Tabletop, units: Block[], orders: Orders, from: Pick | null, by: 1 | -1): Pick | null {
  const points = orders.spots.map((spot) => spot.at);
  if (points.length === 0) {
    return null;
  }
  const here =
    from === null
      ? -1
      : orders.spots.findIndex((spot) =>
          spot.place !== null ? spot.place === from.place : distance(spot.at, from.at) < 1,
        );
  const index = (here + by + points.length) % points.length;
  return standingAt(
    table,
    units.map((block) => block.piece),
    points[here < 0 && by < 0 ? points.length - 1 : index]!,
  );
}

/** Scrolls as far as needed. */
export function intoView(scroller: HTMLDivElement, pick: Pick, table: Tabletop, scale: number): void {
  const [x, y] = flip(pick.place !== null ? table.places[pick.place]!.centre : pick.at, table.height);
  const [left, top] = [(x + MARGIN) * scale, (y + MARGIN) * scale];
  const edge = 60;
  if (left < scroller.scrollLeft + edge || left > scroller.scrollLeft + scroller.clientWidth - edge) {
    scroller.scrollLeft = left - scroller.clientWidth / 2;
  }
  if (top < scroller.scrollTop + edge || top > scroller.scrollTop + scroller.clientHeight - edge) {
    scroller.scrollTop = top - scroller.clientHeight / 2;
  }
}
