import { z } from "zod";
import type { CheckDescription } from "../src/checks/check.ts";
import type { CheckExample } from "../src/checks/check-example.ts";
import { judgeChecks } from "../src/checks/judges/index.ts";
import { codeChecks } from "../src/checks/library/index.ts";
import { checkExamples } from "./check-examples.ts";

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
  return pages;
}

const relatedPages =
  "Checks that are not built or differ from their definition, [with the reasons](../decisions/checks-differences-from-the-catalog-have-a-reason.md). Mutation coverage of the cases: [mutation.md](mutation.md). Cost of each check: [cost.md](cost.md).";

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
    `reads ${check.targets.map((target) => target.replace("_", " ")).join(", ")}`,
    ...(check.needs.length > 0 ? [`needs ${check.needs.join(", ").replaceAll("_", " ")}`] : []),
    check.mode,
    check.finds === "error" ? "finds errors" : "finds behavior",
    `version ${check.version}`,
    ...(check.pack === undefined ? [] : [`pack ${check.pack}`]),
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
