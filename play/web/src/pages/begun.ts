// Battles that were begun just now.

import { Battle } from "../battle/battle";
import * as kept from "../battle/kept";
import type { Client } from "../protocol/client";
import type { Begun } from "../protocol/types";
import { go } from "../router";

/** They listen from the first moment: the opponent may decide before the page of the battle is drawn. */
const open = new Map<string, Battle>();

/** Goes to a battle that was begun, and keeps its tokens for a reload. */
export function enter(client: Client, { game, tokens, situation }: Begun): void {
  const { sides, players, seat } = situation;
  const who = (index: 0 | 1) => {
    const isOurs = seat === "both" || seat === (index === 0 ? "first" : "second");
    return `${sides[index]} (${players[index] === "client" ? (isOurs ? "you" : "somebody") : players[index]})`;
  };
  const about = `${who(0)} against ${who(1)}`;
  kept.keep({ game, tokens, title: situation.scenario, about, at: Date.now(), isOver: false });
  open.set(game, new Battle(client, tokens, situation, true));
  go({ page: "battle", game });
}

/** The battle, if it was begun just now; once. */
export function taken(game: string): Battle | undefined {
  const battle = open.get(game);
  open.delete(game);
  return battle;
}
