import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** docs/decisions/README.md: every record by its number and title. */
const folder = new URL("../docs/decisions/", import.meta.url);
const records = readdirSync(folder).filter((name) => /^\d{3}-.+\.md$/.test(name));

function line(name: string): string {
  const [title = ""] = readFileSync(new URL(name, folder), "utf8").split("\n");
  const [, number, words] = /^# (\d{3}):? (.+)$/.exec(title) ?? [];
  if (number === undefined || words === undefined || !name.startsWith(number))
    throw new Error(`docs/decisions/${name} must begin with "# ", its number, and a title`);
  return `- ${number} [${words.charAt(0).toUpperCase()}${words.slice(1)}](${name})`;
}

writeFileSync(
  new URL("README.md", folder),
  `# Decisions

Why it is as it is: what was decided when something could well have been done otherwise, with what follows from it. A record is not rewritten when a later one changes it; it
names the later one. \`npm run docs:decisions\` writes this list.

${records.map(line).join("\n")}
`,
);
