// The board and the legal decisions in plain text, for screen readers and for copying.

import type { BattleState } from "../battle/state";

export function Text({ state }: { state: BattleState }) {
  const { situation } = state;
  return (
    <div class="text-view">
      <h3>The board</h3>
      <pre role="region" tabIndex={0} aria-label="The board in plain text">
        {situation.board}
      </pre>
      <h3>Both forces</h3>
      {situation.forces.map((lines, i) => (
        <section key={i}>
          <h4>{situation.sides[i]}</h4>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      <h3>Legal decisions</h3>
      <p>{situation.prompt === "" ? "None now." : situation.prompt}</p>
      <pre role="region" tabIndex={0} aria-label="Legal decisions in plain text">
        {situation.actions.map((action) => `${action.notation}: ${action.words}`).join("\n")}
      </pre>
    </div>
  );
}
