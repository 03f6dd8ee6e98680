import { appendFileSync, writeFileSync } from "node:fs";
import type { TestRun } from "./types.ts";

/** Appends a run to the file from which `gaffe run` collects the runs of a flow. */
export function reportToCommand(run: TestRun): void {
  const file = process.env["GAFFE_REPORT_FILE"];
  if (!file) return;
  // The names of the API, except for two that the command has in common with flows in Python.
  const { appLink, metrics, ...rest } = run;
  const line = { ...rest, app_link: appLink, ...(metrics ? { model_metrics: metrics } : {}) };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Returns the tags of a run, including those of `gaffe run --tag`. */
export function runTags(own: readonly string[] = []): readonly string[] {
  const given = (process.env["GAFFE_RUN_TAGS"] ?? "").split(",").filter((tag) => tag !== "");
  return [...new Set([...own, ...given])];
}

/** Returns the maximum number of rows in progress that `gaffe run --concurrency` sets. */
export const maxConcurrency = (): number => Number(process.env["GAFFE_MAX_CONCURRENCY"]) || Infinity;

/**
 * Returns the checks that a run may pass without, including those of `gaffe run --allow-skipped` that it has.
 */
export function allowedSkipped(
  checks: readonly (string | { readonly check: string })[],
  own: readonly string[] = [],
): readonly string[] {
  const names = new Set(checks.map((each) => (typeof each === "string" ? each : each.check)));
  const given = (process.env["GAFFE_ALLOW_SKIPPED"] ?? "").split(",").filter((name) => names.has(name));
  return [...new Set([...own, ...given])];
}

/** Returns a function that takes the number of new results and reports the progress of a run to `gaffe run`. */
export function progressForCommand(name: string, total: number): (more: number) => void {
  const file = process.env["GAFFE_PROGRESS_FILE"];
  if (!file) return () => undefined;
  let done = 0;
  return (more) => {
    done += more;
    writeFileSync(file, JSON.stringify({ name, done, total }));
  };
}
