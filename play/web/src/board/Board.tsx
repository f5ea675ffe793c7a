// The table as a map sheet: drawn from plain geometry, pointed at by mouse, finger or arrow keys.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { type OrderSpot, type Orders, type Pick, spotAt } from "../battle/orders";
import { distance, flip, line, narrowest, nearestToward, type Point } from "../geometry";
import type { Action, Piece, Reach, Sketch, Tabletop } from "../protocol/types";
import { type Block, blocks, isOn } from "./frame";
import { memo } from "./memo";
import { handle, ReachView, SketchView, SpotsView, TargetsView, ThreatView, TurnsView } from "./Overlay";
import { Terrain } from "./Terrain";
import { Unit } from "./Unit";
import { pickWords, placeAt } from "./words";

interface Props {
  /** What the sheet is called. */
  title: string;
  table: Tabletop;
  pieces: Piece[];
  sides: [string, string];
  /** What is shown of an entry of the log, if the board shows one. */
  shown?: Sketch | null;
  orders?: Orders;
  pick?: Pick | null;
  chosen?: Action | null;
  reach?: Reach | null;
  threat?: Reach[] | null;
  hint?: Sketch | null;
  onPick?: (pick: Pick | null) => void;
  onTurn?: (action: Action) => void;
  /** Enter on what is pointed at already. */
  onAgain?: (pick: Pick) => void;
}

/** Paper around the table. */
const MARGIN = 34;
/** No place is drawn smaller than this, in CSS pixels. */
const LEAST = 30;
const NO_ORDERS: Orders = { spots: [], turns: [], others: [] };
const ARROWS: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function Board(props: Props) {
  const { table, pieces, sides, orders = NO_ORDERS, pick = null, onPick } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [scale, zoom] = useScale(table, scroller);
  const [cursor, setCursor] = useState<Pick | null>(null);
  const [hover, setHover] = useState<Pick | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const byKeys = useByKeys();
  const units = useMemo(() => blocks(pieces, table), [pieces, table]);
  const finger = 24 / scale;

  const pointAt = (x: number, y: number): Pick => {
    const svg = scroller.current!.querySelector("svg")!;
    const box = svg.getBoundingClientRect();
    const drawn: Point = [(x - box.left) / scale - MARGIN, (y - box.top) / scale - MARGIN];
    const at = flip(drawn, table.height);
    const place = placeAt(table, at);
    return { place, at, piece: pieceAt(units, drawn, place, finger) };
  };

  const onClick = (event: MouseEvent) => {
    const pointed = pointAt(event.clientX, event.clientY);
    const turn = turnAt(table, orders, pointed.at, finger);
    if (turn) {
      props.onTurn?.(turn);
      return;
    }
    setCursor(pointed);
    choose(pointed);
  };

  const choose = (pointed: Pick) => {
    const again = pick !== null && same(pick, pointed, orders, finger);
    if (again) {
      props.onAgain?.(pointed);
    } else {
      onPick?.(pointed);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const next = moved(table, units, orders, cursor ?? start(table, pieces, orders), way);
      setCursor(next);
      intoView(scroller.current!, next, table, scale);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const at = cursor ?? start(table, pieces, orders);
      setCursor(at);
      choose(at);
    } else if (event.key === "n" || event.key === "N") {
      event.preventDefault();
      const next = nextSpot(table, units, orders, cursor, event.key === "n" ? 1 : -1);
      if (next) {
        setCursor(next);
        intoView(scroller.current!, next, table, scale);
      }
    }
  };

  // What is asked or told comes into view by itself.
  const subject = props.shown?.to ?? whereIs(pieces, props.shown?.target ?? props.shown?.piece) ?? orders.spots[0]?.at ?? orders.turns[0]?.at ?? null;
  useEffect(() => {
    if (subject && scroller.current) {
      intoView(scroller.current, { place: null, piece: null, at: subject }, table, scale);
    }
  }, [subject?.join(), orders, table, scale > 0]);

  const preview = previewed(props, orders, hover, finger);
  const width = table.width + 2 * MARGIN;
  const height = table.height + 2 * MARGIN;
  const at = hasFocus && byKeys ? cursor : null;
  return (
    <div class="board">
      <div class="sheet" ref={scroller}>
        <svg
          class={byKeys ? "map by-keys" : "map"}
          role="application"
          aria-roledescription="map"
          aria-label="Board. Arrow keys move the cursor, Enter points, n goes to the next unit or place with an order, Escape lets go."
          aria-describedby="cursor-words"
          tabIndex={0}
          viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
          width={width * scale}
          height={height * scale}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onPointerMove={(event) => {
            if (event.pointerType === "mouse") {
              const next = pointAt(event.clientX, event.clientY);
              if (next.place === null || next.place !== hover?.place) {
                setHover(next);
              }
            }
          }}
          onPointerLeave={() => setHover(null)}
        >
          <Sheet table={table} title={props.title} />
          {props.threat && <ThreatView table={table} threat={props.threat} />}
          {props.reach && <ReachView table={table} reach={props.reach} withMoves={!orders.spots.some((spot) => spot.kind === "move")} />}
          <SpotsView table={table} spots={orders.spots} />
          {pick && <PlaceMark table={table} pick={pick} kind="picked" />}
          {props.hint && <g class="hinted"><PointMark table={table} sketch={props.hint} /><SketchView table={table} sketch={props.hint} from={whereIs(pieces, props.hint.piece)} /></g>}
          <g class="units" aria-hidden="true">
            {[...units].sort((a, b) => a.piece.id - b.piece.id).map((block) => (
              <MovingUnit key={block.piece.id} {...spread(block)} piece={block.piece} state={stateOf(block.piece, props, pick)} ready={isReady(block.piece, orders)} />
            ))}
          </g>
          <TargetsView table={table} spots={orders.spots} />
          {props.shown && <g class="told"><PointMark table={table} sketch={props.shown} /><SketchView table={table} sketch={props.shown} from={whereIs(pieces, props.shown.piece)} /></g>}
          {preview && <SketchView table={table} sketch={preview} from={whereIs(pieces, preview.piece)} />}
          <TurnsView table={table} turns={orders.turns} />
          {at && <PlaceMark table={table} pick={at} kind="cursor" />}
        </svg>
      </div>
      <div class="zoom" role="group" aria-label="Size of the board">
        <button type="button" title="Larger" aria-label="Larger" onClick={() => zoom(1.25)}><Icon d="M-6 0H6M0-6V6" /></button>
        <button type="button" title="Smaller" aria-label="Smaller" onClick={() => zoom(0.8)}><Icon d="M-6 0H6" /></button>
        <button type="button" title="Whole board" aria-label="Whole board" onClick={() => zoom(0)}><Icon d="M-7-3V-7H-3M3-7H7V-3M7 3V7H3M-3 7H-7V3" /></button>
      </div>
      <p id="cursor-words" class="cursor-words" aria-live="polite">
        {cursor ? `${pickWords(table, pieces, sides, cursor)}${orderCount(orders, cursor, finger)}` : hover && hover.place !== null ? pickWords(table, pieces, sides, hover) : ""}
      </p>
    </div>
  );
}

