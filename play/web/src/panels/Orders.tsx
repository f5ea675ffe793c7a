// What the person is asked and may answer: the prompt, what was pointed at, and every legal decision.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import { actionsAt } from "../battle/orders";
import { focusBoard } from "../keys";
import { Counter } from "../board/Unit";
import { unitsAt, unitWords } from "../board/words";
import type { Action, Hint } from "../protocol/types";
import { capital, OddsCard } from "./OddsCard";
import { Words } from "../words";
import { ThrowEntry } from "./ThrowEntry";

interface Props {
  battle: Battle;
  state: BattleState;
}

/** Gives an order, or asks first where it leads to a throw. */
export function order(battle: Battle, action: Action): void {
  if (action.throws) {
    battle.pointing.choose(action);
    // The card with the odds is drawn by then.
    setTimeout(() => document.querySelector<HTMLElement>("[data-focus=confirm]")?.focus(), 30);
  } else {
    void battle.act(action).then(() => {
      if (document.activeElement === document.body) {
        focusBoard();
      }
    });
  }
}

export function Orders({ battle, state }: Props) {
  const { situation, chosen, odds, orders } = state;
  if (situation.throw?.id && battle.showing.isCurrent) {
    return <ThrowEntry battle={battle} due={situation.throw} sides={situation.sides} isBusy={state.busy !== ""} />;
  }
  if (situation.decision === null || !battle.showing.isCurrent) {
    return <Waits battle={battle} state={state} />;
  }
  return (
    <div class="orders">
      <h2 class="prompt" id="prompt">
        {situation.prompt}
      </h2>
      {chosen?.throws ? (
        <OddsCard
          action={chosen}
          odds={odds?.odds ?? null}
          isKnown={odds !== null}
          isBusy={state.busy !== ""}
          onDo={() => {
            focusBoard();
            void battle.act(chosen);
          }}
          onCancel={() => {
            battle.pointing.choose(null);
            focusBoard();
          }}
        />
      ) : (
        <Pointed battle={battle} state={state} />
      )}
      {state.hint && !chosen?.throws && <HintCard battle={battle} state={state} hint={state.hint} />}
      {orders.others.length > 0 && (
        <div class="others" role="group" aria-label="Orders without a place">
          {orders.others.map((action) => (
            <button
              type="button"
              key={action.index}
              title={action.words}
              disabled={state.busy !== ""}
              onClick={() => order(battle, action)}
            >
              {capital(action.notation)}
              <small>{action.words}</small>
            </button>
          ))}
        </div>
      )}
      <DecisionList
        actions={situation.actions}
        isBusy={state.busy !== ""}
        onChoose={(action) => order(battle, action)}
      />
    </div>
  );
}

/** What the adviser would do. */
function HintCard({ battle, state, hint }: Props & { hint: Hint }) {
  const action = state.situation.actions[hint.action];
  return (
    <section class="hint card" aria-label="Hint" aria-live="polite">
      <h3>The adviser would: {hint.notation}</h3>
      <p>
        <Words text={`${capital(hint.words)}.${hint.thought.why === "" ? "" : ` ${hint.thought.why}`}`} />
      </p>
      {action && (
        <div class="buttons">
          <button type="button" class="primary" disabled={state.busy !== ""} onClick={() => order(battle, action)}>
            Do that
          </button>
          <button type="button" onClick={() => battle.set({ hint: null })}>
            Never mind
          </button>
        </div>
      )}
    </section>
  );
}

/** Nobody asks anything of the person now. */
function Waits({ battle, state }: Props) {
  const { situation, thinking } = state;
  if (situation.node === "over" && battle.showing.isCurrent) {
    return null;
  }
  const who = situation.to_move ? situation.sides[situation.to_move === "first" ? 0 : 1] : "The dice";
  return (
    <div class="orders">
      <h2 class="prompt">
        {battle.showing.isCurrent
          ? situation.node === "thinking"
            ? `${who}: thinking …`
            : "The dice are thrown …"
          : "This is what happens"}
      </h2>
      {thinking && battle.showing.isCurrent && (
        <p class="quiet">
          {thinking.simulations} positions looked at{thinking.best ? `; so far: ${thinking.best}` : ""}
        </p>
      )}
      <Pointed battle={battle} state={state} />
    </div>
  );
}

