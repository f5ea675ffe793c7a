// Dice as people see them, and the modifiers that are added to them.

import type { Die, Ledger, Rolled } from "../protocol/types";

/** A die's face: its outline says how many sides it has. */
export function Face({ die, pip }: { die: Die; pip?: number }) {
  return (
    <svg class={`face ${die.seat}`} viewBox="-12 -12 24 24" width="30" height="30" aria-hidden="true">
      <path d={shape(die.sides)} />
      <text dy="0.36em">{pip ?? `D${die.sides}`}</text>
    </svg>
  );
}

/** A square for six sides, a ten-sided outline for the larger, a triangle for four. */
function shape(sides: number): string {
  if (sides === 6) {
    return "M-9-9H9V9H-9Z";
  }
  const corners = sides === 4 ? 3 : sides === 8 ? 6 : 10;
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (i * 2 * Math.PI) / corners - Math.PI / 2;
    return `${(Math.cos(angle) * 10.6).toFixed(2)} ${(Math.sin(angle) * 10.6).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

/** A throw: whose dice show what, and what was added. */
export function ThrowView({ rolled, sides }: { rolled: Rolled; sides: [string, string] }) {
  const words = rolled.dice
    .map((die, i) => `${sides[die.seat === "first" ? 0 : 1]} D${die.sides}: ${rolled.pips[i]}`)
    .join(", ");
  return (
    <span class="throw">
      <span class="sr">
        {words}
        {rolled.counts ? "" : "; thrown again"}
      </span>
      {rolled.dice.map((die, i) => (
        <Face key={i} die={die} pip={rolled.pips[i]!} />
      ))}
      {!rolled.counts && <em>thrown again</em>}
      {rolled.ledger.length > 0 && <LedgerView ledger={rolled.ledger} />}
    </span>
  );
}

/** Every modifier of a throw, each side's together. */
export function LedgerView({ ledger }: { ledger: Ledger }) {
  return (
    <span class="ledger">
      {(["initiator", "target"] as const).map((party) => {
        const own = ledger.filter((modifier) => modifier.party === party);
        const sum = own.reduce((total, modifier) => total + modifier.value, 0);
        return (
          <span key={party} class="party">
            <b>
              {party === "initiator" ? "Attacker" : "Target"} {signed(sum)}
            </b>
            {own.map((modifier, i) => (
              <span key={i} class="modifier" title={modifier.rule === "" ? undefined : `rule ${modifier.rule}`}>
                <i>{signed(modifier.value)}</i> {modifier.reason}
              </span>
            ))}
          </span>
        );
      })}
    </span>
  );
}

export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
