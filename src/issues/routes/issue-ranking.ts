import type { IssueFilter } from "../../app/ports/records.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { refusal } from "../../server/routes/route.ts";
import type { Issue } from "../issue.ts";
import { issueGroups } from "../issue-group.ts";

/** Orders that no column of the records has: by what the findings count. `trend`: by the occurrences of 24 hours. */
export const countedSorts = ["occurrences", "users", "trend"] as const;
type CountedSort = (typeof countedSorts)[number];

export const isCounted = (sort: string): sort is CountedSort => (countedSorts as readonly string[]).includes(sort);

/** So many of the issues seen last are counted and put in order; those behind them are not listed in these orders. */
const rankedAtMost = 1000;
const hourMs = 3_600_000;

type Needs = Pick<ApiNeeds, "issues" | "findings" | "now">;

/** A page of issues in an order that is counted. Its cursor is how many came before. */
export function createIssueRanking({ issues, findings, now }: Needs) {
  return async (
    project: ProjectId,
    filter: Omit<IssueFilter, "sort">,
    { sort, limit, cursor = "0" }: { readonly sort: CountedSort; readonly limit: number; readonly cursor?: string },
  ): Promise<{ readonly items: readonly Issue[]; readonly nextCursor?: string }> => {
    const from = Number(cursor);
    if (!Number.isInteger(from) || from < 0) throw refusal("invalid-request", "is not a cursor of this list", "cursor");
    const { items } = await issues.list(project, filter, { limit: rankedAtMost });
    const sizes = await sizesOf(project, items, sort);
    // What is as large stays in the order of when it was seen.
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
