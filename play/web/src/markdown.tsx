// The little of Markdown that reports are written in: headings, paragraphs, lists, tables, fenced text, bold.

import type { ComponentChild } from "preact";

/** Markdown as elements. */
export function Markdown({ text }: { text: string }) {
  return <>{blocks(text.split("\n")).map((block, i) => <Block key={i} block={block} />)}</>;
}

type Block = { kind: "heading"; level: number; text: string } | { kind: "fence" | "list" | "table" | "paragraph"; lines: string[] };

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

function Block({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as "h1";
      return <Heading>{inline(block.text)}</Heading>;
    }
    case "fence":
      return <pre tabIndex={0}>{block.lines.join("\n")}</pre>;
    case "list":
      return <ul>{block.lines.map((line, i) => <li key={i}>{inline(line)}</li>)}</ul>;
    case "table": {
      const rows = block.lines.filter((line) => !/^[|\s:-]+$/.test(line)).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
      const [head = [], ...body] = rows;
      return (
        <table>
          <thead><tr>{head.map((cell, i) => <th key={i} scope="col">{inline(cell)}</th>)}</tr></thead>
          <tbody>{body.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}>{inline(cell)}</td>)}</tr>)}</tbody>
        </table>
      );
    }
    case "paragraph":
      return <p>{inline(block.lines.join(" "))}</p>;
  }
}

function inline(text: string): ComponentChild[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**") && part.length > 4) {
      return <b>{part.slice(2, -2)}</b>;
    }
    return part.startsWith("`") && part.length > 2 ? <code>{part.slice(1, -1)}</code> : part;
  });
}
