// The battles that this browser takes part in.

import { useState } from "preact/hooks";

import * as kept from "../battle/kept";
import { link } from "../router";

export function KeptBattles() {
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
