import type { Threshold } from "../../src/domain/monitor.ts";
import { createRaise } from "../../src/pipeline/raise.ts";
import type { FindingReader } from "../../src/ports/datapoint-reader.ts";
import type { IssueFigures } from "../../src/ports/issue-figures.ts";
import type { Records } from "../../src/storage/records/open.ts";

const refused = () => Promise.reject(new Error("nothing is counted in this test"));

/** What storage counts, for tests in which nothing has to be counted. */
const countsNothing = { counts: refused, densest: refused, matched: refused } as const;

interface Options {
  readonly now: () => number;
  readonly thresholdOf?: () => Threshold | undefined;
  readonly counts?: FindingReader["counts"];
  readonly densest?: IssueFigures["densest"];
  readonly matched?: IssueFigures["matched"];
}

/** Station 7 over these records. */
export function raisingInto({ issues }: Pick<Records, "issues">, options: Options) {
  const { now, thresholdOf = () => undefined, ...counting } = options;
  const { counts, densest, matched } = { ...countsNothing, ...counting };
  return createRaise({ issues, now, thresholdOf, findings: { counts }, figures: { densest, matched } });
}
