// How others' steps are watched: pause, one at a time, faster, all at once.

import type { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import { SPEEDS } from "../battle/playback";

export function Watch({ battle, state }: { battle: Battle; state: BattleState }) {
  const { shown, log, paused, settings } = state;
  const behind = log.length - shown;
  const name = (speed: number) => (speed === 0 ? "at once" : `${speed} ×`);
  return (
    <div class="watch" role="group" aria-label="Watching">
      <button
        type="button"
        disabled={shown <= 1}
        onClick={() => battle.showing.step(-1)}
        title="One step back"
        aria-label="One step back"
      >
        ‹
      </button>
      <button
        type="button"
        class="wide"
        disabled={behind === 0}
        onClick={() => battle.showing.pause(!paused)}
        aria-pressed={paused}
      >
        {paused && behind > 0 ? "Go on" : "Pause"}
      </button>
      <button
        type="button"
        disabled={behind === 0}
        onClick={() => battle.showing.step(1)}
        title="One step on"
        aria-label="One step on"
      >
        ›
      </button>
      <button type="button" class="wide" disabled={behind === 0} onClick={() => battle.showing.skip()}>
        To now{behind > 0 ? ` (${behind})` : ""}
      </button>
      <label class="speed">
        Pace
        <select
          value={String(settings.speed)}
          onChange={(event) => battle.setSettings({ speed: Number(event.currentTarget.value) })}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={String(speed)}>
              {name(speed)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
