import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Writes docs/decisions/README.md: every record by the module that its file name begins with. */
const folder = new URL("../docs/decisions/", import.meta.url);
const modules = [
  "platform",
  "otlp",
  "storage",
  "server",
  "accounts",
  "privacy",
  "datapoints",
  "checks",
  "monitors",
  "issues",
  "notifications",
  "dashboards",
  "testing",
  "ingest",
  "proxy",
  "pipeline",
  "app",
  "web",
  "web-app",
  "clients",
];
const records = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
const moduleOf = (name: string): string | undefined =>
  modules
    .filter((module) => name.startsWith(`${module}-`) || name === `${module}.md`)
    .sort((a, b) => b.length - a.length)[0];

function line(name: string): string {
  const [title = ""] = readFileSync(new URL(name, folder), "utf8").split("\n");
  if (!title.startsWith("# ")) throw new Error(`docs/decisions/${name} must begin with "# " and a title`);
  return `- [${title.slice(2)}](${name})`;
}

const unknown = records.filter((name) => moduleOf(name) === undefined);
if (unknown.length > 0) throw new Error(`docs/decisions: begin the names with a module: ${unknown.join(", ")}`);
const sections = modules
  .map((module) => ({ module, names: records.filter((name) => moduleOf(name) === module) }))
  .filter(({ names }) => names.length > 0)
  .map(({ module, names }) => `## ${module}\n\n${names.map(line).join("\n")}\n`);

writeFileSync(
  new URL("README.md", folder),
  `# Decisions

Read why Gaffe is built the way it is. Each record states one decision, the reason with the measured figure, the rejected choices, and what follows. A file name begins with the module.
A record that no longer holds is rewritten or deleted. \`npm run docs:decisions\` writes this list.

${sections.join("\n")}`,
);
