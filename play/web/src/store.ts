// State that components watch.

import { useEffect, useReducer } from "preact/hooks";

/** A value that tells when it is another one. */
export class Store<State extends object> {
  #state: State;
  #watchers = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Replaces some of it. */
  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
  }

  /** Calls `watcher` after each change, until the answer is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The state, drawn again whenever it changes. */
export function useStore<State extends object>(store: Store<State>): State {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // Something may have changed between drawing and watching.
    again(undefined as never);
    return store.watch(() => again(undefined as never));
  }, [store]);
  return store.state;
}