/** What the person points at: the ground, the units, and the orders there. */
function Pointed({ battle, state }: Props) {
  const { pick, table, situation, orders } = state;
  if (pick === null) {
    const hint =
      orders.turns.length > 0
        ? "Click an arrow around the unit to turn it."
        : orders.spots.length > 0
          ? "Point at a marked place to see what it means; once more gives the order."
          : "";
    return hint === "" ? null : <p class="quiet">{hint}</p>;
  }
  const place = pick.place === null ? null : table.places[pick.place]!;
  const units = unitsAt(battle.showing.pieces, pick);
  const actions = actionsAt(orders, pick, 60);
  return (
    <section class="pointed card" aria-label="What you point at">
      <button type="button" class="let-go" aria-label="Let go" title="Let go" onClick={() => battle.pointing.clear()}>
        ×
      </button>
      {place && (
        <h3>
          {place.name} <small>{place.words}</small>
        </h3>
      )}
      {units.map((piece) => (
        <p key={piece.id} class={piece.id === pick.piece ? "unit-line here" : "unit-line"}>
          <Counter piece={piece} />
          <span>{unitWords(piece, situation.sides)}</span>
        </p>
      ))}
      {actions.length > 0 && (
        <ol class="here-orders">
          {actions.slice(0, 12).map((action, i) => (
            <li key={action.index}>
              <button
                type="button"
                class={i === 0 ? "primary" : ""}
                disabled={state.busy !== ""}
                onClick={() => order(battle, action)}
              >
                <kbd aria-hidden="true">{i + 1}</kbd> {capital(action.notation)}
                {action.sketch.cost !== null && action.sketch.cost !== undefined && (
                  <small> costs {action.sketch.cost}</small>
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Every legal decision, to be filtered by typing. */
function DecisionList({
  actions,
  isBusy,
  onChoose,
}: {
  actions: Action[];
  isBusy: boolean;
  onChoose: (action: Action) => void;
}) {
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => setFilter(""), [actions]);
  const wanted = filter.trim().toLowerCase();
  const matches = actions.filter(
    (action) => wanted === "" || `${action.notation} ${action.words}`.toLowerCase().includes(wanted),
  );
  const begins = matches.filter((action) => action.notation.toLowerCase().startsWith(wanted));
  const shown = wanted === "" ? matches : [...begins, ...matches.filter((action) => !begins.includes(action))];
  const walk = (event: KeyboardEvent, by: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    event.preventDefault();
    if (at + by < 0) {
      document.getElementById("filter")?.focus();
    } else {
      buttons[Math.min(at + by, buttons.length - 1)]?.focus();
    }
  };
  return (
    <section class="decisions" aria-label="Legal decisions">
      <label for="filter">
        Every legal decision{" "}
        <span class="count">
          {shown.length === actions.length ? actions.length : `${shown.length} of ${actions.length}`}
        </span>
      </label>
      <input
        id="filter"
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder="type to narrow the list"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && shown[0] && !isBusy) {
            onChoose(shown[0]);
          } else if (event.key === "ArrowDown") {
            walk(event, 1);
          } else if (event.key === "Escape") {
            setFilter("");
            focusBoard();
          }
        }}
      />
      <ul
        ref={list}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            walk(event, event.key === "ArrowDown" ? 1 : -1);
          }
        }}
      >
        {shown.map((action) => (
          <li key={action.index}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(action)}>
              <b>{action.notation}</b> <span>{action.words}</span>
              {action.throws && <i title="leads to a throw"> ⚂</i>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
