/**
 * Measures microseconds per check at 2 KB and 64 KB, and for the checks of the default monitors on a
 * datapoint of 3 KB, with the cost of serializing and parsing that datapoint as JSON in the same run. Run:
 * npx node bench/checks.ts [name part]; with --page it writes docs/checks/cost.md.
 */
import { writeFileSync } from "node:fs";
import { whyNotApplicable } from "../src/checks/applicability.ts";
import type { CodeCheck } from "../src/checks/check.ts";
import { codeChecks } from "../src/checks/library/index.ts";
import { createChecker } from "../src/checks/stages/check.ts";
import type { Datapoint } from "../src/datapoints/datapoint.ts";
import { subjectOf } from "../src/datapoints/traces/subject.ts";
import { defaultMonitors } from "../src/monitors/default-monitors.ts";
import { dialog } from "../test/support/data/datapoints.ts";

const prose =
  "Your order left our warehouse on Tuesday morning and should reach you within three working days. " +
  "If it is late, write to the shop with the number of the order, and we will look into it at once. " +
  "You may return what does not fit within 30 days; the label lies in the box, and the refund takes a week.\n\n";

const datapointOf = (characters: number): Datapoint =>
  dialog({
    system: "You are the assistant of a small shop and answer in one paragraph.",
    input: "Where is my order, and how do I return the shoes?",
    output: prose.repeat(Math.ceil(characters / prose.length)).slice(0, characters),
    calls: [{ name: "track", arguments: { order: "A-1029", verbose: true } }],
    tools: [
      { name: "track", parameters: { type: "object", properties: { order: { type: "string" } }, required: ["order"] } },
    ],
    more: { usage: { inputTokens: 60, outputTokens: 400 }, cost: { usd: 0.002, complete: true } },
  });

/** Returns microseconds of CPU per run, the median of several rounds: load on the machine changes it little. */
function microseconds(run: () => void, roundMs = 12): number {
  // Warm up by CPU time: on a busy machine wall time passes without a single run. It must last long enough
  // for the JIT.
  for (const before = process.cpuUsage(); process.cpuUsage(before).user < 8000 * roundMs; ) run();
  const rounds = Array.from({ length: 5 }, () => {
    let runs = 0;
    const before = process.cpuUsage();
    let spent = 0;
    while (spent < roundMs * 1000) {
      for (let again = 0; again < 4; again++) run();
      runs += 4;
      const { user, system } = process.cpuUsage(before);
      spent = user + system;
    }
    return spent / runs;
  });
  return rounds.sort((a, b) => a - b)[2] ?? Number.NaN;
}

function ofCheck(check: CodeCheck, datapoint: Datapoint): number {
  const options: unknown = check.options.parse({});
  return microseconds(() => {
    const subject = subjectOf(datapoint, { name: "track", parameter_definitions: {} });
    if (whyNotApplicable(check, subject) === undefined) check.evaluate(subject, options);
  });
}

const [small, large, usual] = [datapointOf(2048), datapointOf(65_536), datapointOf(3072)];
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "";
/** Limits of the cost classes at 2 KB, in microseconds. 32 times the text may cost at most 60 times as much. */
const classLimits = { cheap: 50, medium: 2000, expensive: Infinity, judge: Infinity } as const;
const over: string[] = [];
const measured: { readonly check: CodeCheck; readonly atSmall: number; readonly atLarge: number }[] = [];
console.log("check".padEnd(36), "class".padEnd(8), "2 KB µs".padStart(9), "64 KB µs".padStart(10));
for (const check of codeChecks.values()) {
  if (!check.name.includes(wanted)) continue;
  const [atSmall, atLarge] = [ofCheck(check, small), ofCheck(check, large)];
  measured.push({ check, atSmall, atLarge });
  const grows = atLarge > 1000 && atLarge / atSmall > 60;
  if (atSmall > classLimits[check.costClass])
    over.push(`${check.name}: ${atSmall.toFixed(0)} µs is above ${check.costClass}`);
  if (grows) over.push(`${check.name}: grows ${(atLarge / atSmall).toFixed(0)} times from 2 to 64 KB`);
  console.log(
    check.name.padEnd(36),
    check.costClass.padEnd(8),
    atSmall.toFixed(1).padStart(9),
    atLarge.toFixed(0).padStart(10),
  );
}

const run = createChecker({ checks: codeChecks, now: () => 0 });
const requests = defaultMonitors.flatMap((monitor) =>
  monitor.checks.map(({ check, options }) => ({ check, options, monitorIds: [] })),
);
const cheap = [...codeChecks.values()].filter(({ costClass }) => costClass === "cheap");
const cheapRequests = cheap.map(({ name }) => ({ check: name, options: {}, monitorIds: [] }));
const [ofDefaults, ofCheap] = [requests, cheapRequests].map((each) => microseconds(() => run(usual, each), 100));
console.log(`\n${requests.length} checks of the default monitors, 3 KB: ${ofDefaults?.toFixed(1)} µs, at most 150`);
console.log(`${cheap.length} cheap checks together, 3 KB: ${ofCheap?.toFixed(1)} µs, at most 4000`);
if ((ofDefaults ?? 0) > 150) over.push("the checks of the default monitors");
if ((ofCheap ?? 0) > 4000) over.push("the cheap checks together");
const json = () => JSON.parse(JSON.stringify({ ...usual, metadata: [], attributes: [] })) as unknown;
const baseline = microseconds(json, 100);
console.log(`baseline, the same datapoint through JSON: ${baseline.toFixed(1)} µs`);
for (const each of over) console.log(`over its class: ${each}`);
process.exitCode = over.length > 0 ? 1 : 0;
if (process.argv.includes("--page")) writeFileSync(new URL("../docs/checks/cost.md", import.meta.url), page());

function page(): string {
  const classes = (["cheap", "medium", "expensive"] as const).map((costClass) => {
    const times = measured
      .filter(({ check }) => check.costClass === costClass)
      .map(({ atSmall }) => atSmall)
      .sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(1) ?? "";
    return `| ${costClass} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
  });
  const dearest = measured
    .toSorted((a, b) => b.atSmall - a.atSmall)
    .slice(0, 40)
    .map(
      ({ check, atSmall, atLarge }) =>
        `| ${check.name} | ${check.costClass} | ${atSmall.toFixed(0)} | ${atLarge.toFixed(0)} |`,
    );
  return `# What code checks cost

Written by \`npx node bench/checks.ts --page\`: microseconds of CPU of one evaluation with default options, shared preparation included, on a response of 2 KB of
English prose; the median of five rounds. cheap is below 50 µs, medium below 2 ms, expensive above, or in a separate thread. A budget stops a check that takes far longer
than its class (5 ms, 50 ms, 2 s): the verdict is \`broken\`, not failed.

| | µs | at most |
|---|---|---|
| the ${requests.length} checks of the default monitors on a datapoint of 3 KB | ${ofDefaults?.toFixed(0)} | 150 |
| all ${cheap.length} cheap checks together on it | ${ofCheap?.toFixed(0)} | 4,000 |
| baseline: the same datapoint to JSON and back | ${baseline.toFixed(0)} | |

| class | checks | median | 95 % are below | dearest |
|---|---|---|---|---|
${classes.join("\n")}

${over.length === 0 ? "No check is above its class, and none grows faster than its text." : `Above its class, or growing faster than its text: ${over.join("; ")}.`}

## The dearest

| check | class | 2 KB | 64 KB |
|---|---|---|---|
${dearest.join("\n")}
`;
}
