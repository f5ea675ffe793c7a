// The table as a map sheet: drawn from plain geometry, pointed at by mouse, finger or arrow keys.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { type OrderSpot, type Orders, type Pick, spotAt } from "../battle/orders";
import type { Move } from "../battle/playback";
import { distance, flip, type Point } from "../geometry";
import { useByKeys } from "../keys";
import type { Action, Piece, Reach2 as Reach, Sketch, Tabletop } from "../protocol/types";
import { type Block, blocks } from "./frame";
import { memo } from "./memo";
import {
  PlaceMark,
  PointMark,
  ReachView,
  SketchView,
  SpotsView,
  TargetsView,
  ThreatView,
  TurnsView,
  WaysView,
} from "./Overlay";
import { intoView, moved, nextSpot, pieceAt, same, start, turnAt } from "./point";
import { useScale } from "./scale";
import { MARGIN, Sheet } from "./Sheet";
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
  /** Who moved at that entry. */
  moves?: Move[];
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
  const subject =
    props.moves?.[0]?.to ??
    props.shown?.to ??
    whereIs(pieces, props.shown?.target ?? props.shown?.piece) ??
    orders.spots[0]?.at ??
    orders.turns[0]?.at ??
    null;
  useEffect(() => {
    if (subject && scroller.current) {
      intoView(scroller.current, { place: null, piece: null, at: subject }, table, scale);
    }
  }, [subject?.join(), orders, table, scale > 0]);

  const preview = previewed(props, orders, hover, finger);
  const isAimed = typeof props.shown?.target === "number";
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
          {props.reach && (
            <ReachView
              table={table}
              reach={props.reach}
              withMoves={!orders.spots.some((spot) => spot.kind === "move")}
            />
          )}
          <SpotsView table={table} spots={orders.spots} />
          {pick && <PlaceMark table={table} pick={pick} kind="picked" />}
          {props.hint && (
            <g class="hinted">
              <PointMark table={table} sketch={props.hint} />
              <SketchView table={table} sketch={props.hint} from={whereIs(pieces, props.hint.piece)} />
            </g>
          )}
          {/* Whoever went there lies over the end of the way. */}
          {props.shown && <PointMark table={table} sketch={props.shown} />}
          {!isAimed && <WaysView table={table} sketch={props.shown ?? null} moves={props.moves ?? []} />}
          <g class="units" aria-hidden="true">
            {[...units]
              .sort((a, b) => a.piece.id - b.piece.id)
              .map((block) => (
                <MovingUnit
                  key={block.piece.id}
                  {...spread(block)}
                  piece={block.piece}
                  state={stateOf(block.piece, props, pick)}
                  ready={isReady(block.piece, orders)}
                />
              ))}
          </g>
          <TargetsView table={table} spots={orders.spots} />
          {isAimed && <SketchView table={table} sketch={props.shown!} from={whereIs(pieces, props.shown!.piece)} />}
          {preview && <SketchView table={table} sketch={preview} from={whereIs(pieces, preview.piece)} />}
          <TurnsView table={table} turns={orders.turns} />
          {at && <PlaceMark table={table} pick={at} kind="cursor" />}
        </svg>
      </div>
      <div class="zoom" role="group" aria-label="Size of the board">
        <button type="button" title="Larger" aria-label="Larger" onClick={() => zoom(1.25)}>
          <Icon d="M-6 0H6M0-6V6" />
        </button>
        <button type="button" title="Smaller" aria-label="Smaller" onClick={() => zoom(0.8)}>
          <Icon d="M-6 0H6" />
        </button>
        <button type="button" title="Whole board" aria-label="Whole board" onClick={() => zoom(0)}>
          <Icon d="M-7-3V-7H-3M3-7H7V-3M7 3V7H3M-3 7H-7V3" />
        </button>
      </div>
      <p id="cursor-words" class="cursor-words" aria-live="polite">
        {cursor
          ? `${pickWords(table, pieces, sides, cursor)}${orderCount(orders, cursor, finger)}`
          : hover && hover.place !== null
            ? pickWords(table, pieces, sides, hover)
            : ""}
      </p>
    </div>
  );
}

function Icon({ d }: { d: string }) {
  return (
    <svg class="icon" viewBox="-10 -10 20 20" width="18" height="18" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** Only what moves is drawn again when something moves. */
const MovingUnit = memo(function MovingUnit({
  piece,
  x,
  y,
  width,
  depth,
  turn,
  state,
  ready,
}: Omit<Block, "piece"> & { piece: Piece; state: "selected" | "target" | "acting" | ""; ready: boolean }) {
  return <Unit block={{ piece, x, y, width, depth, turn }} state={state} ready={ready} />;
});

function spread({ x, y, width, depth, turn }: Block): Omit<Block, "piece"> {
  return { x, y, width, depth, turn };
}

function orderCount(orders: Orders, pick: Pick, finger: number): string {
  const count = spotAt(orders, pick, finger)?.actions.length ?? 0;
  return count === 0 ? "" : count === 1 ? " 1 order." : ` ${count} orders.`;
}

function whereIs(pieces: Piece[], id: number | null | undefined): Point | null {
  return pieces.find((piece) => piece.id === id)?.at ?? null;
}

/** What the board draws of an order before it is given. */
function previewed(
  { chosen, pick, reach }: Props,
  orders: Orders,
  hover: Pick | null,
  finger: number,
): Partial<Sketch> | null {
  if (chosen) {
    return chosen.sketch;
  }
  const spot: OrderSpot | undefined =
    (hover && spotAt(orders, hover, finger)) ?? (pick ? spotAt(orders, pick, finger) : undefined);
  if (spot && spot.kind !== "choose") {
    return spot.actions[0]!.sketch;
  }
  const could =
    hover &&
    reach?.moves.find((move) =>
      move.place !== null && move.place !== undefined
        ? move.place === hover.place
        : distance(move.at, hover.at) <= finger,
    );
  return could ? { path: could.path, cost: could.cost, to: could.at } : null;
}

function stateOf(
  piece: Piece,
  { chosen, shown, moves }: Props,
  pick: Pick | null,
): "selected" | "target" | "acting" | "" {
  const sketch = chosen?.sketch ?? shown;
  if (sketch?.target === piece.id) {
    return "target";
  }
  if (pick?.piece === piece.id) {
    return "selected";
  }
  const isMoving = moves?.some((move) => move.piece === piece.id) ?? false;
  return sketch?.piece === piece.id || isMoving || piece.marks.includes("acting") ? "acting" : "";
}

function isReady(piece: Piece, orders: Orders): boolean {
  return (
    orders.spots.some((spot) => spot.kind === "choose" && spot.place !== null && spot.place === piece.place) ||
    (piece.can_act && orders.spots.length > 0)
  );
}
