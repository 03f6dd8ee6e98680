import type { Threshold } from "../../monitors/index.ts";
import { isReached, windowMsOf } from "../../monitors/service.ts";
import type { IssueId, ProjectId } from "../../platform/ids.ts";
import type { Finding, Issue } from "../issue.ts";
import { issueGroups } from "../issue-group.ts";
import type { IssueStatistics } from "../ports/issue-statistics.ts";

/** Findings of one issue that are below the threshold. */
export interface BelowThreshold {
  readonly threshold: Threshold;
  readonly of: readonly Finding[];
  /** A resolved issue; absent: the issue does not exist yet. */
  readonly before?: Issue;
}

export const idOf = (findings: readonly Finding[], before: Issue | undefined) =>
  before?.id ?? (findings[0] as Finding).issueId;

interface Reached {
  /** Earliest counted occurrence, Unix milliseconds. */
  readonly firstAt: number;
  /** Only calls after this time count, Unix milliseconds. */
  readonly since: number;
}

/** Counts stored findings that are below their threshold, and returns those that reach it now. */
export function createCountFindings({ statistics }: { statistics: Pick<IssueStatistics, "densest" | "matched"> }) {
  return async (
    project: ProjectId,
    belowThreshold: readonly BelowThreshold[],
    merged: ReadonlyMap<IssueId, readonly Issue[]>,
  ) => {
    const reached = new Map<IssueId, Reached>();
    for (const [key, alike] of Map.groupBy(belowThreshold, keyOf)) {
      if (key.startsWith("rate")) for (const one of alike) await measureRate(one);
      else await measureCounts(alike);
    }
    return reached;

    async function measureCounts(alike: readonly BelowThreshold[]): Promise<void> {
      const [{ threshold }] = alike as [BelowThreshold];
      const withinMs = windowMsOf(threshold);
      const times = alike.flatMap(({ of }) => of.map(({ at }) => at));
      // A window that contains one of these findings starts and ends at most its own length away.
      const range = { from: least(times) - withinMs, to: most(times) + withinMs, withinMs };
      const densest = await statistics.densest(project, alike.map(countQuery), range);
      for (const one of alike) {
        const { id, since } = countQuery(one);
        const measured = densest.get(id);
        if (measured && isReached(threshold, { densest: measured.occurrences }))
          reached.set(id, { firstAt: measured.firstAt, since });
      }
    }

    async function measureRate(one: BelowThreshold): Promise<void> {
      const { threshold, of } = one;
      const withinMs = windowMsOf(threshold);
      const newest = of.reduce((left, right) => (right.at > left.at ? right : left));
      const range = { from: newest.at - withinMs, to: newest.at + 1 };
      const { id, since } = countQuery(one);
      const measured = (await statistics.densest(project, [countQuery(one)], { ...range, withinMs: withinMs + 1 })).get(
        id,
      );
      if (!measured) return;
      const matched = await statistics.matched(project, newest.monitorId, range);
      if (isReached(threshold, { densest: measured.occurrences, matched }))
        reached.set(id, { firstAt: measured.firstAt, since });
    }

    function countQuery({ of, before }: BelowThreshold) {
      const id = idOf(of, before);
      const [group] = issueGroups([id], merged) as [ReturnType<typeof issueGroups>[number]];
      return { ...group, since: before?.stateSince ?? 0 };
    }
  };
}

const keyOf = ({ threshold: { kind, withinMinutes, ...rest } }: BelowThreshold) =>
  `${kind} ${withinMinutes} ${JSON.stringify(rest)}`;
const least = (numbers: readonly number[]) => numbers.reduce((left, right) => Math.min(left, right), Infinity);
const most = (numbers: readonly number[]) => numbers.reduce((left, right) => Math.max(left, right), -Infinity);
