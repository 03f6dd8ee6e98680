import type { FindingReader, IssueCounts } from "../../../src/issues/ports/findings.ts";
import type { IssueStatistics } from "../../../src/issues/ports/issue-statistics.ts";
import { createUpdateIssues } from "../../../src/issues/stages/update-issues.ts";
import type { Threshold } from "../../../src/monitors/monitor.ts";
import type { TestRecords } from "../engines/open-records.ts";

const refused = () => Promise.reject(new Error("nothing is measured in this test"));

/** Counts one stored finding for every issue. */
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

/** Storage counts for tests that measure no threshold. */
const countsPlain = { counts: countsOne, densest: refused, matched: refused } as const;

interface Options {
  readonly now: () => number;
  readonly thresholdOf?: () => Threshold | undefined;
  readonly counts?: FindingReader["counts"];
  readonly densest?: IssueStatistics["densest"];
  readonly matched?: IssueStatistics["matched"];
}

/** Creates the stage that updates issues over these records. */
export function raisingInto({ issues }: Pick<TestRecords, "issues">, options: Options) {
  const { now, thresholdOf = () => undefined, ...counting } = options;
  const { counts, densest, matched } = { ...countsPlain, ...counting };
  return createUpdateIssues({ issues, now, thresholdOf, findings: { counts }, statistics: { densest, matched } });
}
