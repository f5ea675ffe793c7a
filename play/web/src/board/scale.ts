// How large the board is drawn.

import { useLayoutEffect, useState } from "preact/hooks";

import { narrowest } from "../geometry";
import type { Tabletop } from "../protocol/types";
import { MARGIN } from "./Sheet";

/** No place is drawn smaller than this, in CSS pixels. */
const LEAST = 30;

/** How large the board is drawn, in CSS pixels for a hundredth; and a way to change it. */
export function useScale(
  table: Tabletop,
  scroller: { current: HTMLDivElement | null },
): [number, (factor: number) => void] {
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
