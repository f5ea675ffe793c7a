// A battle: the board, what is asked, what happened, and everything beside it.

import { useEffect, useState } from "preact/hooks";

import { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import * as kept from "../battle/kept";
import { actionsAt, type Pick, spotAt } from "../battle/orders";
import { Board } from "../board/Board";
import { focusBoard } from "../keys";
import { Forces } from "../panels/Forces";
import { Log } from "../panels/Log";
import { order, Orders } from "../panels/Orders";
import { Text } from "../panels/Text";
import { Watch } from "../panels/Watch";
import { Why } from "../panels/Why";
import type { Client } from "../protocol/client";
import type { Seat } from "../protocol/types";
import { link } from "../router";
import { useStore } from "../store";
import { Words } from "../words";
import { Header } from "./Header";
import { enter, taken } from "./begun";
import { Over } from "./Over";
import { type Tab, useShortcuts } from "./shortcuts";

const TABS: [Tab, string][] = [
  ["orders", "Orders"],
  ["log", "Log"],
  ["forces", "Forces"],
  ["why", "Why"],
  ["text", "Text"],
];

/** Opens the battle of the address. */
export function BattlePage({ client, game }: { client: Client; game: string }) {
  const [battle, setBattle] = useState<Battle | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let open = taken(game) ?? null;
    let isGone = false;
    const tokens = kept.battle(game)?.tokens;
    setTrouble("");
    setBattle(open);
    if (open === null && tokens) {
      Battle.join(client, game, tokens).then(
        (joined) => {
          open = joined;
          if (isGone) {
            joined.close();
          } else {
            setBattle(joined);
          }
        },
        (error: Error) => setTrouble(error.message),
      );
    } else if (open === null) {
      setTrouble("This browser has no seat in that battle.");
    }
    return () => {
      isGone = true;
      open?.close();
    };
  }, [client, game]);
  if (trouble !== "") {
    return (
      <main class="alone">
        <p class="trouble" role="alert">
          <Words text={trouble} />
        </p>
        <p>
          <a href={link({ page: "new" })}>A new battle</a>
        </p>
      </main>
    );
  }
  return battle ? (
    <Table battle={battle} client={client} />
  ) : (
    <main class="alone">
      <p>Laying out the table …</p>
    </main>
  );
}

function Table({ battle, client }: { battle: Battle; client: Client }) {
  const state = useStore(battle);
  const [tab, setTab] = useState<Tab>("orders");
  const { situation, table, orders } = state;
  const entry = state.log[state.shown - 1];
  // While something is asked, the board shows that alone.
  const isTold = !(battle.showing.isCurrent && situation.decision !== null);
  const { moves, touched } = battle.showing.changes;
  const isOver = situation.node === "over" && battle.showing.isCurrent;
  const point = (pick: Pick | null) => {
    battle.pointing.point(pick);
    const spot = pick && spotAt(orders, pick, 60);
    if (spot && state.settings.quick && spot.actions.length === 1) {
      order(battle, spot.actions[0]!);
    } else if (spot?.actions.length === 1 && spot.actions[0]!.throws) {
      battle.pointing.choose(spot.actions[0]!);
    } else if (spot?.kind === "target") {
      setTab("orders");
    }
  };
  const again = (pick: Pick) => {
    const actions = actionsAt(orders, pick, 60);
    if (actions.length === 1) {
      order(battle, actions[0]!);
    } else if (actions.length > 1) {
      setTab("orders");
      setTimeout(() => document.querySelector<HTMLElement>(".here-orders button")?.focus(), 0);
    }
  };
  useShortcuts(battle, state, setTab);
  useEffect(() => {
    document.title = `${situation.scenario}, turn ${situation.turn} · Sandtable`;
    return () => {
      document.title = "Sandtable";
    };
  }, [situation.scenario, situation.turn]);
  useEffect(() => {
    if (tab === "why") {
      void battle.explain(null);
    }
  }, [tab, battle, situation.step]);
  useEffect(() => {
    // Whatever had the focus is gone: keys go to the board.
    if (situation.decision !== null && document.activeElement === document.body) {
      focusBoard();
    }
  }, [situation.decision, battle.showing.isCurrent]);
  return (
    <div class="battle">
      <Header battle={battle} state={state} />
      <main class="field-of-battle">
        {table.width > 0 ? (
          <Board
            title={situation.scenario}
            table={table}
            pieces={battle.showing.pieces}
            sides={situation.sides}
            orders={orders}
            pick={state.pick}
            chosen={state.chosen}
            reach={state.chosen ? null : (state.reach?.reach ?? null)}
            threat={state.threat}
            hint={state.hint?.sketch ?? null}
            shown={isTold ? (entry?.sketch ?? null) : null}
            moves={isTold ? moves : []}
            onPick={point}
            onAgain={again}
            onTurn={(action) => order(battle, action)}
          />
        ) : (
          <pre class="board text-board" role="region" tabIndex={0} aria-label="The board">
            {situation.board}
          </pre>
        )}
        <Told state={state} battle={battle} by={touched[0]?.seat ?? null} />
      </main>
      <aside class="panel">
        <div class="tabs" role="tablist" aria-label="Beside the board">
          {TABS.map(([name, title]) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="tab-panel"
              tabIndex={tab === name ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={(event) => {
                const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                if (by !== 0) {
                  const index = TABS.findIndex(([one]) => one === tab);
                  const next = TABS[(index + by + TABS.length) % TABS.length]![0];
                  setTab(next);
                  document.getElementById(`tab-${next}`)?.focus();
                }
              }}
            >
              {title}
            </button>
          ))}
        </div>
        <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
          {state.trouble !== "" && (
            <p class="trouble" role="alert">
              <Words text={state.trouble} />
            </p>
          )}
          {tab === "orders" && (
            <>
              {isOver && <Over battle={battle} state={state} onRematch={(begun) => enter(client, begun)} />}
              <Orders battle={battle} state={state} />
              <h2 class="minor">The last of the log</h2>
              <Log log={state.log.slice(Math.max(0, state.shown - 6), state.shown)} shown={6} sides={situation.sides} />
            </>
          )}
          {tab === "log" && (
            <Log
              log={state.log}
              shown={state.shown}
              sides={situation.sides}
              onExplain={(one) => {
                setTab("why");
                setTimeout(() => void battle.explain(one.step), 0);
              }}
            />
          )}
          {tab === "forces" && <Forces battle={battle} state={state} />}
          {tab === "why" && (
            <Why
              explained={state.explained}
              hint={state.hint}
              sides={situation.sides}
              viewer={situation.seat === "second" ? "second" : "first"}
            />
          )}
          {tab === "text" && <Text state={state} />}
        </div>
      </aside>
    </div>
  );
}

/** The entry of the log that is shown, large; and how to watch. */
function Told({ battle, state, by }: { battle: Battle; state: BattleState; by: Seat | null }) {
  const entry = state.log[state.shown - 1];
  const isAsked = battle.showing.isCurrent && state.situation.decision !== null && state.said === "";
  const seat = isAsked ? state.situation.to_move : (entry?.seat ?? by);
  return (
    <div class="told">
      <p class={`now ${seat ?? ""}`} aria-live="polite">
        {isAsked ? state.situation.prompt : (entry?.text ?? "")}
      </p>
      <Watch battle={battle} state={state} />
    </div>
  );
}
