// All that the page draws of a battle.

import type {
  Action,
  Chances,
  Entry,
  Explained,
  Hint,
  Reach2 as Reach,
  Situation,
  Tabletop,
  Thinking,
  Tokens,
} from "../protocol/types";
import * as kept from "./kept";
import type { Orders, Pick } from "./orders";

/** What can be asked about the thing that is pointed at. */
interface Asked {
  reach: { piece: number; reach: Reach | null } | null;
  odds: { action: number; words: string; odds: Chances | null } | null;
}

export interface BattleState extends Asked {
  situation: Situation;
  table: Tabletop;
  log: Entry[];
  /** So many entries of the log are shown. */
  shown: number;
  paused: boolean;
  settings: kept.Settings;
  orders: Orders;
  pick: Pick | null;
  /** The action that waits for a confirmation or is previewed. */
  chosen: Action | null;
  /** The union of what the enemy could attack, on demand. */
  threat: Reach[] | null;
  hint: Hint | null;
  explained: Explained | null;
  thinking: Thinking | null;
  /** A request is under way: which. */
  busy: string;
  /** What went wrong, in one line. */
  trouble: string;
  /** What was just done, for those who do not see the board. */
  said: string;
}

/** Nothing is asked. */
export const NO_ORDERS: Orders = { spots: [], turns: [], others: [] };

/** How it is when the page comes to it: of a battle that is new to it, everything is still to be shown. */
export function start(situation: Situation, shown: number): BattleState {
  return {
    situation,
    table: situation.tabletop ?? { width: 0, height: 0, unit: "", places: [], features: [] },
    log: situation.log,
    shown,
    paused: false,
    settings: kept.settings(),
    orders: NO_ORDERS,
    pick: null,
    chosen: null,
    reach: null,
    odds: null,
    threat: null,
    hint: null,
    explained: null,
    thinking: null,
    busy: "",
    trouble: "",
    said: "",
  };
}

/** The token that opens most. */
export function widest(tokens: Tokens): string {
  return tokens.both ?? tokens.first ?? tokens.second ?? "";
}
