// A battle once more, entry by entry, with a slider.

import { useEffect, useMemo, useState } from "preact/hooks";

import { widest } from "../battle/state";
import * as kept from "../battle/kept";
import { changes, Frames, standing } from "../battle/playback";
import { Board } from "../board/Board";
import { Log } from "../panels/Log";
import type { Client } from "../protocol/client";
import type { Situation } from "../protocol/types";
import { link } from "../router";
import { Words } from "../words";

export function Replay({ client, game }: { client: Client; game: string }) {
  const [situation, setSituation] = useState<Situation | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    const known = kept.battle(game);
    if (!known) {
      setTrouble("This browser has no seat in that battle.");
      return;
    }
    client
      .ask<Situation>("situation", { game, token: widest(known.tokens) })
      .then(setSituation, (error: Error) => setTrouble(error.message));
  }, [client, game]);
  if (!situation) {
    return (
      <main class="alone">
        {trouble === "" ? (
          <p>Fetching the battle …</p>
        ) : (
          <p class="trouble" role="alert">
            <Words text={trouble} />
          </p>
        )}
      </main>
    );
  }
  return <Player situation={situation} />;
}

function Player({ situation }: { situation: Situation }) {
  const { log, tabletop, sides } = situation;
  const frames = useMemo(() => {
    const all = new Frames();
    all.read(log);
    return all;
  }, [log]);
  const [shown, setShown] = useState(1);
  const [runs, setRuns] = useState(false);
  useEffect(() => {
    if (!runs) {
      return;
    }
    if (shown >= log.length) {
      setRuns(false);
      return;
    }
    const timer = setTimeout(
      () => setShown(shown + 1),
      standing(log[shown]!, () => false, 2),
    );
    return () => clearTimeout(timer);
  }, [runs, shown, log]);
  const entry = log[shown - 1];
  const go = (to: number) => {
    setRuns(false);
    setShown(Math.max(1, Math.min(to, log.length)));
  };
  return (
    <div class="battle replay">
      <header class="bar">
        <a class="home" href={link({ page: "new" })}>
          Sandtable
        </a>
        <div class="cartouche">
          <b>{situation.scenario}</b>
          <span class="turn">Turn {entry?.turn ?? 1}</span>
        </div>
        <div class="tools">
          <a class="button" href={link({ page: "report", game: situation.game })}>
            Report
          </a>
          <a class="button" href={link({ page: "battle", game: situation.game })}>
            To the battle
          </a>
        </div>
      </header>
      <main class="field-of-battle">
        {tabletop && tabletop.width > 0 && (
          <Board
            title={situation.scenario}
            table={tabletop}
            pieces={frames.at(shown) ?? []}
            sides={sides}
            shown={entry?.sketch ?? null}
            moves={changes(frames.at(shown - 1) ?? [], frames.at(shown) ?? []).moves}
          />
        )}
        <div class="told">
          <p class={`now ${entry?.seat ?? ""}`} aria-live="polite">
            {entry?.text}
          </p>
          <div class="watch" role="group" aria-label="Replay">
            <button type="button" onClick={() => go(shown - 1)} disabled={shown <= 1} aria-label="One step back">
              ‹
            </button>
            <button type="button" class="wide" onClick={() => setRuns(!runs)} aria-pressed={runs}>
              {runs ? "Pause" : "Play"}
            </button>
            <button type="button" onClick={() => go(shown + 1)} disabled={shown >= log.length} aria-label="One step on">
              ›
            </button>
            <label class="slider">
              <span class="sr">Step</span>
              <input
                type="range"
                min={1}
                max={log.length}
                value={shown}
                aria-valuetext={`Step ${shown} of ${log.length}: ${entry?.text ?? ""}`}
                onInput={(event) => go(Number(event.currentTarget.value))}
              />
            </label>
            <output>
              {shown} / {log.length}
            </output>
          </div>
        </div>
      </main>
      <aside class="panel">
        <div class="tab-panel">
          <Log log={log} shown={shown} sides={sides} />
        </div>
      </aside>
    </div>
  );
}
