// What a person can choose for a new battle, and what is chosen until then.

import * as kept from "../battle/kept";
import { PERSON, type Saved } from "../battle/saved";
import type { Ruleset, Scenario, Welcome } from "../protocol/types";

/** What is chosen before anything is touched: what the address asks for, else what was chosen last, else the usual. */
export function defaults(welcome: Welcome): kept.Choice {
  const before = { ...kept.choice(), ...wanted(welcome) };
  const playable = welcome.rulesets.filter((one) => one.scenarios.length > 0);
  const named = playable.find((one) => one.scenarios.some((scenario) => scenario.name === before.scenario));
  const ruleset = named ?? playable.find((one) => one.id === before.ruleset) ?? usualRuleset(welcome);
  const scenario = ruleset.scenarios.find((one) => one.name === before.scenario) ?? usual(welcome, ruleset);
  const levels = [before.level, usualSetting(welcome, "level")];
  const level = levels.find((name) => welcome.levels.some((one) => one.name === name)) ?? welcome.levels[0]?.name;
  const opponents = opponentsOf(welcome, ruleset, before.opponent);
  const opponent = opponents.find((one) => one.name === before.opponent) ?? opponents[0];
  return {
    ruleset: ruleset.id,
    scenario: scenario?.name ?? "",
    side: before.side ?? "first",
    opponent: opponent?.name ?? "",
    second: opponents.find((one) => one.name === before.second)?.name ?? opponent?.name ?? "",
    level: level ?? "",
    dice: before.dice ?? "server",
  };
}

/** What the address asks for, as `sandtable play` writes it. */
function wanted(welcome: Welcome): Partial<kept.Choice> {
  const query = new URLSearchParams(location.search);
  const asked: Partial<kept.Choice> = {};
  const scenario = query.get("scenario");
  const side = query.get("side");
  const opponent = query.get("opponent");
  const level = query.get("level");
  const dice = query.get("dice");
  if (scenario !== null) {
    asked.scenario = scenario;
  }
  if (side === "first" || side === "second") {
    asked.side = side;
  }
  if (opponent !== null) {
    const [name = "", setting = ""] = opponent.split(":");
    const isLevel = welcome.levels.some((one) => one.name === setting);
    asked.opponent = isLevel ? name : opponent;
    if (isLevel) {
      asked.level = setting;
    }
  }
  if (level !== null) {
    asked.level = level;
  }
  if (dice === "server" || dice === "typed") {
    asked.dice = dice;
  }
  return asked;
}

/** What the program itself would choose. */
function usualSetting(welcome: Welcome, name: string): string | undefined {
  const value = welcome.options.find((option) => option.name === name)?.default;
  return typeof value === "string" ? value : undefined;
}

function usualRuleset(welcome: Welcome): Ruleset {
  const scenario = usualSetting(welcome, "scenario");
  const withIt = welcome.rulesets.find((one) => one.scenarios.some(({ name }) => name === scenario));
  return withIt ?? welcome.rulesets.find((one) => one.learned) ?? welcome.rulesets[0]!;
}

/** The scenario with which a newcomer begins. */
export function usual(welcome: Welcome, ruleset: Ruleset): Scenario | undefined {
  const name = usualSetting(welcome, "scenario");
  return ruleset.scenarios.find((one) => one.name === name) ?? ruleset.scenarios[0];
}

/** The agents that play by what was learned, and of those the ones whose setting is a level. */
const LEARNED = new Set(["net", "policy"]);
const LEVELLED = new Set(["net"]);

/** An agent that can be fought. */
export interface Opponent {
  name: string;
  about: string;
  hasLevels: boolean;
}

/** Who can be fought: the learned opponent first where it has learned this ruleset. */
export function opponentsOf(welcome: Welcome, ruleset: Ruleset, asked?: string): Opponent[] {
  const agents = welcome.agents.map((agent) => ({ ...agent, hasLevels: LEVELLED.has(agent.name) }));
  const fit = agents.filter((agent) => ruleset.learned || !LEARNED.has(agent.name));
  const usualOne = usualSetting(welcome, "opponent")?.split(":")[0];
  const rank = (agent: Opponent) => (agent.name === usualOne ? 0 : 1);
  // With settings of its own, such as `mcts:2s`.
  const isOther = asked !== undefined && asked.includes(":") && !fit.some((one) => one.name === asked);
  const other = isOther ? [{ name: asked, about: "", hasLevels: false }] : [];
  return [...other, ...fit.sort((a, b) => rank(a) - rank(b))];
}

/** Everybody in their seats as in a saved battle, and the opponent there by its full name. */
export function asSaved(welcome: Welcome, battle: Saved): Partial<kept.Choice> & { asked: string | undefined } {
  const ruleset = welcome.rulesets.find((one) => one.id === battle.ruleset);
  if (!ruleset) {
    throw new Error(`${battle.name} is a battle of “${battle.ruleset}”, and this program has no such rules.`);
  }
  const agents = battle.players.filter((player) => player !== PERSON);
  const [isFirst, isSecond] = battle.players.map((player) => player === PERSON);
  const chosen = agents.map((player) => {
    const [name = "", level] = player.split(":");
    const known = opponentsOf(welcome, ruleset).find((one) => one.name === name);
    const isLevel = known?.hasLevels && welcome.levels.some((one) => one.name === level);
    return isLevel ? { opponent: name, level } : { opponent: player };
  });
  const [first, second = first] = chosen;
  return {
    asked: agents[0],
    ruleset: ruleset.id,
    scenario: ruleset.scenarios.find((one) => one.name === battle.source)?.name ?? "",
    side: isFirst && isSecond ? "both" : isFirst ? "first" : isSecond ? "second" : "none",
    dice: battle.isTyped ? "typed" : "server",
    ...first,
    ...(second ? { second: second.opponent } : {}),
  };
}
