// What keys do while a battle is open.

import type { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import { actionsAt } from "../battle/orders";
import { focusBoard, useKeys } from "../keys";
import { order } from "../panels/Orders";

/** What the panel beside the board shows. */
export type Tab = "orders" | "log" | "forces" | "why" | "text";

/** Keys and what they do, for people. */
export const KEYS: [string, string][] = [
  ["b", "to the board"],
  ["← ↑ → ↓", "move the cursor over the board"],
  ["n, N", "the next or last place with an order"],
  ["Enter", "point there; once more gives the order"],
  ["1 – 9", "give an order of those listed for the place"],
  ["Escape", "let go"],
  ["/", "type to find an order in the list"],
  ["Space", "pause or go on while others act"],
  [". ,", "one step on, one step back"],
  ["u, h, e", "undo, hint, enemy reach"],
  ["o, l, f, w, t", "orders, log, forces, why, text"],
];

/** Listens to them. */
export function useShortcuts(battle: Battle, state: BattleState, setTab: (tab: Tab) => void): void {
  useKeys((event) => {
    const isButton = (event.target as HTMLElement).closest("button, a, [role=tab]") !== null;
    const { situation, busy } = state;
    const acts: Record<string, () => void> = {
      "/": () => {
        setTab("orders");
        setTimeout(() => document.getElementById("filter")?.focus(), 0);
      },
      b: focusBoard,
      Escape: () => {
        battle.pointing.clear();
        focusBoard();
      },
      u: () => void (situation.undo.allowed && battle.undo()),
      h: () => void (situation.decision !== null && busy === "" && battle.askHint()),
      e: () => void battle.pointing.showThreat(state.threat === null),
      ".": () => battle.showing.step(1),
      ",": () => battle.showing.step(-1),
      o: () => setTab("orders"),
      l: () => setTab("log"),
      f: () => setTab("forces"),
      w: () => setTab("why"),
      t: () => setTab("text"),
    };
    if (/^[1-9]$/.test(event.key)) {
      const action = actionsAt(state.orders, state.pick, 60)[Number(event.key) - 1];
      if (action && busy === "") {
        event.preventDefault();
        order(battle, action);
      }
      return;
    }
    if (event.key === " " && !isButton && !battle.showing.isCurrent) {
      event.preventDefault();
      battle.showing.pause(!state.paused);
      return;
    }
    const act = acts[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
}
