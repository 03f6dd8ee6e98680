import type { ProjectId } from "../../platform/ids.ts";
import { refusal } from "../../server/service.ts";
import type { Issue } from "../issue.ts";
import { issueGroups } from "../issue-group.ts";
import type { FindingReader } from "../ports/findings.ts";
import type { IssueFilter, IssueStore } from "../ports/issues.ts";

/**
 * Sort orders that are computed from findings rather than stored. `trend`: by the occurrences of the last 24
 * hours.
 */
export const countedSorts = ["occurrences", "users", "trend"] as const;
type CountedSort = (typeof countedSorts)[number];

export const isCounted = (sort: string): sort is CountedSort => (countedSorts as readonly string[]).includes(sort);

/** Only the most recently seen issues are ranked; older ones are not listed in these orders. */
const rankedAtMost = 1000;
const hourMs = 3_600_000;

interface IssueRankingDependencies {
  readonly issues: IssueStore;
  readonly findings: FindingReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Returns a page of ranked issues. The cursor is the number of earlier items. */
export function createIssueRanking({ issues, findings, now }: IssueRankingDependencies) {
  return async (
    project: ProjectId,
    filter: Omit<IssueFilter, "sort">,
    { sort, limit, cursor = "0" }: { readonly sort: CountedSort; readonly limit: number; readonly cursor?: string },
  ): Promise<{ readonly items: readonly Issue[]; readonly nextCursor?: string }> => {
    const from = Number(cursor);
    if (!Number.isInteger(from) || from < 0) throw refusal("invalid-request", "is not a cursor of this list", "cursor");
    const { items } = await issues.list(project, filter, { limit: rankedAtMost });
    const sizes = await sizesOf(project, items, sort);
    // Ties stay in order of last seen.
    const ranked = items.toSorted((left, right) => (sizes.get(right.id) ?? 0) - (sizes.get(left.id) ?? 0));
    const to = from + limit;
    return { items: ranked.slice(from, to), ...(to < ranked.length ? { nextCursor: `${to}` } : {}) };
  };

  async function sizesOf(
    project: ProjectId,
    list: readonly Issue[],
    sort: CountedSort,
  ): Promise<ReadonlyMap<string, number>> {
    const ids = list.map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const groups = issueGroups(ids, await issues.merged(project, ids));
    if (sort === "trend") {
      const trends = await findings.trend(project, groups, {
        from: now() - 24 * hourMs,
        stepMs: 24 * hourMs,
        count: 1,
      });
      return new Map([...trends].map(([id, [count = 0]]) => [id, count]));
    }
    const counts = await findings.counts(project, groups);
    const of = sort === "users" ? "usersAffected" : "occurrences";
    return new Map([...counts].map(([id, count]) => [id, count[of]]));
  }
}
