// What stands above the board: whose battle, which turn, and what can always be done.

import { useRef } from "preact/hooks";

import type { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import { link } from "../router";
import { fileName, save } from "../save";
import { plain } from "../words";
import { KEYS } from "./shortcuts";

export function Header({ battle, state }: { battle: Battle; state: BattleState }) {
  const { situation, busy } = state;
  const dialog = useRef<HTMLDialogElement>(null);
  const help = useRef<HTMLDialogElement>(null);
  const isOpen = situation.node !== "over";
  const canAct = situation.decision !== null && battle.showing.isCurrent;
  const turn = battle.showing.isCurrent ? situation.turn : (state.log[state.shown - 1]?.turn ?? situation.turn);
  const keepInFile = async () => {
    try {
      save(fileName(situation.scenario, "jsonl"), await battle.record());
    } catch (error) {
      battle.set({ trouble: error instanceof Error ? error.message : String(error) });
    }
  };
  const ready = (seat: "first" | "second") =>
    battle.showing.pieces.filter((piece) => piece.seat === seat && piece.can_act).length;
  return (
    <header class="bar">
      <a class="home" href={link({ page: "new" })} title="All battles">
        Sandtable
      </a>
      <div class="cartouche">
        <b>{situation.scenario}</b>
        <span class="turn">Turn {turn}</span>
      </div>
      <div class="sides">
        {(["first", "second"] as const).map((seat, i) => (
          <span key={seat} class={`side ${seat} ${situation.to_move === seat && isOpen ? "to-move" : ""}`}>
            <i class="emblem" aria-hidden="true" />
            {situation.sides[i]}
            <small>
              {situation.players[i] === "client" ? (battle.isMine(seat) ? "you" : "a person") : situation.players[i]}
              {ready(seat) > 0 ? ` · ${ready(seat)} may act` : ""}
            </small>
          </span>
        ))}
      </div>
      <div class="tools" role="group" aria-label="The battle">
        <button
          type="button"
          disabled={!situation.undo.allowed || busy !== ""}
          title={plain(situation.undo.why)}
          aria-describedby="undo-why"
          onClick={() => void battle.undo()}
        >
          Undo
        </button>
        <span id="undo-why" class="sr">
          {plain(situation.undo.why)}
        </span>
        <button type="button" disabled={!canAct || busy !== ""} onClick={() => void battle.askHint()}>
          {busy === "hint" ? "Thinking …" : "Hint"}
        </button>
        <button
          type="button"
          aria-pressed={state.threat !== null}
          onClick={() => void battle.pointing.showThreat(state.threat === null)}
          aria-label="Enemy reach"
        >
          <span class="extra">Enemy r</span>
          <span class="short">R</span>each
        </button>
        <button
          type="button"
          disabled={!isOpen}
          title="Save the battle as a file, to go on with it anywhere"
          onClick={() => void keepInFile()}
        >
          Save
        </button>
        <button
          type="button"
          disabled={!isOpen || (situation.seat === "both" && situation.players.every((player) => player !== "client"))}
          onClick={() => dialog.current?.showModal()}
        >
          Resign
        </button>
        <button
          type="button"
          onClick={() => help.current?.showModal()}
          aria-label="Help and settings"
          title="Help and settings"
        >
          ?
        </button>
      </div>
      <dialog ref={dialog} class="plate" aria-labelledby="resign-title">
        <h2 id="resign-title">Give the battle up?</h2>
        <p>It ends at once as a victory for the other side.</p>
        <div class="buttons">
          <button
            type="button"
            class="danger"
            onClick={() => {
              dialog.current?.close();
              void battle.resign(situation.seat === "both" ? (situation.to_move ?? null) : null);
            }}
          >
            Give it up
          </button>
          <button type="button" autofocus onClick={() => dialog.current?.close()}>
            Fight on
          </button>
        </div>
      </dialog>
      <dialog ref={help} class="plate help" aria-labelledby="help-title">
        <h2 id="help-title">Keys and settings</h2>
        <dl>
          {KEYS.map(([keys, words]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <p>
          <label class="check">
            <input
              type="checkbox"
              checked={state.settings.quick}
              onChange={(event) => battle.setSettings({ quick: event.currentTarget.checked })}
            />
            The first click gives the order where only one is meant
          </label>
        </p>
        {situation.dice === "server" ? (
          <p class="quiet">
            The program throws the dice, from a seed that it bound itself to before the first throw:{" "}
            <code>{situation.commitment}</code>
          </p>
        ) : (
          <p class="quiet">You throw the dice.</p>
        )}
        <div class="buttons">
          <button type="button" autofocus onClick={() => help.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </header>
  );
}
