// The chances of every result before a fight, and the question whether to begin it.

import type { Action, Chances } from "../protocol/types";
import { LedgerView } from "./Dice";

interface Props {
  action: Action;
  odds: Chances | null;
  /** Whether the odds have come. */
  isKnown: boolean;
  isBusy: boolean;
  onDo: () => void;
  onCancel: () => void;
}

export function OddsCard({ action, odds, isKnown, isBusy, onDo, onCancel }: Props) {
  return (
    <section class="odds card" aria-label="The odds">
      <h3>{capital(action.words)}</h3>
      {!isKnown && <p class="quiet">Counting the rolls …</p>}
      {odds && (
        <>
          <div class="shares" aria-hidden="true">
            {odds.results.map((result, i) => (
              <span key={i} class={`share share-${i % 5}`} style={{ flexGrow: result.weight }} />
            ))}
          </div>
          <table class="chances">
            <caption class="sr">Chances</caption>
            <tbody>
              {odds.results.map((result, i) => (
                <tr key={i}>
                  <td>
                    <span class={`key share-${i % 5}`} aria-hidden="true" />
                  </td>
                  <th scope="row">{result.words}</th>
                  <td class="number">{result.percent.toFixed(1)} %</td>
                </tr>
              ))}
            </tbody>
          </table>
          {odds.ledger.length > 0 && <LedgerView ledger={odds.ledger} />}
        </>
      )}
      <div class="buttons">
        <button type="button" class="primary" data-focus="confirm" disabled={isBusy} onClick={onDo}>
          Do it
        </button>
        <button type="button" onClick={onCancel}>
          Not now
        </button>
      </div>
    </section>
  );
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
