// Reports as elements.

import { type Block as BlockOf, blocks } from "./markdown-blocks";
import { inline } from "./words";

/** Markdown as elements. */
export function Markdown({ text }: { text: string }) {
  return (
    <>
      {blocks(text.split("\n")).map((block, i) => (
        <Block key={i} block={block} />
      ))}
    </>
  );
}

function Block({ block }: { block: BlockOf }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as "h1";
      return <Heading>{inline(block.text)}</Heading>;
    }
    case "fence":
      return <pre tabIndex={0}>{block.lines.join("\n")}</pre>;
    case "list":
      return (
        <ul>
          {block.lines.map((line, i) => (
            <li key={i}>{inline(line)}</li>
          ))}
        </ul>
      );
    case "table": {
      const rows = block.lines
        .filter((line) => !/^[|\s:-]+$/.test(line))
        .map((line) =>
          line
            .split("|")
            .slice(1, -1)
            .map((cell) => cell.trim()),
        );
      const [head = [], ...body] = rows;
      return (
        <table>
          <thead>
            <tr>
              {head.map((cell, i) => (
                <th key={i} scope="col">
                  {inline(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, i) => (
              <tr key={i}>
                {row.map((cell, j) => (
                  <td key={j}>{inline(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case "paragraph":
      return <p>{inline(block.lines.join(" "))}</p>;
  }
}
