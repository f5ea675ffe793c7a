// Writes `src/protocol/types.ts` from the protocol's JSON schemas, or with `--check` says whether it is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../../docs/schemas");
const target = join(here, "src/protocol/types.ts");

/** Every named type of what the engine sends, by name: the two schemas hold all of it. */
const types = new Map();
for (const file of ["answer.json", "event.json"]) {
  const schema = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { $defs = {}, $schema, title, ...root } = schema;
  for (const [name, type] of [...Object.entries($defs), [title, root]]) {
    types.set(name.replace(/\W/g, ""), type);
  }
}

function comment(schema, indent) {
  const words = schema.description?.replace(/\s+/g, " ").replaceAll("*/", "* /");
  return words ? `${indent}/** ${words} */\n` : "";
}

const key = (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));
const union = (parts) => [...new Set(parts)].join(" | ");
const grouped = (type) => (type.includes(" | ") || type.includes(" & ") ? `(${type})` : type);

/** A schema as a TypeScript type. */
function type(schema, indent = "") {
  if (schema === true || Object.keys(schema).every((name) => ["description", "default", "title"].includes(name))) {
    return "unknown";
  }
  if (schema === false) return "never";
  if (schema.$ref !== undefined) {
    const named = schema.$ref.replace("#/$defs/", "").replace(/\W/g, "");
    return schema.properties ? `${named} & ${object(schema, indent)}` : named;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) {
    const parts = union(choices.map((choice) => grouped(type(choice, indent))));
    return schema.properties ? `${object(schema, indent)} & (${parts})` : parts;
  }
  if (schema.allOf) return schema.allOf.map((part) => grouped(type(part, indent))).join(" & ");
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((one) => grouped(type({ ...schema, type: one }, indent))));
  }
  switch (schema.type) {
    case "null":
      return "null";
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return "number";
    case "string":
      return "string";
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map((item) => type(item, indent)).join(", ")}]`;
      const item = type(schema.items ?? true, indent);
      return schema.minItems !== undefined && schema.minItems === schema.maxItems
        ? `[${Array(schema.minItems).fill(item).join(", ")}]`
        : `${grouped(item)}[]`;
    }
    default:
      return object(schema, indent);
  }
}

function object(schema, indent) {
  const inner = `${indent}  `;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `${comment(field, inner)}${inner}${key(name)}${required.has(name) ? "" : "?"}: ${type(field, inner)};`,
  );
  return fields.length === 0 ? "{ [field: string]: never }" : `{\n${fields.join("\n")}\n${indent}}`;
}

const header = "// Generated from docs/schemas by `npm run types`: do not edit.\n";
const body = [...types]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => `${comment(schema, "")}export type ${name} = ${type(schema)};\n`);
const text = [header, ...body].join("\n");

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("play/web/src/protocol/types.ts is not what docs/schemas says. Run `npm run types` in play/web.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