function Icon({ d }: { d: string }) {
  return <svg class="icon" viewBox="-10 -10 20 20" width="18" height="18" aria-hidden="true"><path d={d} /></svg>;
}

/** Only what moves is drawn again when something moves. */
const MovingUnit = memo(function MovingUnit({ piece, x, y, width, depth, turn, state, ready }: Omit<Block, "piece"> & { piece: Piece; state: "selected" | "target" | "acting" | ""; ready: boolean }) {
  return <Unit block={{ piece, x, y, width, depth, turn }} state={state} ready={ready} />;
});

function spread({ x, y, width, depth, turn }: Block): Omit<Block, "piece"> {
  return { x, y, width, depth, turn };
}

/** The paper, the neat line, the ground and the places: never drawn again. */
const Sheet = memo(function Sheet({ table, title }: { table: Tabletop; title: string }) {
  const { width, height } = table;
  return (
    <g>
      <defs>
        <marker id="arrow" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto-start-reverse">
          <path class="arrowhead" d="M0 0 10 5 0 10 2.5 5Z" />
        </marker>
        <pattern id="hatch-fire" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path class="hatch" d="M0 0V12" />
        </pattern>
        <pattern id="hatch-close" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path class="hatch" d="M0 0V8" />
        </pattern>
        <clipPath id="table"><rect width={width} height={height} /></clipPath>
      </defs>
      <rect class="neat outer" x={-MARGIN + 6} y={-MARGIN + 6} width={width + 2 * MARGIN - 12} height={height + 2 * MARGIN - 12} />
      <rect class="ground" width={width} height={height} />
      <g clip-path="url(#table)"><Terrain table={table} /></g>
      <g class="places" aria-hidden="true">
        {table.places.map((place) => {
          const outline = place.outline.map((point) => flip(point, height));
          const left = Math.min(...outline.map((point) => point[0]));
          const top = Math.min(...outline.map((point) => point[1]));
          return (
            <g key={place.name}>
              <path d={line(outline, true)} data-place={place.name} />
              <text x={left + 5} y={top + 15}>{place.name}</text>
            </g>
          );
        })}
      </g>
      <rect class="neat" width={width} height={height} />
      <g class="margin" aria-hidden="true">
        <text class="sheet-title" x={2} y={-11}>{title}</text>
        <g transform={`translate(${width - 12} -15)`}>
          <path d="M0-11 5 8 0 4.5-5 8Z" />
          <text x={-15} y={5}>N</text>
        </g>
        <g transform={`translate(${width - 202} ${height + 15})`}>
          {[0, 1, 2, 3].map((part) => <path key={part} class={part % 2 === 0 ? "dark" : "light"} d={`M${part * 50}-4h50v7h-50Z`} />)}
          <text class="scale-words" x={-8} y={4}>{`two ${table.unit}${table.unit.endsWith("x") || table.unit.endsWith("h") ? "es" : "s"}`}</text>
        </g>
      </g>
    </g>
  );
});

