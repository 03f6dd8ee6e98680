import type { MatchersObject } from "vitest";
import { complaintsAboutRow, type RowReader, rowMessage, type TestedRow, titleOf } from "./row-assertion.ts";
import type { Known } from "./row-types.ts";
import { type AnyRun, complaintsAbout, messageOf, type Thresholds } from "./run-assertion.ts";
import type { TestRun } from "./types.ts";

export { assertRow, type RowReader, type TestedRow } from "./row-assertion.ts";
export { assertRun, type Thresholds } from "./run-assertion.ts";

/**
 * Returns the rows of a run, for one test per row: `test.each(await rowsOf(gaffe, run))("$title", (row) =>
 * expect(row).toPassItsChecks())`.
 */
export async function rowsOf<Input, Result, Output>(
  gaffe: RowReader,
  run: TestRun<Input, Result, Output>,
): Promise<readonly TestedRow<Known<Input>, Known<Result>, Known<Output>>[]> {
  const rows = await gaffe.getTestRunRows(run);
  return rows.map((row, index) => ({ ...row, title: titleOf(row, index), appLink: run.appLink }));
}

/** Matchers for `expect.extend(gaffeMatchers)`. Importing this module makes them known to the compiler. */
export const gaffeMatchers = {
  toBeGoodEnough: (run: AnyRun, thresholds: Thresholds = {}) => {
    const complaints = complaintsAbout(run, thresholds);
    return {
      pass: complaints.length === 0,
      message: () =>
        complaints.length > 0
          ? messageOf(run, complaints)
          : `the test run ${run.name} is good enough\nSee ${run.appLink}`,
    };
  },
  toPassItsChecks: (row: TestedRow) => {
    const complaints = complaintsAboutRow(row);
    return {
      pass: complaints.length === 0,
      message: () => (complaints.length > 0 ? rowMessage(row, complaints) : `${row.title} passed\nSee ${row.appLink}`),
      ...(complaints.length > 0 && row.expected !== null ? { actual: row.prediction, expected: row.expected } : {}),
    };
  },
} satisfies MatchersObject;

declare module "vitest" {
  // The parameters are those of vitest's declaration, which this one extends.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The test run meets the thresholds; by default every check passed on every row. */
    toBeGoodEnough(thresholds?: Thresholds): R;
    /** The row of a test run has a response, and no check of it failed. */
    toPassItsChecks(): R;
  }
}
