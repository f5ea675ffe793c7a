// A battle in a file: a record that this page saved, or what was saved in the terminal.

/** What a file says of its battle; whether it can be gone on with, the engine says. */
export interface Saved {
  name: string;
  /** The record so far. */
  record: string;
  ruleset: string;
  /** What the scenario ships as, if it does. */
  source: string;
  title: string;
  sides: [string, string];
  /** Who plays: `person`, or an agent. */
  players: [string, string];
  /** Whether people threw the dice. */
  isTyped: boolean;
}

interface Header {
  sandtable_record?: number;
  ruleset: string;
  source: string;
  scenario: string;
  players: [string, string];
  commitment: string;
}

/** Who is a person in records. */
export const PERSON = "person";

/** Reads a file's text; says in one line what is wrong with it otherwise. */
export function readSaved(name: string, text: string): Saved {
  const record = saveIn(text) ?? text;
  const header = headerOf(record);
  if (header?.sandtable_record === undefined) {
    throw new Error(`${name} is neither a record nor a saved battle of this program. Choose another file.`);
  }
  const [, ...blocks] = header.scenario.split("[[side]]");
  const side = (index: 0 | 1, usual: string) => named(blocks[index] ?? "") ?? usual;
  return {
    name,
    record,
    ruleset: header.ruleset,
    source: header.source,
    title: named(header.scenario) ?? header.source,
    sides: [side(0, "First side"), side(1, "Second side")],
    players: header.players,
    isTyped: header.commitment === "",
  };
}

/** The record in what the terminal saves. */
function saveIn(text: string): string | undefined {
  try {
    const { record } = JSON.parse(text) as { record?: unknown };
    return typeof record === "string" ? record : undefined;
  } catch {
    // A record is a value a line, and no value as a whole.
    return undefined;
  }
}

function headerOf(record: string): Header | undefined {
  try {
    return JSON.parse(record.split("\n", 1)[0]!) as Header;
  } catch {
    return undefined;
  }
}

/** The first name in a piece of a scenario file. */
function named(text: string): string | undefined {
  return /^\s*name\s*=\s*"([^"]*)"/m.exec(text)?.[1];
}
