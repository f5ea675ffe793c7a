// The paper, the neat line, the ground and the places.

import { flip, line } from "../geometry";
import type { Tabletop } from "../protocol/types";
import { memo } from "./memo";
import { Terrain } from "./Terrain";

/** Paper around the table, in hundredths. */
export const MARGIN = 34;

/** The paper, the neat line, the ground and the places: never drawn again. */
export const Sheet = memo(function Sheet({ table, title }: { table: Tabletop; title: string }) {
  const { width, height } = table;
  return (
    <g>
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 10 10"
          refX="7"
          refY="5"
          markerWidth="4"
          markerHeight="4"
          orient="auto-start-reverse"
        >
          <path class="arrowhead" d="M0 0 10 5 0 10 2.5 5Z" />
        </marker>
        <pattern id="hatch-fire" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path class="hatch" d="M0 0V12" />
        </pattern>
        <pattern id="hatch-close" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path class="hatch" d="M0 0V8" />
        </pattern>
        <clipPath id="table">
          <rect width={width} height={height} />
        </clipPath>
      </defs>
      <rect
        class="neat outer"
        x={-MARGIN + 6}
        y={-MARGIN + 6}
        width={width + 2 * MARGIN - 12}
        height={height + 2 * MARGIN - 12}
      />
      <rect class="ground" width={width} height={height} />
      <g clip-path="url(#table)">
        <Terrain table={table} />
      </g>
      <g class="places" aria-hidden="true">
        {table.places.map((place) => {
          const outline = place.outline.map((point) => flip(point, height));
          const left = Math.min(...outline.map((point) => point[0]));
          const top = Math.min(...outline.map((point) => point[1]));
          return (
            <g key={place.name}>
              <path d={line(outline, true)} data-place={place.name} />
              <text x={left + 5} y={top + 15}>
                {place.name}
              </text>
            </g>
          );
        })}
      </g>
      <rect class="neat" width={width} height={height} />
      <g class="margin" aria-hidden="true">
        <text class="sheet-title" x={2} y={-11}>
          {title}
        </text>
        <g transform={`translate(${width - 12} -15)`}>
          <path d="M0-11 5 8 0 4.5-5 8Z" />
          <text x={-15} y={5}>
            N
          </text>
        </g>
        <g transform={`translate(${width - 202} ${height + 15})`}>
          {[0, 1, 2, 3].map((part) => (
            <path key={part} class={part % 2 === 0 ? "dark" : "light"} d={`M${part * 50}-4h50v7h-50Z`} />
          ))}
          <text
            class="scale-words"
            x={-8}
            y={4}
          >{`two ${table.unit}${table.unit.endsWith("x") || table.unit.endsWith("h") ? "es" : "s"}`}</text>
        </g>
      </g>
    </g>
  );
});
