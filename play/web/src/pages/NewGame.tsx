// A new battle, or one that goes on. Everything has a default: one click begins.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { REPORT_EVERY } from "../battle/battle";
import * as kept from "../battle/kept";
import { readSaved, type Saved } from "../battle/saved";
import type { Client } from "../protocol/client";
import type { Begun, Branch, Piece, Seat, Welcome } from "../protocol/types";
import { Counter } from "../board/Unit";
import { Words } from "../words";
import { enter } from "./begun";
import { asSaved, defaults, type Opponent, opponentsOf, usual } from "./choice";
import { Field, FileField } from "./Fields";
import { KeptBattles } from "./KeptBattles";

type Side = kept.Choice["side"];

/** What the program promises of its dice. */
const FAIR =
  "The program commits itself to a seed before the first throw and shows it after the last; your browser adds a number of its own.";

/** 128 random bits: the page's part of the dice. */
function number(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function NewGame({ client, welcome }: { client: Client; welcome: Welcome }) {
  const [choice, setChoice] = useState(() => defaults(welcome));
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const [trouble, setTrouble] = useState("");
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // One key begins, too.
  useEffect(() => button.current?.focus(), []);
  const ruleset = welcome.rulesets.find((one) => one.id === choice.ruleset)!;
  const scenario = file || saved ? undefined : ruleset.scenarios.find((one) => one.name === choice.scenario);
  const [asked, setAsked] = useState(choice.opponent);
  const opponents = useMemo(() => opponentsOf(welcome, ruleset, asked), [welcome, ruleset, asked]);
  const sides = saved?.sides ?? scenario?.sides ?? ["First side", "Second side"];
  const change = (part: Partial<kept.Choice>) => {
    setChoice((before) => {
      const next = { ...before, ...part };
      if (part.ruleset) {
        const other = welcome.rulesets.find((one) => one.id === part.ruleset)!;
        const able = opponentsOf(welcome, other);
        next.scenario = usual(welcome, other)?.name ?? "";
        next.opponent = able.find((one) => one.name === next.opponent)?.name ?? able[0]?.name ?? "";
        next.second = able.find((one) => one.name === next.second)?.name ?? able[0]?.name ?? "";
      }
      return next;
    });
  };
  const spec = (name: string) =>
    opponents.find((one) => one.name === name)?.hasLevels && choice.level ? `${name}:${choice.level}` : name;

  /** Everybody in their seats as they were; all of it can be changed. */
  const goOnWith = (name: string, text: string) => {
    setTrouble("");
    try {
      const battle = readSaved(name, text);
      const { asked: player, ...seats } = asSaved(welcome, battle);
      setAsked(player ?? choice.opponent);
      setChoice((before) => ({ ...before, ...seats }));
      setFile(null);
      setSaved(battle);
    } catch (error) {
      setSaved(null);
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };

  const begin = async () => {
    setBusy(true);
    setTrouble("");
    const { side } = choice;
    const first = side === "first" || side === "both" ? "client" : spec(choice.opponent);
    const second =
      side === "second" || side === "both" ? "client" : spec(side === "none" ? choice.second : choice.opponent);
    const chosen = file ? { text: file.text } : choice.scenario === "" ? { generated: number() } : choice.scenario;
    try {
      const how = { seats: { first, second }, dice: choice.dice, number: number(), report_every: REPORT_EVERY };
      const begun = saved
        ? await client.ask<Begun>("continue", { saved: saved.record, ...how })
        : await client.ask<Begun>("new_game", { ruleset: ruleset.id, scenario: chosen, ...how });
      if (!saved) {
        kept.keepChoice(choice);
      }
      enter(client, begun);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  const opponent = opponents.find((one) => one.name === choice.opponent);
  const needsLevel = [choice.opponent, ...(choice.side === "none" ? [choice.second] : [])].some(
    (name) => opponents.find((one) => one.name === name)?.hasLevels,
  );
  return (
    <main class="new-game">
      <header class="title-page">
        <Frieze />
        <p class="over-title">The Sandtable</p>
        <h1>Battles of 1880–1935</h1>
        <p class="under-title">against opponents that know the rules and throw the same dice</p>
      </header>
      <form
        class="plate"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <div class="begin">
          <button type="submit" class="primary large" ref={button} disabled={isBusy}>
            {isBusy ? "Setting up …" : saved ? "Go on with the battle" : "Begin the battle"}
          </button>
          <Summary title={saved?.title ?? file?.name ?? scenario?.title ?? "A fresh battle"}>
            {saved
              ? `goes on from ${saved.name}. What was thrown stands; the dice to come are new.`
              : file
                ? "from your own file."
                : (scenario?.summary ?? "Made up for this occasion: alike in strength for both sides.")}
          </Summary>
        </div>
        {trouble !== "" && (
          <p class="trouble" role="alert">
            <Words text={trouble} />
          </p>
        )}
        <div class="fields">
          <Field
            id="rules"
            label="Rules"
            value={choice.ruleset}
            isOff={saved !== null}
            onChange={(name) => change({ ruleset: name })}
          >
            {welcome.rulesets.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </Field>
          <Field
            id="scenario"
            label="Scenario"
            value={choice.scenario}
            isOff={file !== null || saved !== null}
            onChange={(name) => change({ scenario: name })}
          >
            {saved && <option value={choice.scenario}>{saved.title}</option>}
            {!saved &&
              ruleset.scenarios.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.title}
                </option>
              ))}
            {!saved && ruleset.generates && <option value="">A fresh one</option>}
          </Field>
          <Field id="side" label="You play" value={choice.side} onChange={(side) => change({ side: side as Side })}>
            <option value="first">{sides[0]}</option>
            <option value="second">{sides[1]}</option>
            <option value="both">Both: two people at one screen</option>
            <option value="none">Neither: watch two opponents</option>
          </Field>
          {choice.side !== "both" && (
            <Field
              id="opponent"
              label={choice.side === "none" ? sides[0] : "Opponent"}
              about={opponent?.about}
              value={choice.opponent}
              onChange={(name) => change({ opponent: name })}
            >
              <OpponentOptions opponents={opponents} />
            </Field>
          )}
          {choice.side === "none" && (
            <Field
              id="second"
              label={sides[1]}
              about={opponents.find((one) => one.name === choice.second)?.about}
              value={choice.second}
              onChange={(name) => change({ second: name })}
            >
              <OpponentOptions opponents={opponents} />
            </Field>
          )}
          {choice.side !== "both" && needsLevel && welcome.levels.length > 0 && (
            <Field
              id="level"
              label="Level"
              about={welcome.levels.find((one) => one.name === choice.level)?.about}
              value={choice.level}
              onChange={(level) => change({ level })}
            >
              {welcome.levels.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            </Field>
          )}
          <Field
            id="dice"
            label="Dice"
            about={choice.dice === "server" ? FAIR : "You throw at your own table and type what the dice show."}
            value={choice.dice}
            onChange={(dice) => change({ dice: dice as kept.Choice["dice"] })}
          >
            <option value="server">Thrown by the program</option>
            <option value="typed">Thrown on my own table</option>
          </Field>
        </div>
        <FileField
          title="Continue a saved battle"
          label="A saved battle"
          about="A record that was saved here in the middle of a battle, or what “save” wrote in the terminal."
          accept=".jsonl,.save,.json,text/plain"
          isChosen={saved !== null}
          onFile={goOnWith}
          onNone={() => setSaved(null)}
        />
        <FileField
          title="A scenario of my own"
          label="A scenario file"
          about="A file that says who stands where, on which ground, and what wins."
          accept=".toml,text/plain"
          isChosen={file !== null}
          onFile={(name, text) => {
            setSaved(null);
            setFile({ name, text });
          }}
          onNone={() => setFile(null)}
        />
      </form>
      <KeptBattles />
      <footer>
        Sandtable {welcome.version} · <a href="/licences.txt">licences of others’ work in this page</a>
      </footer>
    </main>
  );
}

/** What will be fought. */
function Summary({ title, children }: { title: string; children: string }) {
  return (
    <p class="summary">
      <b>{title}</b> {children}
    </p>
  );
}

/** A line of blocks on either side, for the eye. */
function Frieze() {
  const branches: Branch[] = ["infantry", "cavalry", "artillery", "machine-gun"];
  const block = (branch: Branch, seat: Seat, i: number): Piece => ({
    id: i,
    seat,
    name: "",
    class: "",
    branch,
    value: 4 - i,
    size: [76, 50],
    rank: 0,
    can_act: false,
    marks: [],
  });
  return (
    <p class="frieze" aria-hidden="true">
      {branches.map((branch, i) => (
        <Counter key={branch} piece={block(branch, "first", i)} />
      ))}
      <svg class="swords" viewBox="-12 -12 24 24" width="24" height="24">
        <path d="M-8-9 7 7M8-9-7 7M4 8 8 4M-4 8-8 4" />
      </svg>
      {[...branches].reverse().map((branch, i) => (
        <Counter key={branch} piece={block(branch, "second", 3 - i)} />
      ))}
    </p>
  );
}

function OpponentOptions({ opponents }: { opponents: Opponent[] }) {
  return (
    <>
      {opponents.map((one) => (
        <option key={one.name} value={one.name}>
          {one.hasLevels ? `The trained opponent (${one.name})` : one.name}
        </option>
      ))}
    </>
  );
}
