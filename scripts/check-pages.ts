import { z } from "zod";
import { codeChecks } from "../src/checks/index.ts";
import type { CheckDescription } from "../src/domain/check.ts";
import { judgeChecks } from "../src/judges/index.ts";

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
    `# Built-in checks\n\n${codeChecks.size} code checks, whose measured accuracy is in [accuracy.md](accuracy.md), and ${judgeChecks.size} that a judge model decides (see [judges.md](../judges.md)); how to add one in [adding-a-check.md](../adding-a-check.md).\n\n| category | checks |\n|---|---|\n${rows.join("\n")}\n`,
  );
  return pages;
}

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
    ...(check.needs.length > 0 ? [`needs ${check.needs.join(", ")}`] : []),
    check.mode,
    check.finds === "error" ? "finds errors" : "finds behaviour",
    `version ${check.version}`,
    ...(check.pack === undefined ? [] : [`pack ${check.pack}`]),
    // Nobody has measured a judge here: it depends on the model, and needs a key (npm run validate-judges).
    ...(check.kind === "judge" ? ["agreement with people: not measured"] : []),
  ];
  return `## ${check.title} (\`${check.name}\`)\n\n${check.description}\n\n${facts.join(" · ")}. Source: ${check.source}.\n\n${options(check)}`;
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
