// One battle as this page sees it: the situation, the log, how far it was shown, and what the person points at.

import type { Client, Told } from "../protocol/client";
import { Refused } from "../protocol/client";
import type { Action, Begun, Explained, Hint, Seat, Situation, Thinking, Tokens } from "../protocol/types";
import { Store } from "../store";
import * as kept from "./kept";
import { sortOut } from "./orders";
import { Pointing } from "./pointing";
import { Showing } from "./showing";
import { type BattleState, NO_ORDERS, start, widest } from "./state";

/** So often, in milliseconds, the engine tells how far a thought is. */
export const REPORT_EVERY = 250;

/** Why a battle cannot be saved to a file. */
const CONCEALED =
  "Something is hidden from you here, and the record would show it. The program keeps this battle all the same: it goes on from the list of the first page.";

export class Battle extends Store<BattleState> {
  readonly showing: Showing;
  readonly pointing: Pointing;
  #unlisten: () => void;
  #unreturn: () => void;
  /** Of the questions what an agent thought, the last one. */
  #count = 0;

  constructor(
    private readonly client: Client,
    readonly tokens: Tokens,
    situation: Situation,
    isNew: boolean,
  ) {
    super(start(situation, isNew ? (situation.continued ?? 0) : situation.log.length));
    this.showing = new Showing(this, this.isMine, () => this.#sort());
    this.pointing = new Pointing(
      this,
      (request, fields) => client.ask(request, { ...this.#seated, ...fields }),
      this.isEnemy,
      (error) => this.#fail(error),
    );
    this.showing.read(situation.log);
    this.#unlisten = client.listen((told) => this.#told(told));
    this.#unreturn = client.onReturn(() => void this.rejoin());
    this.#sort();
    this.showing.play();
  }

  /** Takes part in a battle whose tokens are known. */
  static async join(client: Client, game: string, tokens: Tokens): Promise<Battle> {
    const token = widest(tokens);
    const situation = await client.ask<Situation>("join", { game, token, report_every: REPORT_EVERY });
    return new Battle(client, tokens, situation, false);
  }

  close(): void {
    this.showing.halt();
    this.#unlisten();
    this.#unreturn();
    const game = this.game;
    void this.client.ask("leave", { game }).catch(() => undefined);
  }

  get game(): string {
    return this.state.situation.game;
  }

  get #seated(): { game: string; token: string } {
    return { game: this.game, token: widest(this.tokens) };
  }

  /** Whether a seat is played from this page. */
  isMine = (seat: Seat): boolean => {
    const { situation } = this.state;
    const player = situation.players[seat === "first" ? 0 : 1];
    return player === "client" && (situation.seat === "both" || situation.seat === seat);
  };

  /** The enemy's seats: the other side's, or nobody's for those who watch or play both. */
  isEnemy = (seat: Seat): boolean => this.state.situation.seat !== "both" && !this.isMine(seat);

  // What happens

  #told(told: Told): void {
    if (told.game !== this.game) {
      return;
    }
    switch (told.event) {
      case "situation":
        this.#take(told as unknown as Situation);
        break;
      case "thinking":
        this.set({ thinking: told as unknown as Thinking });
        break;
      case "trouble":
        this.set({ trouble: (told["error"] as { message: string }).message });
        break;
      default:
    }
  }

  /** Takes in how the battle stands now. */
  #take(situation: Situation): void {
    const { log } = this.state;
    const first = situation.log[0]?.step ?? situation.step;
    if (first > log.length || situation.step < first) {
      void this.rejoin();
      return;
    }
    const whole = [...log.slice(0, first), ...situation.log];
    const isStale = situation.step < log.length && situation.log.length === 0;
    if (isStale && situation.hash !== this.state.situation.hash) {
      whole.length = situation.step;
    }
    this.showing.read(whole, first);
    this.set({
      situation,
      log: whole,
      shown: Math.min(this.state.shown, whole.length),
      thinking: null,
      hint: null,
      ...(situation.tabletop ? { table: situation.tabletop } : {}),
    });
    const known = kept.battle(this.game);
    if (known) {
      kept.keep({ ...known, at: Date.now(), isOver: situation.node === "over" });
    }
    this.pointing.clear();
    this.#sort();
    this.showing.goOn();
  }

