// What lies where, in words.

import type { Pick } from "../battle/orders";
import { contains, distance, type Point } from "../geometry";
import type { Piece, Tabletop } from "../protocol/types";

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A heading as a wind. */
export function wind(heading: number): string {
  return WINDS[Math.round(heading / 45) % 8]!;
}

/** The place at a point of the table. */
export function placeAt(table: Tabletop, at: Point): number | null {
  const index = table.places.findIndex((place) => contains(place.outline, at));
  return index < 0 ? null : index;
}

/** The units at a place, or near a point where there are no places; those in front first. */
export function unitsAt(pieces: Piece[], pick: Pick, reach = 60): Piece[] {
  const near = (piece: Piece) =>
    pick.place !== null ? piece.place === pick.place : distance(piece.at!, pick.at) <= reach;
  return pieces.filter((piece) => piece.at && near(piece)).sort((a, b) => a.rank - b.rank);
}

/** A unit in one line. */
export function unitWords(piece: Piece, sides: [string, string]): string {
  const parts = [`${piece.name}, ${sides[piece.seat === "first" ? 0 : 1]}`, piece.class, `value ${piece.value}`];
  if (piece.strength) {
    parts.push(`strength ${piece.strength[0]} of ${piece.strength[1]}`);
  }
  if (piece.heading !== null && piece.heading !== undefined) {
    parts.push(`facing ${wind(piece.heading)}`);
  }
  if (piece.rank > 0) {
    parts.push("behind");
  }
  if (piece.can_act) {
    parts.push("may act");
  }
  return [...parts, ...piece.marks].join(", ");
}

/** A place and who stands there, in one or two sentences. */
export function pickWords(table: Tabletop, pieces: Piece[], sides: [string, string], pick: Pick): string {
  const place = pick.place === null ? undefined : table.places[pick.place];
  const ground = place
    ? `${place.name}, ${place.words}.`
    : `${(pick.at[0] / 100).toFixed(1)} by ${(pick.at[1] / 100).toFixed(1)} ${table.unit}.`;
  const units = unitsAt(pieces, pick).map((piece) => `${unitWords(piece, sides)}.`);
  return [ground, ...units].join(" ");
}
