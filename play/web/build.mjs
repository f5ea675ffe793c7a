// Bundles the page into `dist`, or with `--check` into memory, to compare it with what is there.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  legalComments: "none",
  charset: "utf8",
  write: false,
  logLevel: "warning",
});

/** Name and content of everything that is served. */
const files = new Map(outputFiles.map((file) => [relative(dist, file.path), Buffer.from(file.contents)]));
for (const name of ["index.html", "icon.svg"]) {
  files.set(name, readFileSync(join(here, "src", name)));
}

const licence = (name) => `${name}\n\n${readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8").trim()}\n`;
files.set("licences.txt", Buffer.from(["preact", "@fontsource/libre-caslon-text"].map(licence).join("\n\n")));

if (process.argv.includes("--check")) {
  const built = [...files.keys()].sort();
  const there = existsSync(dist) ? readdirSync(dist).sort() : [];
  const stale = built.filter(
    (name) => !there.includes(name) || !files.get(name).equals(readFileSync(join(dist, name))),
  );
  const left = there.filter((name) => !built.includes(name));
  if (stale.length + left.length > 0) {
    console.error(
      `play/web/dist is not what the sources build to: ${[...stale, ...left].join(", ")}. Run \`npm run build\` in play/web and commit dist.`,
    );
    process.exit(1);
  }
} else {
  mkdirSync(dist, { recursive: true });
  for (const [name, content] of files) {
    writeFileSync(join(dist, name), content);
  }
}
for (const [name, content] of [...files].sort()) {
  console.log(`${String(content.length).padStart(8)}  ${name}`);
}
