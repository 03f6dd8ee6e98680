import { z } from "zod";
import type { CheckDescription } from "../src/checks/check.ts";
import type { CheckExample } from "../src/checks/check-example.ts";
import { judgeChecks } from "../src/checks/judges/index.ts";
import { codeChecks } from "../src/checks/library/index.ts";
import { checkExamples } from "./check-examples.ts";

type Documented = CheckDescription & { readonly options: z.ZodType; readonly pack?: string };

/** Pages of docs/checks by file name: one per category, and README.md that lists them. */
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
    `# Built-in checks\n\n${codeChecks.size} code checks, whose measured accuracy is in [accuracy.md](accuracy.md), and ${judgeChecks.size} that a judge model decides (see [judges.md](../judges.md)); how to add one in [adding-a-check.md](../adding-a-check.md).\n\n${beside}\n\n| category | checks |\n|---|---|\n${rows.join("\n")}\n`,
  );
  return pages;
}

const beside =
  "What is not built of the catalogue, and why: [decision 265](../decisions/265-checks-that-are-not-built.md); where options or classes differ from it: [decision 285](../decisions/285-options-and-classes-of-checks.md). How much the cases hold: [mutation.md](mutation.md). What a check costs: [cost.md](cost.md).";

function fileOf(category: string): string {
  return `${category.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.md`;
}

function page(category: string, checks: readonly Documented[]): string {
  return `# ${category}\n\nWritten from the definitions by \`npm run docs:checks\`.\n\n${checks.map(section).join("\n")}`;
}

function section(check: Documented): string {
  const facts = [
    `${check.output.type}: ${check.output.rule}`,
    `severity ${check.severity}`,
    check.costClass,
    `looks at ${check.targets.map((target) => target.replace("_", " ")).join(", ")}`,
    ...(check.needs.length > 0 ? [`needs ${check.needs.join(", ").replaceAll("_", " ")}`] : []),
    check.mode,
    check.finds === "error" ? "finds errors" : "finds behaviour",
    `version ${check.version}`,
    ...(check.pack === undefined ? [] : [`pack ${check.pack}`]),
    // Nobody has measured a judge here: it depends on the model, and needs a key (npm run validate-judges).
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
  const said = turns.map(({ role, text }) => `*${role}:* ${code(text)}`);
  const beside = {
    ...(context.length === 0 ? {} : { context }),
    ...(expected === undefined ? {} : { expected }),
    ...facts,
  };
  const more = [
    ...(Object.keys(beside).length === 0 ? [] : [`*with* ${code(JSON.stringify(beside))}`]),
    ...(Object.keys(options).length === 0 ? [] : [`*options* ${code(JSON.stringify(options))}`]),
  ];
  return [...said, ...more].join("<br>");
}

/** As code on one line of a table, so that nothing of it is markup. */
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
