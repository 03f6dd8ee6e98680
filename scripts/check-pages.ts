import { z } from "zod";
import type { CheckDescription } from "../src/checks/check.ts";
import type { CheckExample } from "../src/checks/check-example.ts";
import { judgeChecks } from "../src/checks/judges/index.ts";
import { codeChecks } from "../src/checks/library/index.ts";
import { hostileTexts } from "../test/hostile/support/check-texts.ts";
import { checkExamples } from "./check-examples.ts";
import { costBounds, costOf, type HostileCost, hostileCosts } from "./hostile-cost.ts";

type Documented = CheckDescription & { readonly options: z.ZodType; readonly pack?: string };

/** Returns the pages of docs/checks by file name: one per category, and README.md as index. */
export function checkPages(): ReadonlyMap<string, string> {
  const categories = Map.groupBy<string, Documented>(
    [...codeChecks.values(), ...judgeChecks.values()],
    ({ category }) => category,
  );
  const pages = new Map(
    [...categories].map(([category, checks]) => [fileOf(category), page(category, checks)] as const),
  );
  const rows = [...categories].map(([category, checks]) => `| [${category}](${fileOf(category)}) | ${checks.length} |`);
  pages.set(
    "README.md",
    `# Built-in checks\n\nFind a built-in check by its category. Gaffe has ${codeChecks.size} code checks, whose measured accuracy is in [accuracy.md](accuracy.md), and ${judgeChecks.size} checks that a [judge model](../judges.md) decides. To add one, see [adding a check](../contributing/adding-a-check.md).\n\n${relatedPages}\n\n| category | checks |\n|---|---|\n${rows.join("\n")}\n`,
  );
  pages.set("hostile-text.md", hostilePage());
  return pages;
}

const relatedPages =
  "Checks that are not built or differ from their definition, [with the reasons](../decisions/checks-detectors-are-code-with-measured-accuracy.md). Mutation coverage of the cases: [mutation.md](mutation.md). Cost of each check: [cost.md](cost.md), and on [hostile text](hostile-text.md).";

const hostileFact = (cost: HostileCost | undefined) =>
  cost === undefined
    ? []
    : [`at most ${Math.max(10, cost.nanoseconds)} ns a character of [hostile text](hostile-text.md)`];

const hostilePage = () => `# Code checks on hostile text

See here how long a code check takes when somebody writes texts to make it slow. Written by \`npm run docs:checks\` from the figures of \`npm run measure-checks\`.

Each check was evaluated on ${hostileTexts.size} texts of 16 and 64 KB that repeat what slow patterns are slow on: unclosed brackets and quotation marks, white space between letters, digits, list markers, pipes,
addresses, nested JSON, XML and YAML, words of seed phrases, combining marks, and pieces of the check's own examples; with its default options and those of its examples. Every text of
the datapoint is the hostile one. The figure of a check is CPU time for each character of its most expensive text. A check reads at most 64 KB of a text.

No check takes more than ${costBounds.cheap} ns a character (class cheap), ${costBounds.medium} ns (medium) or ${costBounds.expensive} ns (expensive, which includes parsers in a separate thread with a deadline of 1.8 s), and none grows
faster than its text. \`test/hostile/checks.test.ts\` enforces the figures and kills checks that do not come to an end.

## The most expensive

| check | class | ns a character | four times the text costs | text |
|---|---|---|---|---|
${hostileCosts
  .toSorted((one, other) => other.nanoseconds - one.nanoseconds)
  .slice(0, 40)
  .map(
    ({ check, nanoseconds, growth, text }) =>
      `| ${check} | ${codeChecks.get(check)?.costClass} | ${nanoseconds} | ${growth === undefined ? "" : `${growth} ×`} | ${text} |`,
  )
  .join("\n")}
`;

function fileOf(category: string): string {
  return `${category.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.md`;
}

function page(category: string, checks: readonly Documented[]): string {
  return `# ${category}\n\nWritten from the definitions by \`npm run docs:checks\`.\n\n${checks.map(section).join("\n")}`;
}

function outputText(output: Documented["output"]): string {
  const text = `${output.type}: ${output.rule}`;
  if (output.type === "boolean") return text;
  return output.direction === "neutral" ? `${text}, no direction` : `${text}, ${output.direction} is better`;
}

function section(check: Documented): string {
  const facts = [
    outputText(check.output),
    `severity ${check.severity}`,
    check.costClass,
    `reads ${check.targets.map((target) => target.replace("_", " ")).join(", ")}`,
    ...(check.needs.length > 0 ? [`needs ${check.needs.join(", ").replaceAll("_", " ")}`] : []),
    check.mode,
    check.finds === "error" ? "finds errors" : "finds behavior",
    `version ${check.version}`,
    ...(check.pack === undefined ? [] : [`pack ${check.pack}`]),
    ...hostileFact(costOf(check.name)),
    // Unmeasured: agreement depends on the model, and measuring needs a key (npm run validate-judges).
    ...(check.kind === "judge" ? ["agreement with people: not measured"] : []),
  ];
  return `## ${check.title} (\`${check.name}\`)\n\n${check.description}\n\n${facts.join(" · ")}. Source: ${check.source}.\n\n${options(check)}${examples(check.name)}`;
}

const shown = checkExamples();

function examples(name: string): string {
  const rows = (shown[name] ?? []).map((one) => `| ${one.state} | ${cell(one)} |`);
  return rows.length === 0 ? "" : `\n| | for example |\n|---|---|\n${rows.join("\n")}\n`;
}

function cell({ turns, context = [], options = {}, expected, facts = {} }: CheckExample): string {
  const dialogTurns = turns.map(({ role, text }) => `*${role}:* ${code(text)}`);
  const extra = {
    ...(context.length === 0 ? {} : { context }),
    ...(expected === undefined ? {} : { expected }),
    ...facts,
  };
  const more = [
    ...(Object.keys(extra).length === 0 ? [] : [`*with* ${code(JSON.stringify(extra))}`]),
    ...(Object.keys(options).length === 0 ? [] : [`*options* ${code(JSON.stringify(options))}`]),
  ];
  return [...dialogTurns, ...more].join("<br>");
}

/** Formats a text as code on one line of a table, so that none of it is markup. */
function code(text: string): string {
  const line = text.length > 240 ? `${text.slice(0, 240)} …` : text;
  const fence = "`".repeat(1 + Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)));
  const inside = line
    .replaceAll("|", "\\|")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
      one === "\n" ? " ⏎ " : `\\u{${one.codePointAt(0)?.toString(16)}}`,
    );
  return inside.trim() === "" ? "(nothing)" : `${fence} ${inside} ${fence}`;
}

function options({ options }: Documented): string {
  const schema = z.toJSONSchema(options, { io: "input", unrepresentable: "any" });
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return "No options.\n";
  const rows = properties.map(([name, property]) => {
    const { default: standard } = typeof property === "object" ? property : {};
    const text = JSON.stringify(standard) ?? "–";
    return `| \`${name}\` | \`${text.length > 120 ? `${text.slice(0, 117)}…` : text}\` |`;
  });
  return `| option | default |\n|---|---|\n${rows.join("\n")}\n`;
}
