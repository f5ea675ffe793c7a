// One battle as this page sees it: the situation, the log, how far it was shown, and what the person points at.

import type { Client, Told } from "../protocol/client";
import { Refused } from "../protocol/client";
import type {
  Action,
  Begun,
  Chances,
  Entry,
  Explained,
  Hint,
  Odds,
  Piece,
  Reach2 as Reach,
  Seat,
  Situation,
  Tabletop,
  Thinking,
  Tokens,
} from "../protocol/types";
import { Store } from "../store";
import * as kept from "./kept";
import { type Orders, type Pick, sortOut } from "./orders";
import { changes, Frames, type Move, standing } from "./playback";

/** What can be asked about the thing that is pointed at. */
interface Asked {
  reach: { piece: number; reach: Reach | null } | null;
  odds: { action: number; words: string; odds: Chances | null } | null;
}

/** All that the page draws of a battle. */
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

/** So long after a decision came, in milliseconds, the reach of every piece is asked for. */
const LOOK_AHEAD = 200;
/** Nothing is asked. */
const EMPTY: Orders = { spots: [], turns: [], others: [] };

export class Battle extends Store<BattleState> {
  #frames = new Frames();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unlisten: () => void;
  #unreturn: () => void;
  #count = 0;
  /** What pieces could do, as far as it was asked since things stand so. */
  #known: { hash: string; reach: Map<number, Promise<Reach | null>> } = { hash: "", reach: new Map() };

  constructor(
    private readonly client: Client,
    readonly tokens: Tokens,
    situation: Situation,
    isNew: boolean,
  ) {
    const table = situation.tabletop ?? { width: 0, height: 0, unit: "", places: [], features: [] };
    super({
      situation,
      table,
      log: situation.log,
      shown: isNew ? 0 : situation.log.length,
      paused: false,
      settings: kept.settings(),
      orders: EMPTY,
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
    });
    this.#frames.read(situation.log);
    this.#unlisten = client.listen((told) => this.#told(told));
    this.#unreturn = client.onReturn(() => void this.rejoin());
    this.#sort();
    this.#play();
  }

  /** Takes part in a battle whose tokens are known. */
  static async join(client: Client, game: string, tokens: Tokens): Promise<Battle> {
    const token = widest(tokens);
    const situation = await client.ask<Situation>("join", { game, token });
    return new Battle(client, tokens, situation, false);
  }

  close(): void {
    this.#halt();
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

  /** Whether everything that happened is shown. */
  get isCurrent(): boolean {
    return this.state.shown >= this.state.log.length;
  }

  /** The pieces as they stand where the showing is. */
  get pieces(): Piece[] {
    return (
      (this.isCurrent ? undefined : this.#frames.at(this.state.shown)) ??
      (this.isCurrent ? this.state.situation.pieces : this.piecesAt(0))
    );
  }

  /** Who moved at the entry that is shown, and who looks otherwise since. */
  get changes(): { moves: Move[]; touched: Piece[] } {
    const { shown } = this.state;
    return changes(this.#frames.at(shown - 1) ?? [], this.#frames.at(shown) ?? []);
  }

  /** The pieces after so many entries of the log. */
  piecesAt(count: number): Piece[] {
    return this.#frames.at(count) ?? this.#frames.at(1) ?? this.state.situation.pieces;
  }

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
    this.#frames.read(whole, first);
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
    this.clear();
    this.#sort();
    this.#goOn();
  }

  /** Fetches everything anew: after a lost connection, or when something was missed. */
  async rejoin(): Promise<void> {
    try {
      const situation = await this.client.ask<Situation>("join", this.#seated);
      const wasCurrent = this.isCurrent;
      const seen = this.state.shown;
      this.#frames.read(situation.log, 0);
      this.set({
        situation,
        log: situation.log,
        shown: wasCurrent ? Math.min(seen, situation.log.length) : Math.min(seen, situation.log.length),
        trouble: "",
      });
      this.clear();
      this.#sort();
      this.#play();
    } catch (error) {
      this.#fail(error);
    }
  }

  #sort(): void {
    const { situation } = this.state;
    const isOpen = this.isCurrent && situation.decision !== null;
    this.set({ orders: isOpen ? sortOut(situation.actions, situation.pieces) : EMPTY });
    if (isOpen) {
      void this.#lookAhead();
    }
  }

  #fail(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    this.set({ trouble: words, busy: "" });
    if (error instanceof Refused && error.fault.code === "stale") {
      void this.rejoin();
    }
  }

  // Showing what happened

  #halt(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Goes on showing, once the entry that is shown has stood its while. */
  #goOn(): void {
    if (this.#timer === undefined) {
      this.#play();
    }
  }

