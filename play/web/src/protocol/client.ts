// The connection to the engine: requests with answers, events, and a fresh connection when one is lost.

import { Store } from "../store";
import type { Fault, Welcome } from "./types";

/** The version of the protocol that this page speaks. */
export const PROTOCOL = "0.1";

/** How the connection stands. */
export interface Link {
  state: "connecting" | "open" | "lost" | "refused";
  /** Why it is refused. */
  why: string;
  welcome: Welcome | null;
}

/** A request that the engine refused. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** Something that the engine says unasked. */
export interface Told {
  event: string;
  game?: string | null;
  [field: string]: unknown;
}

interface Waiting {
  line: string;
  /** Whether asking twice does no harm: asked again on the next connection. */
  again: boolean;
  done: (value: never) => void;
  failed: (error: Error) => void;
}

/** Requests that change nothing, or that the engine takes once however often they come. */
const HARMLESS = new Set([
  "hello",
  "join",
  "situation",
  "act",
  "throw",
  "hint",
  "explain",
  "reach",
  "odds",
  "resync",
  "report",
  "record",
]);
/** Between two attempts to connect, in milliseconds; the last one again and again. */
const DELAYS = [200, 400, 800, 1500, 3000];

/** The one connection of the page. */
export class Client extends Store<Link> {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #attempts = 0;
  #listeners = new Set<(told: Told) => void>();
  #returned = new Set<() => void>();

  constructor(private readonly url: string) {
    super({ state: "connecting", why: "", welcome: null });
    this.#connect();
  }

  /** Asks; waits for the answer, across a lost connection where that does no harm. */
  ask<Answer>(request: string, fields: object = {}): Promise<Answer> {
    const id = ++this.#last;
    const line = JSON.stringify({ id, do: request, ...fields });
    return new Promise<Answer>((done, failed) => {
      const most = this.state.welcome?.limits.line ?? Infinity;
      // Its answer would have no id.
      if (line.length > most || (3 * line.length > most && new Blob([line]).size > most)) {
        failed(new Error(`That is too large for the program: it takes ${most} bytes at a time.`));
        return;
      }
      const again = HARMLESS.has(request);
      if (this.state.state === "open" || request === "hello") {
        this.#socket?.send(line);
      } else if (!again) {
        failed(new Error("There is no connection to the program now. Try again in a moment."));
        return;
      }
      this.#waiting.set(id, { line, again, done: done as (value: never) => void, failed });
    });
  }

  /** Calls `listener` with every event, until the answer is called. */
  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `returned` when a connection follows a lost one, until the answer is called. */
  onReturn(returned: () => void): () => void {
    this.#returned.add(returned);
    return () => this.#returned.delete(returned);
  }

  #connect(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => void this.#greet();
    socket.onmessage = (message) => this.#receive(String(message.data));
    socket.onclose = () => this.#lost();
  }

  async #greet(): Promise<void> {
    try {
      const isReturn = this.state.welcome !== null;
      const before = [...this.#waiting];
      const welcome = await this.ask<Welcome>("hello", { protocol: PROTOCOL, client: "sandtable page" });
      this.#attempts = 0;
      this.set({ state: "open", why: "", welcome });
      for (const [, { line }] of before) {
        this.#socket?.send(line);
      }
      if (isReturn) {
        this.#returned.forEach((returned) => returned());
      }
    } catch (error) {
      if (error instanceof Refused) {
        this.set({ state: "refused", why: error.message });
      }
    }
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as { id?: number; ok?: never; error?: Fault; warnings?: string[] } & Partial<Told>;
    if (message.event !== undefined) {
      for (const listener of [...this.#listeners]) {
        listener(message as Told);
      }
      return;
    }
    for (const warning of message.warnings ?? []) {
      console.warn(`engine: ${warning}`);
    }
    const waiting = this.#waiting.get(message.id ?? -1);
    this.#waiting.delete(message.id ?? -1);
    if (message.error) {
      waiting?.failed(new Refused(message.error));
    } else {
      waiting?.done(message.ok as never);
    }
  }

  #lost(): void {
    for (const [id, waiting] of [...this.#waiting]) {
      if (!waiting.again || waiting.line.includes('"do":"hello"')) {
        this.#waiting.delete(id);
        waiting.failed(new Error("The connection was lost before the program answered."));
      }
    }
    if (this.state.state === "refused") {
      return;
    }
    this.set({ state: this.state.welcome === null ? "connecting" : "lost" });
    const delay = DELAYS[Math.min(this.#attempts, DELAYS.length - 1)]!;
    this.#attempts += 1;
    setTimeout(() => this.#connect(), delay);
  }
}

/** Where the engine listens: the page's own host. */
export function address(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/ws`;
}
