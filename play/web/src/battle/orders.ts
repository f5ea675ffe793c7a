// The legal decisions as the board shows them: which spots they name, which only turn a unit, which have no place.

import { distance, type Point } from "../geometry";
import type { Action, Piece, Sketch } from "../protocol/types";

/** What a spot of the board is in the decision at hand. */
export type SpotKind = "move" | "target" | "choose";

/** A spot that legal decisions name. */
export interface OrderSpot {
  key: string;
  kind: SpotKind;
  place: number | null;
  at: Point;
  actions: Action[];
  cost: number | null;
}

/** A decision that only turns a unit. */
export interface Turn {
  action: Action;
  at: Point;
  heading: number;
  /** How far from the unit's middle the handle lies. */
  away: number;
}

/** A decision's actions, sorted out for the board. */
export interface Orders {
  spots: OrderSpot[];
  turns: Turn[];
  /** Those that name no spot: `end`, `hold`. */
  others: Action[];
}

const has = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Sorts the actions out. */
export function sortOut(actions: Action[], pieces: Piece[]): Orders {
  const spots = new Map<string, OrderSpot>();
  const turns: Turn[] = [];
  const others: Action[] = [];
  const find = (id: number | null | undefined) => pieces.find((piece) => piece.id === id);
  for (const action of actions) {
    const { sketch } = action;
    const at = sketch.to ?? find(sketch.target)?.at;
    if (has(at)) {
      const key = has(sketch.place) ? `place ${sketch.place}` : `at ${at.join()}`;
      const spot = spots.get(key) ?? {
        key,
        kind: kindOf(sketch),
        place: sketch.place ?? null,
        at,
        actions: [],
        cost: sketch.cost ?? null,
      };
      spot.actions.push(action);
      spots.set(key, spot);
      continue;
    }
    const piece = find(sketch.piece);
    if (has(sketch.heading) && piece && has(piece.at)) {
      turns.push({
        action,
        at: piece.at,
        heading: sketch.heading,
        away: Math.max(piece.size[0], piece.size[1]) / 2 + 26,
      });
    } else {
      others.push(action);
    }
  }
  return { spots: [...spots.values()], turns, others };
}

function kindOf(sketch: Sketch): SpotKind {
  if (has(sketch.target)) {
    return "target";
  }
  return has(sketch.cost) || sketch.path.length > 1 ? "move" : "choose";
}

/** What a person points at. */
export interface Pick {
  place: number | null;
  piece: number | null;
  at: Point;
}

/** The spot of the decision that is pointed at: that of the place, or the nearest within reach of a finger. */
export function spotAt(orders: Orders, pick: Pick, reach: number): OrderSpot | undefined {
  const byPlace = orders.spots.find((spot) => has(spot.place) && spot.place === pick.place);
  if (byPlace) {
    return byPlace;
  }
  const free = orders.spots.filter((spot) => !has(spot.place) && distance(spot.at, pick.at) <= reach);
  return free.sort((a, b) => distance(a.at, pick.at) - distance(b.at, pick.at))[0];
}

/** The actions that belong to what is pointed at: those of its spot, and what its unit can do where it stands. */
export function actionsAt(orders: Orders, pick: Pick | null, reach: number): Action[] {
  if (pick === null) {
    return [];
  }
  const there = spotAt(orders, pick, reach)?.actions ?? [];
  const own = has(pick.piece)
    ? [...orders.turns.map((turn) => turn.action), ...orders.others].filter(
        (action) => action.sketch.piece === pick.piece,
      )
    : [];
  return [...there, ...own];
}