  #play(): void {
    this.#halt();
    const { log, paused, settings } = this.state;
    let { shown } = this.state;
    if (paused || shown >= log.length) {
      return;
    }
    // Everything that needs no telling at once; then the next one, and a while for it to stand.
    const steps = log.slice(shown);
    let wait = 0;
    for (const entry of steps) {
      shown += 1;
      wait = standing(entry, this.isMine, settings.speed);
      if (wait > 0) {
        break;
      }
    }
    this.#show(shown);
    if (this.isCurrent && wait === 0) {
      return;
    }
    this.#timer = setTimeout(() => this.#play(), wait);
  }

  #show(shown: number): void {
    const entry = this.state.log[shown - 1];
    this.set({ shown, said: entry?.text ?? "" });
    this.#sort();
  }

  pause(paused: boolean): void {
    this.set({ paused });
    this.#play();
  }

  /** One entry on, or back. */
  step(by: 1 | -1 = 1): void {
    this.#halt();
    this.set({ paused: true });
    this.#show(Math.max(1, Math.min(this.state.shown + by, this.state.log.length)));
    if (this.isCurrent) {
      this.set({ paused: false });
    }
  }

  /** Shows how things stand now. */
  skip(): void {
    this.#halt();
    this.set({ paused: false });
    this.#show(this.state.log.length);
  }

  setSettings(change: Partial<kept.Settings>): void {
    const settings = { ...this.state.settings, ...change };
    kept.keepSettings(settings);
    this.set({ settings });
    this.#play();
  }

  // Pointing

  /** Forgets what is pointed at. */
  clear(): void {
    this.set({ pick: null, chosen: null, reach: null, odds: null });
  }

  /** Points at something; asks for the reach of the unit there. */
  point(pick: Pick | null): void {
    this.set({ pick, chosen: null, odds: null, reach: null });
    if (pick?.piece !== null && pick?.piece !== undefined) {
      void this.#askReach(pick.piece);
    }
  }

  /** What a piece could do as things stand; asked once. */
  #reachOf(piece: number): Promise<Reach | null> {
    const { hash } = this.state.situation;
    if (this.#known.hash !== hash) {
      this.#known = { hash, reach: new Map() };
    }
    const { reach } = this.#known;
    const known = reach.get(piece);
    if (known) {
      return known;
    }
    const asked = this.client
      .ask<{ reach?: Reach | null }>("reach", { ...this.#seated, piece })
      .then((answer) => answer.reach ?? null);
    reach.set(piece, asked);
    asked.catch(() => reach.delete(piece));
    return asked;
  }

  async #askReach(piece: number): Promise<void> {
    try {
      const reach = await this.#reachOf(piece);
      if (this.state.pick?.piece === piece) {
        this.set({ reach: { piece, reach } });
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Asks for every piece's reach while the person thinks, one after the other, so that pointing shows it at once. */
  async #lookAhead(): Promise<void> {
    const { hash, decision, pieces } = this.state.situation;
    const isSame = () => this.state.situation.hash === hash && this.isCurrent;
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
  }

  /** Previews an action; asks for the odds where it leads to a throw. */
  choose(action: Action | null): void {
    this.set({ chosen: action, odds: null });
    if (action?.throws) {
      void this.#askOdds(action);
    }
  }

  async #askOdds(action: Action): Promise<void> {
    const { decision } = this.state.situation;
    try {
      const { words, odds } = await this.client.ask<Odds>("odds", { ...this.#seated, decision, action: action.index });
      if (this.state.chosen === action) {
        this.set({ odds: { action: action.index, words, odds: odds ?? null } });
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What the enemy could attack, all together; or no longer. */
  async showThreat(on: boolean): Promise<void> {
    if (!on) {
      this.set({ threat: null });
      return;
    }
    const enemies = this.state.situation.pieces.filter(
      (piece) =>
        piece.at &&
        (this.state.situation.seat === "both" ? piece.seat !== this.state.situation.to_move : this.isEnemy(piece.seat)),
    );
    try {
      const answers = await Promise.all(enemies.map((piece) => this.#reachOf(piece.id)));
      this.set({ threat: answers.flatMap((reach) => (reach ? [reach] : [])) });
    } catch (error) {
      this.#fail(error);
    }
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
        this.#play();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async askHint(): Promise<void> {
    this.set({ busy: "hint", trouble: "", thinking: null });
    try {
      const hint = await this.client.ask<Hint>("hint", { ...this.#seated, report_every: 250 });
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

  async record(): Promise<string> {
    const { text } = await this.client.ask<{ text: string }>("record", this.#seated);
    return text;
  }

  rematch(): Promise<Begun> {
    return this.client.ask<Begun>("rematch", this.#seated);
  }
}

/** The token that opens most. */
export function widest(tokens: Tokens): string {
  return tokens.both ?? tokens.first ?? tokens.second ?? "";
}
