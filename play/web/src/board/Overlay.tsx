// What is drawn over the table for a moment: reach, orders, paths, the cursor.

import type { OrderSpot, Pick, Turn } from "../battle/orders";
import { borders, flip, line, type Point, rounded } from "../geometry";
import type { Reach2 as Reach, Sketch, Spot, Tabletop, ZoneKind } from "../protocol/types";
import type { Move } from "../battle/playback";
import { memo } from "./memo";

/** The outlines of an area: its places', or its own. */
function outlines(table: Tabletop, places: number[], outline: Point[]): Point[][] {
  const areas = places.map((place) => table.places[place]!.outline);
  return (outline.length > 0 ? [...areas, outline] : areas).map((area) =>
    area.map((point) => flip(point, table.height)),
  );
}

/** Areas as one path. */
function border(areas: Point[][]): string {
  return borders(areas)
    .map((loop) => rounded(loop, 6))
    .join("");
}

/** Where a unit could go and what it could attack. */
export const ReachView = memo(function ReachView({
  table,
  reach,
  withMoves,
}: {
  table: Tabletop;
  reach: Reach;
  withMoves: boolean;
}) {
  const zone = (kind: ZoneKind) =>
    reach.zones.filter((one) => one.kind === kind).flatMap((one) => outlines(table, one.places, one.outline));
  return (
    <g class="reach" aria-hidden="true">
      {(["fire", "close", "arc"] as const).map((kind) => (
        <path key={kind} class={`zone ${kind}`} d={border(zone(kind))} />
      ))}
      {withMoves && reach.moves.map((spot, i) => <MoveSpot key={i} table={table} spot={spot} />)}
    </g>
  );
});

function MoveSpot({ table, spot }: { table: Tabletop; spot: Spot }) {
  const [x, y] = flip(spot.at, table.height);
  return (
    <g class="could">
      <circle cx={x} cy={y} r={11} />
      <text x={x} y={y} dy="0.35em">
        {spot.cost}
      </text>
    </g>
  );
}

/** What several enemies could attack, as one area each for fire and close quarters. */
export const ThreatView = memo(function ThreatView({ table, threat }: { table: Tabletop; threat: Reach[] }) {
  const zone = (kind: ZoneKind) => {
    const zones = threat.flatMap((reach) => reach.zones.filter((one) => one.kind === kind));
    const places = [...new Set(zones.flatMap((one) => one.places))];
    return [
      ...outlines(table, places, []),
      ...zones
        .filter((one) => one.outline.length > 0)
        .map((one) => one.outline.map((point) => flip(point, table.height))),
    ];
  };
  return (
    <g class="threat" aria-hidden="true">
      <path class="zone fire" d={border(zone("fire"))} />
      <path class="zone close" d={border(zone("close"))} />
    </g>
  );
});

/** The spots of the decision at hand, under the units. */
export const SpotsView = memo(function SpotsView({ table, spots }: { table: Tabletop; spots: OrderSpot[] }) {
  return (
    <g class="spots" aria-hidden="true">
      {spots.map((spot) => {
        const [x, y] = flip(spot.at, table.height);
        const outline =
          spot.place === null ? null : table.places[spot.place]!.outline.map((point) => flip(point, table.height));
        return (
          <g key={spot.key} class={`spot ${spot.kind}`} data-spot={spot.key}>
            {outline ? <path d={line(outline, true)} /> : <circle cx={x} cy={y} r={26} />}
            {spot.kind === "move" && spot.cost !== null && (
              <text x={x} y={y} dy="0.35em">
                {spot.cost}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
});

/** Rings around targets, over the units. */
export const TargetsView = memo(function TargetsView({ table, spots }: { table: Tabletop; spots: OrderSpot[] }) {
  return (
    <g class="targets" aria-hidden="true">
      {spots
        .filter((spot) => spot.kind === "target")
        .map((spot) => {
          const [x, y] = flip(spot.at, table.height);
          return (
            <g key={spot.key} transform={`translate(${x} ${y})`}>
              <circle r={40} />
              <path d="M0-48V-32M0 48V32M-48 0H-32M48 0H32" />
            </g>
          );
        })}
    </g>
  );
});

/** Handles around a unit that turn it. */
export function TurnsView({ table, turns }: { table: Tabletop; turns: Turn[] }) {
  return (
    <g class="turns" aria-hidden="true">
      {turns.map((turn) => {
        const [x, y] = handle(table, turn);
        return (
          <g
            key={turn.action.index}
            data-turn={turn.action.notation}
            transform={`translate(${x} ${y}) rotate(${turn.heading})`}
          >
            <circle r={24} />
            <path d="M0-14 11 6 0 1-11 6Z" />
          </g>
        );
      })}
    </g>
  );
}

/** Where a turning handle lies in the drawing. */
export function handle(table: Tabletop, turn: Turn): Point {
  const angle = (turn.heading * Math.PI) / 180;
  const [x, y] = flip(turn.at, table.height);
  return [x + Math.sin(angle) * turn.away, y - Math.cos(angle) * turn.away];
}

/** What an order would do: the way, what it costs, whom it is aimed at. */
export function SketchView({ table, sketch, from }: { table: Tabletop; sketch: Partial<Sketch>; from: Point | null }) {
  const path = (sketch.path ?? []).map((point) => flip(point, table.height));
  const to = sketch.to ? flip(sketch.to, table.height) : path[path.length - 1];
  const isAimed = sketch.target !== null && sketch.target !== undefined;
  const aim = isAimed && from && to ? [flip(from, table.height), to] : [];
  const way = isAimed ? aim : path;
  return (
    <g class={isAimed ? "sketch aim" : "sketch way"} aria-hidden="true">
      {way.length > 1 && <path class="line" d={line(way, false)} marker-end="url(#arrow)" />}
      {!isAimed && to && sketch.cost !== null && sketch.cost !== undefined && path.length > 1 && (
        <g class="cost" transform={`translate(${to[0]} ${to[1]})`}>
          <circle r={17} />
          <text dy="0.35em">{sketch.cost}</text>
        </g>
      )}
    </g>
  );
}

/** The ways that units have gone: as the decision draws it, and else straight from where they were. */
export function WaysView({ table, sketch, moves }: { table: Tabletop; sketch: Sketch | null; moves: Move[] }) {
  return (
    <>
      {moves.map(({ piece, seat, from, to }) => {
        const isDrawn = sketch?.piece === piece && sketch.path.length > 1;
        return (
          <g key={piece} class={`gone ${seat}`}>
            <SketchView table={table} sketch={{ path: isDrawn ? sketch.path : [from, to] }} from={null} />
          </g>
        );
      })}
    </>
  );
}

/** The place that is pointed at, or where the cursor is. */
export function PlaceMark({ table, pick, kind }: { table: Tabletop; pick: Pick; kind: "picked" | "cursor" }) {
  const place = pick.place === null ? null : table.places[pick.place]!;
  const [x, y] = flip(pick.at, table.height);
  return (
    <g class={kind} aria-hidden="true">
      {place ? (
        <path
          d={line(
            place.outline.map((point) => flip(point, table.height)),
            true,
          )}
        />
      ) : (
        <circle cx={x} cy={y} r={34} />
      )}
    </g>
  );
}

/** The place that a sketch names. */
export function PointMark({ table, sketch }: { table: Tabletop; sketch: Sketch }) {
  if (sketch.place === null || sketch.place === undefined) {
    return null;
  }
  return (
    <path
      class="named"
      d={line(
        table.places[sketch.place]!.outline.map((point) => flip(point, table.height)),
        true,
      )}
    />
  );
}
