// What happened, turn by turn, with dice and modifiers.

import { useEffect, useRef } from "preact/hooks";

import { memo } from "../board/memo";
import type { Entry } from "../protocol/types";
import { ThrowView } from "./Dice";

interface Props {
  log: Entry[];
  shown: number;
  sides: [string, string];
  /** Looks at an entry: what the agent thought at it. */
  onExplain?: (entry: Entry) => void;
}

export function Log({ log, shown, sides, onExplain }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = list.current;
    if (element) {
      element.scrollTop = element.scrollHeight;
    }
  }, [shown]);
  const seen = log.slice(0, shown).filter((entry) => entry.text !== "" || entry.dice);
  return (
    <ol class="log" ref={list} tabIndex={0} aria-label="Log">
      {seen.map((entry, i) => (
        <Line
          key={entry.step}
          entry={entry}
          sides={sides}
          isNewTurn={entry.turn !== seen[i - 1]?.turn}
          isLast={i === seen.length - 1}
          onExplain={onExplain}
        />
      ))}
    </ol>
  );
}

const Line = memo(function Line({
  entry,
  sides,
  isNewTurn,
  isLast,
  onExplain,
}: {
  entry: Entry;
  sides: [string, string];
  isNewTurn: boolean;
  isLast: boolean;
  onExplain: Props["onExplain"];
}) {
  return (
    <>
      {isNewTurn && (
        <li class="turn-heading">
          <span>Turn {entry.turn}</span>
        </li>
      )}
      <li class={`entry ${entry.kind} ${entry.seat ?? ""} ${isLast ? "last" : ""}`}>
        <span class="said">{entry.text}</span>
        {entry.dice && <ThrowView rolled={entry.dice} sides={sides} />}
        {entry.explained && onExplain && (
          <button type="button" class="why" title="What did it think?" onClick={() => onExplain(entry)}>
            why?
          </button>
        )}
      </li>
    </>
  );
});
