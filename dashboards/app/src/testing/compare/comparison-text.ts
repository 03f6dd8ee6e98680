import type { CheckComparison, Comparison, TestRun } from "../../platform/api/types.ts";
import { percentText } from "../../platform/ui/format.tsx";
import { isRegression, ratesOf } from "./compared.ts";

export interface Compared {
  readonly base: TestRun;
  readonly others: readonly TestRun[];
  readonly comparison: Pick<Comparison, "checks" | "changed">;
}

export const comparisonFiles = [
  { title: "Markdown, for a pull request", file: "comparison.md", textOf: asMarkdown },
  { title: "JUnit, for a build", file: "comparison.xml", textOf: asJunit },
] as const;

const head = "| check | base | this | difference | worse | better | p, adjusted | chance to beat | risk to ship |";

function asMarkdown({ base, others, comparison }: Compared): string {
  return [
    `Base: ${linkTo(base)}`,
    ...others.flatMap((run) => [
      "",
      `### ${linkTo(run)}`,
      "",
      head,
      head.replaceAll(/[^|]+/g, "---"),
      ...comparison.checks.filter(({ runId }) => runId === run.id).map(lineOf),
      ...worsened(comparison.changed.filter(({ runId, change }) => runId === run.id && change === "worsened")),
    ]),
    "",
  ].join("\n");
}

function lineOf(each: CheckComparison): string {
  const { check, outcomes, passRate } = each;
  const rates = ratesOf(each);
  if (!passRate || !rates) return `| ${check} | – | – | no row in common |  |  |  |  |  |`;
  const { difference, low, high, pValueAdjusted, chanceToBeat, riskToShip } = passRate;
  const cells = [
    `${isRegression(each) ? "✗ " : ""}${check}`,
    percentText(rates.base),
    percentText(rates.run),
    `${signedText(difference)} (${signedText(low)} to ${signedText(high)})`,
    outcomes.worsened,
    outcomes.improved,
    pText(pValueAdjusted),
    percentText(chanceToBeat),
    percentText(riskToShip),
  ];
  return `| ${cells.join(" | ")} |`;
}

function worsened(rows: Comparison["changed"]): readonly string[] {
  if (rows.length === 0) return [];
  return ["", "Rows that became worse:", "", ...rows.map(({ check, input }) => `- ${check}: ${code(input)}`)];
}

/** Returns a suite per run and a case per check, which fails if the check became significantly worse. */
function asJunit({ base, others, comparison }: Compared): string {
  const suites = others.map((run) => {
    const checks = comparison.checks.filter(({ runId }) => runId === run.id);
    const failures = checks.filter(isRegression).length;
    return [
      `<testsuite name="${xml(`${run.name} against ${base.name}`)}" tests="${checks.length}" failures="${failures}">`,
      ...checks.map((each) => caseOf(each, run)),
      "</testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

function caseOf(each: CheckComparison, { name, appLink }: TestRun): string {
  const start = `<testcase classname="${xml(name)}" name="${xml(each.check)}"`;
  const rates = ratesOf(each);
  if (!isRegression(each) || !rates) return `${start}/>`;
  const { worsened, improved } = each.outcomes;
  const rate = `${percentText(rates.base)} to ${percentText(rates.run)}`;
  const message = `significantly worse: ${rate}, ${worsened} worse, ${improved} better: ${appLink}`;
  return `${start}><failure message="${xml(message)}"/></testcase>`;
}

export const signedText = (share: number): string =>
  `${share > 0 ? "+" : share < 0 ? "−" : "±"}${percentText(Math.abs(share))}`;

export const pText = (p: number): string => (p < 0.001 ? "< 0.001" : p.toFixed(3));

const linkTo = ({ name, appLink }: TestRun) => `[${name.replaceAll(/[\\[\]|]/g, "\\$&")}](${appLink})`;

/** Rows may contain anything: escapes Markdown. */
const code = (text: string) => `\`${text.replaceAll(/[`\s]+/g, " ").trim() || " "}\``;

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

const xml = (text: string) =>
  text
    .replaceAll(/[<>&"]/g, (sign) => entities[sign] ?? sign)
    // XML 1.0 does not allow control characters, not even escaped.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, "");
