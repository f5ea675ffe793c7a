// The report of a battle, fit for printing and for keeping.

import { useEffect, useState } from "preact/hooks";

import { widest } from "../battle/state";
import * as kept from "../battle/kept";
import { Markdown } from "../markdown";
import type { Client } from "../protocol/client";
import { link } from "../router";
import { Words } from "../words";
import { fileName, save } from "../save";

export function ReportPage({ client, game }: { client: Client; game: string }) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const known = kept.battle(game);
  useEffect(() => {
    if (!known) {
      setTrouble("This browser has no seat in that battle.");
      return;
    }
    client.ask<{ text: string }>("report", { game, token: widest(known.tokens), format: "markdown" }).then(
      (answer) => setText(answer.text),
      (error: Error) => setTrouble(error.message),
    );
  }, [client, game]);
  return (
    <main class="report-page">
      <nav class="tools no-print" aria-label="The report">
        <a class="button" href={link({ page: "new" })}>
          All battles
        </a>
        <a class="button" href={link({ page: "battle", game })}>
          To the battle
        </a>
        <a class="button" href={link({ page: "replay", game })}>
          Replay
        </a>
        <button type="button" disabled={text === ""} onClick={() => print()}>
          Print
        </button>
        <button
          type="button"
          disabled={text === ""}
          onClick={() => save(fileName(known?.title ?? "", "md"), text, "text/markdown")}
        >
          Markdown
        </button>
      </nav>
      {trouble !== "" && (
        <p class="trouble" role="alert">
          <Words text={trouble} />
        </p>
      )}
      {text === "" && trouble === "" && (
        <p class="quiet">Writing the report: a search judges every turn of the battle …</p>
      )}
      <article class="report">
        <Markdown text={text} />
      </article>
    </main>
  );
}
