// What the opponent, or the adviser, thought: candidates, plan, expected survivors, and how the chances went.

import { Words } from "../words";
import type { Expected, Explained, Hint, Seat, Thought } from "../protocol/types";

interface Props {
  explained: Explained | null;
  hint: Hint | null;
  sides: [string, string];
  viewer: Seat;
}

export function Why({ explained, hint, sides, viewer }: Props) {
  return (
    <div class="why-panel">
      {hint && <ThoughtView title="The adviser" thought={hint.thought} sides={sides} />}
      {explained?.thought && (
        <ThoughtView
          title={`The decision of ${sides[explained.thought.seat === "first" ? 0 : 1]}`}
          thought={explained.thought}
          sides={sides}
        />
      )}
      {explained && !explained.thought && (
        <p class="quiet">
          <Words text={explained.why} />
        </p>
      )}
      {!explained && !hint && <p class="quiet">Nobody has thought about a decision yet.</p>}
      {explained && explained.curve.length > 1 && <Curve curve={explained.curve} sides={sides} viewer={viewer} />}
    </div>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const value = (number: number | null | undefined) =>
  number === null || number === undefined ? "–" : number.toFixed(2).replace("-", "−");

function ThoughtView({ title, thought, sides }: { title: string; thought: Thought; sides: [string, string] }) {
  const most = Math.max(1, ...thought.candidates.map((candidate) => candidate.visits));
  const [best] = thought.candidates;
  return (
    <section class="thought">
      <h3>
        {title}{" "}
        <small>
          {thought.agent}, turn {thought.turn}
        </small>
      </h3>
      <p>
        <b>{thought.notation}</b>: {thought.words}
      </p>
      {thought.why !== "" && (
        <p class="reason">
          <Words text={thought.why} />
        </p>
      )}
      {typeof thought.value === "number" && (
        <p class="quiet">
          {sides[thought.seat === "first" ? 0 : 1]} may expect {value(thought.value)} (1 is victory, −1 defeat), from{" "}
          {thought.simulations} positions.
        </p>
      )}
      {thought.candidates.length > 1 && (
        <table class="candidates">
          <caption>What it considered</caption>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Tried</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {thought.candidates.slice(0, 8).map((candidate) => (
              <tr key={candidate.notation}>
                <th scope="row" title={candidate.words}>
                  {candidate.notation}
                </th>
                <td>
                  <span class="visits" aria-hidden="true" style={{ width: `${(60 * candidate.visits) / most}px` }} />{" "}
                  {candidate.visits}
                </td>
                <td class="number">{value(candidate.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {best && best.pro.length > 0 && <Points title="For it" points={best.pro} />}
      {best && best.contra.length > 0 && <Points title="Against it" points={best.contra} />}
      {thought.plan.length > 1 && (
        <>
          <h4>The plan</h4>
          <ol class="plan">
            {thought.plan.map((step, i) => (
              <li key={i}>
                <Words text={step} />
              </li>
            ))}
          </ol>
        </>
      )}
      {thought.survivors.length > 0 && (
        <>
          <h4>Units expected to outlast the battle</h4>
          <ul class="survivors">
            {thought.survivors.map(({ seat, units, expected }) => (
              <li key={seat} class={seat}>
                <span class="chance" aria-hidden="true">
                  <span style={{ width: percent(expected / Math.max(units, 1)) }} />
                </span>
                {sides[seat === "first" ? 0 : 1]}: <b>{expected.toFixed(1)}</b> of {units}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {points.map((point, i) => (
          <li key={i}>
            <Words text={point} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chance to win as agents judged it, decision by decision. */
function Curve({ curve, sides, viewer }: { curve: Expected[]; sides: [string, string]; viewer: Seat }) {
  const [width, height] = [320, 110];
  const last = Math.max(...curve.map((one) => one.step), 1);
  const chance = (one: Expected) => (viewer === "first" ? one.chance : 1 - one.chance);
  const point = (one: Expected) =>
    `${((one.step / last) * width).toFixed(1)} ${((1 - chance(one)) * height).toFixed(1)}`;
  const now = curve[curve.length - 1]!;
  const turns = curve.filter((one, i) => i === 0 || one.turn !== curve[i - 1]!.turn);
  return (
    <figure class="curve">
      <figcaption>
        The chance of {sides[viewer === "first" ? 0 : 1]}, as the agents judged it: now {percent(chance(now))}
      </figcaption>
      <svg
        viewBox={`-30 -8 ${width + 40} ${height + 28}`}
        role="img"
        aria-label={`From ${percent(chance(curve[0]!))} to ${percent(chance(now))}`}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path class="grid" d={`M0 ${(1 - share) * height}H${width}`} />
            <text x={-5} y={(1 - share) * height} dy="0.35em" text-anchor="end">
              {share * 100}
            </text>
          </g>
        ))}
        {turns.map((one) => (
          <text key={one.turn} x={(one.step / last) * width} y={height + 15} text-anchor="middle">
            {one.turn}
          </text>
        ))}
        <path class={`line ${viewer}`} d={`M${curve.map(point).join("L")}`} />
        <circle cx={(now.step / last) * width} cy={(1 - chance(now)) * height} r={3.5} />
      </svg>
    </figure>
  );
}
