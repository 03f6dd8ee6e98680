import { appendFileSync, writeFileSync } from "node:fs";
import type { TestRun } from "./types.ts";

/** `gaffe run` gathers the runs of a flow from the file that it names. */
export function reportToCommand(run: TestRun): void {
  const file = process.env["GAFFE_REPORT_FILE"];
  if (file) appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** The tags of a run, with those that `gaffe run --tag` gives to all of them. */
export function runTags(own: readonly string[] = []): readonly string[] {
  const given = (process.env["GAFFE_RUN_TAGS"] ?? "").split(",").filter((tag) => tag !== "");
  return [...new Set([...own, ...given])];
}

/** Called with the number of new results: tells how far a run is, where `gaffe run` shows it to somebody. */
export function progressForCommand(name: string, total: number): (more: number) => void {
  const file = process.env["GAFFE_PROGRESS_FILE"];
  if (!file) return () => undefined;
  let done = 0;
  return (more) => {
    done += more;
    writeFileSync(file, JSON.stringify({ name, done, total }));
  };
}
