// What the person points at, and what the engine says about it: reach, odds.

import type { Action, Odds, Reach2 as Reach, Seat } from "../protocol/types";
import type { Store } from "../store";
import type { Pick } from "./orders";
import type { BattleState } from "./state";

/** So long after a decision came, in milliseconds, the reach of every piece is asked for. */
const LOOK_AHEAD = 200;

/** Marks in the browser's own measurements that everything is known. */
const LOOKED_AHEAD = "looked ahead";

/** Asks the engine about the battle. */
type Ask = <Answer>(request: string, fields: object) => Promise<Answer>;

export class Pointing {
  /** What pieces could do, as far as it was asked since things stand so. */
  #known: { hash: string; reach: Map<number, Promise<Reach | null>> } = { hash: "", reach: new Map() };

  constructor(
    private readonly store: Store<BattleState>,
    private readonly ask: Ask,
    private readonly isEnemy: (seat: Seat) => boolean,
    private readonly fail: (error: unknown) => void,
  ) {}

  /** Forgets what is pointed at. */
  clear(): void {
    this.store.set({ pick: null, chosen: null, reach: null, odds: null });
  }

  /** Points at something; asks for the reach of the unit there. */
  point(pick: Pick | null): void {
    this.store.set({ pick, chosen: null, odds: null, reach: null });
    if (pick?.piece !== null && pick?.piece !== undefined) {
      void this.#askReach(pick.piece);
    }
  }

  /** What a piece could do as things stand; asked once. */
  #reachOf(piece: number): Promise<Reach | null> {
    const { hash } = this.store.state.situation;
    if (this.#known.hash !== hash) {
      this.#known = { hash, reach: new Map() };
    }
    const { reach } = this.#known;
    const known = reach.get(piece);
    if (known) {
      return known;
    }
    const asked = this.ask<{ reach?: Reach | null }>("reach", { piece }).then((answer) => answer.reach ?? null);
    reach.set(piece, asked);
    asked.catch(() => reach.delete(piece));
    return asked;
  }

  async #askReach(piece: number): Promise<void> {
    try {
      const reach = await this.#reachOf(piece);
      if (this.store.state.pick?.piece === piece) {
        this.store.set({ reach: { piece, reach } });
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** Asks for every piece's reach while the person thinks, one after the other, so that pointing shows it at once. */
  async lookAhead(isCurrent: () => boolean): Promise<void> {
    const { hash, decision, pieces } = this.store.state.situation;
    const isSame = () => this.store.state.situation.hash === hash && isCurrent();
    if (decision === null) {
      return;
    }
    await new Promise((done) => setTimeout(done, LOOK_AHEAD));
    const ordered = [...pieces].filter((piece) => piece.at).sort((a, b) => Number(b.can_act) - Number(a.can_act));
    for (const piece of ordered) {
      if (!isSame()) {
        return;
      }
      await this.#reachOf(piece.id).catch(() => null);
    }
    performance.mark(LOOKED_AHEAD);
  }

  /** Previews an action; asks for the odds where it leads to a throw. */
  choose(action: Action | null): void {
    this.store.set({ chosen: action, odds: null });
    if (action?.throws) {
      void this.#askOdds(action);
    }
  }

  async #askOdds(action: Action): Promise<void> {
    const { decision } = this.store.state.situation;
    try {
      const { words, odds } = await this.ask<Odds>("odds", { decision, action: action.index });
      if (this.store.state.chosen === action) {
        this.store.set({ odds: { action: action.index, words, odds: odds ?? null } });
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** What the enemy could attack, all together; or no longer. */
  async showThreat(on: boolean): Promise<void> {
    if (!on) {
      this.store.set({ threat: null });
      return;
    }
    const { seat, to_move, pieces } = this.store.state.situation;
    const enemies = pieces.filter(
      (piece) => piece.at && (seat === "both" ? piece.seat !== to_move : this.isEnemy(piece.seat)),
    );
    try {
      const answers = await Promise.all(enemies.map((piece) => this.#reachOf(piece.id)));
      this.store.set({ threat: answers.flatMap((reach) => (reach ? [reach] : [])) });
    } catch (error) {
      this.fail(error);
    }
  }
}
