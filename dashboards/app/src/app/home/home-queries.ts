import { queryOptions } from "@tanstack/react-query";
import { issuesQuery, newestRows, usageQuery } from "../../platform/api/queries.ts";
import { inUse } from "../../platform/ui/forms/in-use.ts";
import { absoluteRange, usualRange } from "../../platform/ui/time/range.ts";

export const issuesShown = 5;
export const callsShown = 7;

export const openIssues = issuesQuery({ q: "", state: "open", kind: undefined, limit: issuesShown });
export const newestCalls = queryOptions({
  queryKey: ["newest-calls"],
  queryFn: ({ signal }) => newestRows({ q: inUse, range: usualRange, limit: callsShown, signal }),
});

const hourMs = 3_600_000;

/** Returns statistics of the last 48 whole hours, so that the query key stays the same for an hour. */
export function todayQuery(now: number) {
  const to = Math.ceil(now / hourMs) * hourMs;
  return usageQuery({ q: inUse, range: absoluteRange(to - 48 * hourMs, to), buckets: 49 });
}
