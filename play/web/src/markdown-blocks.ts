// The blocks of Markdown that reports are written in: headings, paragraphs, lists, tables, fenced text.

/** A block. */
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "fence" | "list" | "table" | "paragraph"; lines: string[] };

/** The blocks of a text. */
export function blocks(lines: string[]): Block[] {
  const found: Block[] = [];
  let i = 0;
  const run = (belongs: (line: string) => boolean) => {
    const from = i;
    while (i < lines.length && belongs(lines[i]!)) {
      i += 1;
    }
    return lines.slice(from, i);
  };
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === "") {
      i += 1;
    } else if (heading) {
      found.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
      i += 1;
    } else if (line.startsWith("```")) {
      i += 1;
      found.push({ kind: "fence", lines: run((one) => !one.startsWith("```")) });
      i += 1;
    } else if (line.startsWith("- ")) {
      found.push({ kind: "list", lines: run((one) => one.startsWith("- ")).map((one) => one.slice(2)) });
    } else if (line.startsWith("|")) {
      found.push({ kind: "table", lines: run((one) => one.startsWith("|")) });
    } else {
      found.push({ kind: "paragraph", lines: run((one) => one.trim() !== "" && !/^(#{1,6} |```|- |\|)/.test(one)) });
    }
  }
  return found;
}
