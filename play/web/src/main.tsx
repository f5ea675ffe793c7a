// The page: which part of it is open, and how the connection stands.

import { render } from "preact";

import "./style/index.css";
import { BattlePage } from "./pages/BattlePage";
import { NewGame } from "./pages/NewGame";
import { Replay } from "./pages/Replay";
import { ReportPage } from "./pages/ReportPage";
import { address, Client } from "./protocol/client";
import { router } from "./router";
import { useStore } from "./store";
import { Words } from "./words";

const client = new Client(address());

function Page() {
  const { state, why, welcome } = useStore(client);
  const { route } = useStore(router);
  if (state === "refused" || welcome === null) {
    return (
      <main class="alone">
        <h1>Sandtable</h1>
        <p role="status">{state === "refused" ? <Words text={why} /> : "Calling the program …"}</p>
      </main>
    );
  }
  return (
    <>
      {state === "lost" && (
        <p class="lost" role="alert">
          The program does not answer. This page tries again and again; the battle is kept.
        </p>
      )}
      {route.page === "new" && <NewGame client={client} welcome={welcome} />}
      {route.page === "battle" && <BattlePage key={route.game} client={client} game={route.game} />}
      {route.page === "replay" && <Replay key={route.game} client={client} game={route.game} />}
      {route.page === "report" && <ReportPage key={route.game} client={client} game={route.game} />}
    </>
  );
}

render(<Page />, document.getElementById("app")!);
