import { AssertionError } from "node:assert";
import type { RunCalls } from "./run-calls.ts";
import type { TestRunRow, Verdict } from "./types.ts";

/** A row of a run, for one test case. */
export interface TestedRow<Input = unknown, Result = unknown, Output = unknown>
  extends TestRunRow<Input, Result, Output> {
  /** The row's number and its input in one line: `test.each(rows)("$title", …)`. */
  readonly title: string;
  /** Page of the run. */
  readonly appLink: string;
}

/** Reads the rows of runs: `Gaffe` is one. */
export type RowReader = Pick<RunCalls, "getTestRunRows">;

/** Throws an AssertionError with input, output, expected result and explanations, unless the row passed its checks. */
export function assertRow(row: TestedRow): void {
  const complaints = complaintsAboutRow(row);
  if (complaints.length > 0)
    throw new AssertionError({ message: rowMessage(row, complaints), stackStartFn: assertRow, operator: "assertRow" });
}

/** Returns what is wrong with a row: no response, failed and broken verdicts. Skipped checks concern the run. */
export function complaintsAboutRow({ state, error, verdicts }: TestedRow): readonly string[] {
  if (error !== undefined) return [`no response: ${error}`];
  if (state !== "done") return [`it is ${state}: wait for the end of the run`];
  return verdicts.filter((verdict) => verdict.state === "failed" || verdict.state === "broken").map(verdictText);
}

function verdictText({ check, state, value, label, explanation, reason, evidence }: Verdict): string {
  const result = label ?? (typeof value === "number" ? `${value}` : "");
  const why = explanation ?? reason ?? "no explanation";
  const quotes = evidence.map(({ text }) => JSON.stringify(text)).join(", ");
  return `${check} ${state}${result === "" ? "" : ` (${result})`}: ${why}${quotes === "" ? "" : ` [${quotes}]`}`;
}

export const rowMessage = (row: TestedRow, complaints: readonly string[]): string =>
  [
    `${row.title} did not pass:`,
    ...complaints.map((line) => `  ${line}`),
    `input:    ${textOf(row.input)}`,
    `output:   ${row.prediction === undefined ? "(none)" : textOf(row.prediction)}`,
    `expected: ${row.expected === null ? "(unknown)" : textOf(row.expected)}`,
    `See ${row.appLink}`,
  ].join("\n");

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

const longestTitle = 80;

/** Returns a title that fits in one line of a test report. */
export function titleOf({ input, repeat }: TestRunRow<unknown, unknown, unknown>, index: number): string {
  const text = (typeof input === "string" ? input : JSON.stringify(input)).replaceAll(/\s+/g, " ").trim();
  const shown = text.length > longestTitle ? `${text.slice(0, longestTitle - 1)}…` : text;
  return `row ${index + 1}${repeat > 1 ? `, repeat ${repeat}` : ""}: ${shown}`;
}