/** How large the board is drawn, in CSS pixels for a hundredth; and a way to change it. */
function useScale(table: Tabletop, scroller: { current: HTMLDivElement | null }): [number, (factor: number) => void] {
  const [size, setSize] = useState<[number, number]>([0, 0]);
  const [factor, setFactor] = useState(1);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => setSize([element.clientWidth, element.clientHeight]);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const smallest = table.places.length > 0 ? narrowest(table.places.map((place) => place.outline)) : 50;
  const least = LEAST / smallest;
  const [width, height] = [table.width + 2 * MARGIN, table.height + 2 * MARGIN];
  const [across, down] = [size[0] / width, Math.max(size[1], 200) / height];
  // Where the whole board would be too small it is scrolled, and may as well be as high as there is room.
  const fit = across >= least ? Math.min(across, down) : Math.min(down, 1.5 * least);
  const scale = Math.max(least, Math.min(fit * factor, 4));
  const zoom = (by: number) => setFactor(by === 0 ? 1 : Math.max(1, Math.min((scale / Math.max(fit, 0.01)) * by, 6)));
  return [scale, zoom];
}

function pieceAt(units: Block[], drawn: Point, place: number | null, finger: number): number | null {
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

function turnAt(table: Tabletop, orders: Orders, at: Point, finger: number): Action | undefined {
  const drawn = flip(at, table.height);
  return orders.turns.find((turn) => distance(handle(table, turn), drawn) <= Math.max(24, finger / 2))?.action;
}

/** Whether two picks mean the same: the same spot of the decision, or the same unit or place. */
function same(a: Pick, b: Pick, orders: Orders, finger: number): boolean {
  const [one, other] = [spotAt(orders, a, finger), spotAt(orders, b, finger)];
  if (one ?? other) {
    return one === other;
  }
  return a.piece !== null ? a.piece === b.piece : a.place !== null && a.place === b.place;
}

/** Where the cursor begins: at the first order, or in the middle. */
function start(table: Tabletop, pieces: Piece[], orders: Orders): Pick {
  const at = orders.spots[0]?.at ?? orders.turns[0]?.at ?? pieces.find((piece) => piece.at && piece.can_act)?.at ?? [table.width / 2, table.height / 2];
  return standingAt(table, pieces, at);
}

function standingAt(table: Tabletop, pieces: Piece[], at: Point): Pick {
  const place = placeAt(table, at);
  const there = pieces.filter((piece) => piece.at && (place !== null ? piece.place === place : distance(piece.at, at) < 1));
  return { place, at, piece: there.sort((a, b) => a.rank - b.rank)[0]?.id ?? null };
}

function stops(table: Tabletop, units: Block[], orders: Orders): Point[] {
  if (table.places.length > 0) {
    return table.places.map((place) => place.centre);
  }
  return [...units.map((block) => block.piece.at!), ...orders.spots.map((spot) => spot.at)];
}

function moved(table: Tabletop, units: Block[], orders: Orders, from: Pick, way: Point): Pick {
  const points = stops(table, units, orders);
  const origin = from.place !== null ? table.places[from.place]!.centre : from.at;
  const next = nearestToward(origin, points, way);
  return next === undefined ? from : standingAt(table, units.map((block) => block.piece), points[next]!);
}

function nextSpot(table: Tabletop, units: Block[], orders: Orders, from: Pick | null, by: 1 | -1): Pick | null {
  const points = orders.spots.map((spot) => spot.at);
  if (points.length === 0) {
    return null;
  }
  const here = from === null ? -1 : orders.spots.findIndex((spot) => (spot.place !== null ? spot.place === from.place : distance(spot.at, from.at) < 1));
  const index = (here + by + points.length) % points.length;
  return standingAt(table, units.map((block) => block.piece), points[here < 0 && by < 0 ? points.length - 1 : index]!);
}

function intoView(scroller: HTMLDivElement, pick: Pick, table: Tabletop, scale: number): void {
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

function orderCount(orders: Orders, pick: Pick, finger: number): string {
  const count = spotAt(orders, pick, finger)?.actions.length ?? 0;
  return count === 0 ? "" : count === 1 ? " 1 order." : ` ${count} orders.`;
}

function whereIs(pieces: Piece[], id: number | null | undefined): Point | null {
  return pieces.find((piece) => piece.id === id)?.at ?? null;
}

/** What the board draws of an order before it is given. */
function previewed({ chosen, pick, reach }: Props, orders: Orders, hover: Pick | null, finger: number): Partial<Sketch> | null {
  if (chosen) {
    return chosen.sketch;
  }
  const spot: OrderSpot | undefined = (hover && spotAt(orders, hover, finger)) ?? (pick ? spotAt(orders, pick, finger) : undefined);
  if (spot && spot.kind !== "choose") {
    return spot.actions[0]!.sketch;
  }
  const could = hover && reach?.moves.find((move) => (move.place !== null && move.place !== undefined ? move.place === hover.place : distance(move.at, hover.at) <= finger));
  return could ? { path: could.path, cost: could.cost, to: could.at } : null;
}

function stateOf(piece: Piece, { chosen, shown }: Props, pick: Pick | null): "selected" | "target" | "acting" | "" {
  const sketch = chosen?.sketch ?? shown;
  if (sketch?.target === piece.id) {
    return "target";
  }
  if (pick?.piece === piece.id) {
    return "selected";
  }
  return sketch?.piece === piece.id || piece.marks.includes("acting") ? "acting" : "";
}

function isReady(piece: Piece, orders: Orders): boolean {
  return orders.spots.some((spot) => spot.kind === "choose" && spot.place !== null && spot.place === piece.place) || (piece.can_act && orders.spots.length > 0);
}

function PlaceMark({ table, pick, kind }: { table: Tabletop; pick: Pick; kind: "picked" | "cursor" }) {
  const place = pick.place === null ? null : table.places[pick.place]!;
  const [x, y] = flip(pick.at, table.height);
  return (
    <g class={kind} aria-hidden="true">
      {place ? <path d={line(place.outline.map((point) => flip(point, table.height)), true)} /> : <circle cx={x} cy={y} r={34} />}
    </g>
  );
}

/** The place that a sketch names. */
function PointMark({ table, sketch }: { table: Tabletop; sketch: Sketch }) {
  if (sketch.place === null || sketch.place === undefined) {
    return null;
  }
  return <path class="named" d={line(table.places[sketch.place]!.outline.map((point) => flip(point, table.height)), true)} />;
}

/** Whether the person used keys last: only then is the cursor in the way of nothing. */
function useByKeys(): boolean {
  const [byKeys, setByKeys] = useState(false);
  useEffect(() => {
    const key = () => setByKeys(true);
    const pointer = () => setByKeys(false);
    document.addEventListener("keydown", key, true);
    document.addEventListener("pointerdown", pointer, true);
    return () => {
      document.removeEventListener("keydown", key, true);
      document.removeEventListener("pointerdown", pointer, true);
    };
  }, []);
  return byKeys;
}

/** Puts the focus on the board. */
export function focusBoard(): void {
  document.querySelector<SVGSVGElement>("svg.map")?.focus({ preventScroll: true });
}

/** Keeps a listener on the whole page while a component is shown. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.closest("input, select, textarea, dialog") !== null;
      if (!isTyping && !event.altKey && !event.ctrlKey && !event.metaKey) {
        onKey(event);
      }
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  });
}
