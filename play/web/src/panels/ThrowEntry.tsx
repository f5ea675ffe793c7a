// A throw that the person makes on a real table: which dice, what for, and what they show.

import { useEffect, useRef, useState } from "preact/hooks";

import type { Battle } from "../battle/battle";
import type { ThrowDue } from "../protocol/types";
import { Face, LedgerView } from "./Dice";

interface Props {
  battle: Battle;
  due: ThrowDue;
  sides: [string, string];
  isBusy: boolean;
}

export function ThrowEntry({ battle, due, sides, isBusy }: Props) {
  const [pips, setPips] = useState<string[]>([]);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setPips(due.dice.map(() => ""));
    first.current?.focus();
  }, [due.id]);
  const numbers = due.dice.map((_, i) => Number.parseInt(pips[i] ?? "", 10));
  const isWhole = due.dice.every((die, i) => numbers[i]! >= 1 && numbers[i]! <= die.sides);
  return (
    <form
      class="orders throw-entry"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !isBusy) {
          void battle.throwDice(numbers);
        }
      }}
    >
      <h2 class="prompt">{due.words}</h2>
      {due.ledger.length > 0 && <LedgerView ledger={due.ledger} />}
      <div class="dice-fields">
        {due.dice.map((die, i) => (
          <label key={i}>
            <Face die={die} />
            <span>
              {sides[die.seat === "first" ? 0 : 1]}, 1 to {die.sides}
            </span>
            <input
              ref={i === 0 ? first : undefined}
              type="number"
              inputMode="numeric"
              min={1}
              max={die.sides}
              required
              value={pips[i] ?? ""}
              onInput={(event) => {
                const value = event.currentTarget.value;
                setPips((before) => due.dice.map((_, j) => (j === i ? value : (before[j] ?? ""))));
              }}
            />
          </label>
        ))}
      </div>
      <div class="buttons">
        <button type="submit" class="primary" disabled={!isWhole || isBusy}>
          These are the dice
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void battle.throwDice(due.dice.map((die) => 1 + Math.floor(Math.random() * die.sides)))}
        >
          Throw for me
        </button>
      </div>
    </form>
  );
}
