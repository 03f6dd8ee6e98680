import type { Records } from "../../../src/app/records/open.ts";
import type { FindingReader, IssueCounts } from "../../../src/datapoints/ports/datapoint-reader.ts";
import type { IssueFigures } from "../../../src/issues/ports/issue-figures.ts";
import { createRaise } from "../../../src/issues/stages/raise.ts";
import type { Threshold } from "../../../src/monitors/monitor.ts";

const refused = () => Promise.reject(new Error("nothing is measured in this test"));

/** Of every issue one finding is stored. */
const countsOne: FindingReader["counts"] = async (_, groups) => new Map(groups.map(({ id }) => [id, countOf(1)]));

export const countOf = (occurrences: number): IssueCounts => ({
  occurrences,
  usersAffected: 0,
  sessionsAffected: 0,
  retried: 0,
  mostRetries: 0,
  firstSeenAt: 0,
  lastSeenAt: 0,
});

/** What storage counts, for tests in which no threshold has to be measured. */
const countsPlain = { counts: countsOne, densest: refused, matched: refused } as const;

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
  const { counts, densest, matched } = { ...countsPlain, ...counting };
  return createRaise({ issues, now, thresholdOf, findings: { counts }, figures: { densest, matched } });
}
