// A new battle, or one that goes on. Everything has a default: one click begins.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import * as kept from "../battle/kept";
import type { Client } from "../protocol/client";
import type { Begun, Branch, Piece, Seat, Welcome } from "../protocol/types";
import { Counter } from "../board/Unit";
import { link } from "../router";
import { enter } from "./begun";
import { defaults, type Opponent, opponentsOf, usual } from "./choice";

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
  const [trouble, setTrouble] = useState("");
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // One key begins, too.
  useEffect(() => button.current?.focus(), []);
  const ruleset = welcome.rulesets.find((one) => one.id === choice.ruleset)!;
  const scenario = ruleset.scenarios.find((one) => one.name === choice.scenario);
  const [asked] = useState(choice.opponent);
  const opponents = useMemo(() => opponentsOf(welcome, ruleset, asked), [welcome, ruleset]);
  const sides = scenario?.sides ?? ["First side", "Second side"];
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

  const begin = async () => {
    setBusy(true);
    setTrouble("");
    const { side } = choice;
    const first = side === "first" || side === "both" ? "client" : spec(choice.opponent);
    const second =
      side === "second" || side === "both" ? "client" : spec(side === "none" ? choice.second : choice.opponent);
    const chosen = file ? { text: file.text } : choice.scenario === "" ? { generated: number() } : choice.scenario;
    try {
      const begun = await client.ask<Begun>("new_game", {
        ruleset: ruleset.id,
        scenario: chosen,
        seats: { first, second },
        dice: choice.dice,
        number: number(),
      });
      kept.keepChoice(choice);
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
            {isBusy ? "Setting up …" : "Begin the battle"}
          </button>
          <p class="summary">
            <b>{file ? file.name : (scenario?.title ?? "A fresh battle")}</b>{" "}
            {file
              ? "from your own file."
              : (scenario?.summary ?? "Made up for this occasion: alike in strength for both sides.")}
          </p>
        </div>
        {trouble !== "" && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <div class="fields">
          <Field id="rules" label="Rules" value={choice.ruleset} onChange={(name) => change({ ruleset: name })}>
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
            isOff={file !== null}
            onChange={(name) => change({ scenario: name })}
          >
            {ruleset.scenarios.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
            {ruleset.generates && <option value="">A fresh one</option>}
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
        <FileField file={file} onFile={setFile} />
      </form>
      <KeptBattles />
      <footer>
        Sandtable {welcome.version} · <a href="/licences.txt">licences of others’ work in this page</a>
      </footer>
    </main>
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

interface FieldProps {
  id: string;
  label: string;
  about?: string | undefined;
  value: string;
  isOff?: boolean;
  onChange: (value: string) => void;
  children: ComponentChildren;
}

/** Something to choose, with a line about what is chosen. */
function Field({ id, label, about, value, isOff, onChange, children }: FieldProps) {
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isOff}
        aria-describedby={about ? `${id}-about` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </select>
      {about && <small id={`${id}-about`}>{about}</small>}
    </div>
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

function FileField({
  file,
  onFile,
}: {
  file: { name: string; text: string } | null;
  onFile: (file: { name: string; text: string } | null) => void;
}) {
  return (
    <details class="own-file">
      <summary>A scenario of my own</summary>
      <p>
        <label>
          A scenario file{" "}
          <input
            type="file"
            accept=".toml,text/plain"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              void chosen?.text().then((text) => onFile({ name: chosen.name, text }));
            }}
          />
        </label>
        {file && (
          <button type="button" onClick={() => onFile(null)}>
            Without it
          </button>
        )}
      </p>
    </details>
  );
}

function KeptBattles() {
  const [list, setList] = useState(kept.battles);
  if (list.length === 0) {
    return null;
  }
  return (
    <section class="plate kept">
      <h2>Battles of this browser</h2>
      <ul>
        {list.map((one) => (
          <li key={one.game}>
            <a href={link({ page: one.isOver ? "report" : "battle", game: one.game })}>
              <b>{one.title}</b> <span>{one.about}</span>
            </a>
            <span class="when">
              {new Date(one.at).toLocaleString()}
              {one.isOver ? ", over" : ""}
            </span>
            {one.isOver && <a href={link({ page: "replay", game: one.game })}>replay</a>}
            <button
              type="button"
              aria-label={`Forget ${one.title}`}
              title="Forget it"
              onClick={() => {
                kept.forget(one.game);
                setList(kept.battles());
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
