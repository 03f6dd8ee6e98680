import { type Command, InvalidArgumentError } from "commander";
import { createApi } from "../api.ts";
import { changeText, compareRuns, isRegression, mustFindRun } from "../comparison.ts";
import { readConfig } from "../config.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import { asJson, print } from "../print.ts";

export function addCompareCommand(program: Command): void {
  program
    .command("compare")
    .description("hold test runs against a base, row by row")
    .argument("<base>", "an id, latest, latest:NAME, or a tag")
    .argument("<runs...>", "one to three, likewise")
    .option("--alpha <share>", "share of false alarms among the differences called significant", alpha)
    .option("--fail-on-regression", "status 1 where a run is significantly worse", false)
    .option("--json", "as the API gives it", false)
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
  const api = createApi(readConfig(process.env));
  const [first, ...others] = await Promise.all([base, ...runs].map((each) => mustFindRun(api, each)));
  if (!first) return;
  const ids = others.map(({ id }) => id);
  if (new Set([first.id, ...ids]).size <= ids.length)
    throw usage(`these are not ${ids.length + 1} different runs: ${[first.id, ...ids].join(", ")}`);
  const comparison = await compareRuns(api, first.id, ids, options.alpha);
  if (options.json) print(asJson(comparison));
  else {
    const width = Math.max(0, ...comparison.checks.map(({ check }) => check.length));
    print(`base: ${first.name} (${first.id})`);
    for (const { id, name } of others) {
      print(`\n${name} (${id})`);
      const own = comparison.checks.filter(({ runId }) => runId === id);
      if (own.length === 0) print("  no check in common");
      for (const each of own)
        print(`  ${isRegression(each) ? "✗" : " "} ${each.check.padEnd(width)}  ${changeText(each)}`);
      const worse = comparison.changed.filter(({ runId, change }) => runId === id && change === "worsened");
      for (const { check, input } of worse.slice(0, 10)) print(`    worse: ${check}: ${oneLine(input)}`);
      if (worse.length > 10) print(`    and ${worse.length - 10} more`);
    }
  }
  const regressions = comparison.checks.filter(isRegression);
  if (options.failOnRegression && regressions.length > 0)
    throw new Exit(exitCodes.checksFailed, `significantly worse: ${regressions.map(({ check }) => check).join(", ")}`);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 80);

function alpha(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("it must be between 0 and 1.");
  return value;
}
