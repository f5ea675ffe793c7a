// Each side's units as the person knows them: who may still act, who fell.

import type { Battle } from "../battle/battle";
import type { BattleState } from "../battle/state";
import { Counter } from "../board/Unit";
import { unitWords } from "../board/words";
import type { Piece, Seat } from "../protocol/types";

export function Forces({ battle, state }: { battle: Battle; state: BattleState }) {
  const { situation, table } = state;
  const side = (seat: Seat) => battle.showing.pieces.filter((piece) => piece.seat === seat);
  const point = (piece: Piece) => battle.pointing.point({ place: piece.place ?? null, piece: piece.id, at: piece.at! });
  return (
    <div class="forces">
      {(["first", "second"] as const).map((seat, index) => {
        const units = side(seat);
        const ready = units.filter((piece) => piece.can_act).length;
        // What the seat knows to be there without knowing where.
        const extra = situation.forces[index]!.filter((line) => !units.some((piece) => line.startsWith(piece.name)));
        return (
          <section key={seat} class={seat}>
            <h3>
              {situation.sides[index]}
              <small>
                {units.filter((piece) => piece.at).length} on the table{ready > 0 ? `, ${ready} may still act` : ""}
              </small>
            </h3>
            <ul>
              {units.map((piece) => (
                <li key={piece.id} class={piece.at ? (piece.can_act ? "ready" : "") : "gone"}>
                  <button
                    type="button"
                    disabled={!piece.at}
                    onClick={() => point(piece)}
                    title={unitWords(piece, situation.sides)}
                  >
                    <Counter piece={piece} />
                    <span class="name">{piece.name}</span>
                    <span class="where">
                      {where(piece, table.places)}
                      {piece.can_act ? " · may act" : ""}
                    </span>
                  </button>
                </li>
              ))}
              {extra.map((line) => (
                <li key={line} class="unseen">
                  {line}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function where(piece: Piece, places: { name: string }[]): string {
  const marks = piece.marks.filter((mark) => mark !== "acting").join(", ");
  const place = piece.place !== null && piece.place !== undefined ? places[piece.place]?.name : undefined;
  return [place, marks].filter(Boolean).join(", ");
}
