import type { Command } from "commander";
import { apiOfSettings } from "../api.ts";
import { changeText, isRegression, mustFindRun } from "../comparison.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import { asApi, asJson, oneLine, print } from "../print.ts";
import { innerShare } from "./numbers.ts";

export function addCompareCommand(program: Command): void {
  program
    .command("compare")
    .description("hold test runs against a base, row by row")
    .argument("<base>", "an id, latest, latest:NAME, or a tag")
    .argument("<runs...>", "one to three, likewise")
    .option("--alpha <share>", "share of false alarms among the differences called significant", innerShare)
    .option(
      "--fail-on-regression",
      "status 1 where a run is significantly worse, or a check could not be compared",
      false,
    )
    .option("--json", asApi, false)
    .addHelpText(
      "after",
      `
Examples:
  gaffe compare branch:main latest
  gaffe compare latest:Nightly run_1 run_2 --fail-on-regression`,
    )
    .action(compare);
}

interface CompareOptions {
  readonly alpha?: number;
  readonly failOnRegression: boolean;
  readonly json: boolean;
}

async function compare(base: string, runs: readonly string[], options: CompareOptions): Promise<void> {
  const api = apiOfSettings();
  const [first, ...others] = await Promise.all([base, ...runs].map((each) => mustFindRun(api, each)));
  if (!first) return;
  const ids = others.map(({ id }) => id);
  if (new Set([first.id, ...ids]).size <= ids.length)
    throw usage(`these are not ${ids.length + 1} different runs: ${[first.id, ...ids].join(", ")}`);
  const { alpha } = options;
  const comparison = await api.send("POST /test-runs/compare", { body: { base: first.id, runs: ids, alpha } });
  if (options.json) print(asJson(comparison));
  else {
    const width = Math.max(0, ...comparison.checks.map(({ check }) => check.length));
    print(`base: ${first.name} (${first.id})`);
    for (const { id, name } of others) {
      print(`\n${name} (${id})`);
      const concluded = comparison.conclusions.find(({ runId }) => runId === id);
      if (concluded) print(`  ${concluded.sentence}`);
      for (const { text } of concluded?.reasons ?? []) print(`  ✗ ${text}`);
      const own = comparison.checks.filter(({ runId }) => runId === id);
      if (own.length === 0) print("  no check in common");
      for (const each of own)
        print(`  ${isRegression(each) ? "✗" : " "} ${each.check.padEnd(width)}  ${changeText(each)}`);
      const worse = comparison.changed.filter(({ runId, change }) => runId === id && change === "worsened");
      for (const { check, input } of worse.slice(0, 10)) print(`    worse: ${check}: ${oneLine(input, 80)}`);
      if (worse.length > 10) print(`    and ${worse.length - 10} more`);
    }
  }
  const reasons = comparison.conclusions.flatMap((each) => each.reasons.map(({ text }) => text));
  if (options.failOnRegression && reasons.length > 0) throw new Exit(exitCodes.checksFailed, reasons.join("; "));
}
