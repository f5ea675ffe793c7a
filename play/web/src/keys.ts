// Keys that work wherever the focus is, and whether the person uses keys at all.

import { useEffect, useState } from "preact/hooks";

/** Whether the person used keys last: only then is the cursor in the way of nothing. */
export function useByKeys(): boolean {
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
