// How far the page has shown what happened: entry by entry, each for its while.

import type { Entry, Piece, Seat } from "../protocol/types";
import type { Store } from "../store";
import { changes, Frames, type Move, standing } from "./playback";
import type { BattleState } from "./state";

export class Showing {
  #frames = new Frames();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store<BattleState>,
    private readonly isMine: (seat: Seat) => boolean,
    /** Called whenever another entry is shown. */
    private readonly onShown: () => void,
  ) {}

  /** Takes the log in, from the first entry that is new or other than before. */
  read(log: Entry[], from = 0): void {
    this.#frames.read(log, from);
  }

  /** Whether everything that happened is shown. */
  get isCurrent(): boolean {
    return this.store.state.shown >= this.store.state.log.length;
  }

  /** The pieces as they stand where the showing is. */
  get pieces(): Piece[] {
    const { shown, situation } = this.store.state;
    return this.isCurrent ? situation.pieces : (this.#frames.at(shown) ?? this.#frames.at(1) ?? situation.pieces);
  }

  /** Who moved at the entry that is shown, and who looks otherwise since. */
  get changes(): { moves: Move[]; touched: Piece[] } {
    const { shown } = this.store.state;
    return changes(this.#frames.at(shown - 1) ?? [], this.#frames.at(shown) ?? []);
  }

  halt(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Goes on, once the entry that is shown has stood its while. */
  goOn(): void {
    if (this.#timer === undefined) {
      this.play();
    }
  }

  /** Goes on at once: everything that needs no telling, then the next one, and a while for it to stand. */
  play(): void {
    this.halt();
    const { log, paused, settings } = this.store.state;
    let { shown } = this.store.state;
    if (paused || shown >= log.length) {
      return;
    }
    let wait = 0;
    for (const entry of log.slice(shown)) {
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
    this.#timer = setTimeout(() => this.play(), wait);
  }

  #show(shown: number): void {
    const entry = this.store.state.log[shown - 1];
    this.store.set({ shown, said: entry?.text ?? "" });
    this.onShown();
  }

  pause(paused: boolean): void {
    this.store.set({ paused });
    this.play();
  }

  /** One entry on, or back. */
  step(by: 1 | -1 = 1): void {
    this.halt();
    this.store.set({ paused: true });
    this.#show(Math.max(1, Math.min(this.store.state.shown + by, this.store.state.log.length)));
    if (this.isCurrent) {
      this.store.set({ paused: false });
    }
  }

  /** Shows how things stand now. */
  skip(): void {
    this.halt();
    this.store.set({ paused: false });
    this.#show(this.store.state.log.length);
  }
}