  /** Fetches everything anew: after a lost connection, or when something was missed. */
  async rejoin(): Promise<void> {
    try {
      const situation = await this.client.ask<Situation>("join", { ...this.#seated, report_every: REPORT_EVERY });
      this.showing.read(situation.log, 0);
      this.set({
        situation,
        log: situation.log,
        shown: Math.min(this.state.shown, situation.log.length),
        trouble: "",
      });
      this.pointing.clear();
      this.#sort();
      this.showing.play();
    } catch (error) {
      this.#fail(error);
    }
  }

  #sort(): void {
    const { situation } = this.state;
    const isOpen = this.showing.isCurrent && situation.decision !== null;
    this.set({ orders: isOpen ? sortOut(situation.actions, situation.pieces) : NO_ORDERS });
    if (isOpen) {
      void this.pointing.lookAhead(() => this.showing.isCurrent);
    }
  }

  #fail(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    this.set({ trouble: words, busy: "" });
    if (error instanceof Refused && error.fault.code === "stale") {
      void this.rejoin();
    }
  }

  setSettings(change: Partial<kept.Settings>): void {
    const settings = { ...this.state.settings, ...change };
    kept.keepSettings(settings);
    this.set({ settings });
    this.showing.play();
  }

  // Deciding

  /** Gives an order. */
  async act(action: Action): Promise<void> {
    const { decision } = this.state.situation;
    await this.#change("act", { decision, action: action.index });
  }

  async throwDice(dice: number[]): Promise<void> {
    await this.#change("throw", { throw: this.state.situation.throw?.id, dice });
  }

  async undo(): Promise<void> {
    const before = this.state.log.length;
    await this.#change("undo", {});
    if (this.state.trouble === "") {
      this.set({ said: before > this.state.log.length ? "Your last decision is taken back." : "" });
    }
  }

  async resign(seat: Seat | null): Promise<void> {
    await this.#change("resign", seat === null ? {} : { seat });
  }

  async #change(request: string, fields: object): Promise<void> {
    if (this.state.busy !== "") {
      return;
    }
    this.set({ busy: request, trouble: "" });
    try {
      const situation = await this.client.ask<Situation>(request, { ...this.#seated, ...fields });
      this.set({ busy: "" });
      if (request === "undo") {
        await this.rejoin();
      } else {
        this.#take(situation);
        // What comes of one's own orders waits for nothing.
        this.showing.play();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  // Asking

  async askHint(): Promise<void> {
    this.set({ busy: "hint", trouble: "", thinking: null });
    try {
      const hint = await this.client.ask<Hint>("hint", { ...this.#seated, report_every: REPORT_EVERY });
      const isStill = hint.decision === this.state.situation.decision;
      this.set({ busy: "", thinking: null, hint: isStill ? hint : null });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What an agent thought: at an entry of the log, or last. */
  async explain(step: number | null): Promise<void> {
    const count = ++this.#count;
    try {
      const explained = await this.client.ask<Explained>("explain", {
        ...this.#seated,
        ...(step === null ? {} : { step }),
      });
      if (count === this.#count) {
        this.set({ explained });
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async report(): Promise<string> {
    const { text } = await this.client.ask<{ text: string }>("report", { ...this.#seated, format: "markdown" });
    return text;
  }

  /** The record of the battle: while it lasts, where it hides nothing from the person. */
  async record(): Promise<string> {
    const { full, text } = await this.client.ask<{ full: boolean; text: string }>("record", this.#seated);
    if (!full) {
      throw new Error(CONCEALED);
    }
    return text;
  }

  rematch(): Promise<Begun> {
    return this.client.ask<Begun>("rematch", this.#seated);
  }
}
