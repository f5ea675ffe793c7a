// The end of a battle: the verdict, and what may come after it.

import type { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import type { Begun } from "../protocol/types";
import { link } from "../router";
import { fileName, save } from "../save";

interface Props {
  battle: Battle;
  state: BattleState;
  onRematch: (begun: Begun) => void;
}

export function Over({ battle, state, onRematch }: Props) {
  const { situation } = state;
  const trouble = (error: unknown) => battle.set({ trouble: error instanceof Error ? error.message : String(error) });
  return (
    <section class="over card" aria-label="The end">
      <h2>The battle is over</h2>
      <p class="verdict">{situation.verdict?.words}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => battle.rematch().then(onRematch, trouble)}>
          Again, sides changed
        </button>
        <a class="button" href={link({ page: "replay", game: battle.game })}>
          Replay
        </a>
        <a class="button" href={link({ page: "report", game: battle.game })}>
          Report
        </a>
        <button
          type="button"
          onClick={() => battle.record().then((text) => save(fileName(situation.scenario, "jsonl"), text), trouble)}
        >
          Record
        </button>
        <a class="button" href={link({ page: "new" })}>
          New battle
        </a>
      </div>
      {situation.secret && (
        <details>
          <summary>The dice can be checked</summary>
          <dl class="secret">
            <dt>Bound before the battle by</dt>
            <dd>
              <code>{situation.commitment}</code>
            </dd>
            <dt>The program’s part of the seed</dt>
            <dd>
              <code>{situation.secret.server}</code>
            </dd>
            <dt>Your browser’s part</dt>
            <dd>
              <code>{situation.secret.number ?? "none"}</code>
            </dd>
            <dt>The seed that came of both</dt>
            <dd>
              <code>{situation.secret.seed}</code>
            </dd>
          </dl>
        </details>
      )}
    </section>
  );
}
