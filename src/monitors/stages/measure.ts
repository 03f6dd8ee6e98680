import type { Finding, Issue } from "../../issues/issue.ts";
import { issueGroups } from "../../issues/issue-group.ts";
import type { IssueFigures } from "../../issues/ports/issue-figures.ts";
import type { IssueId, ProjectId } from "../../platform/ids.ts";
import type { Threshold } from "../monitor.ts";
import { isReached, windowMsOf } from "../threshold.ts";

/** Findings of one issue that wait for more. */
export interface Held {
  readonly threshold: Threshold;
  readonly of: readonly Finding[];
  /** Resolved; absent: there is no such issue yet. */
  readonly before?: Issue;
}

export const idOf = (findings: readonly Finding[], before: Issue | undefined) =>
  before?.id ?? (findings[0] as Finding).issueId;

interface Reached {
  /** Earliest occurrence that was counted, Unix milliseconds. */
  readonly firstAt: number;
  /** Only calls after this were counted. */
  readonly since: number;
}

/** Counts the rows in storage for findings that wait for more, and tells which of them are enough by now. */
export function createMeasure({ figures }: { figures: Pick<IssueFigures, "densest" | "matched"> }) {
  return async (project: ProjectId, held: readonly Held[], merged: ReadonlyMap<IssueId, readonly Issue[]>) => {
    const reached = new Map<IssueId, Reached>();
    for (const [key, alike] of Map.groupBy(held, keyOf)) {
      if (key.startsWith("rate")) for (const one of alike) await measureRate(one);
      else await measureCounts(alike);
    }
    return reached;

    async function measureCounts(alike: readonly Held[]): Promise<void> {
      const [{ threshold }] = alike as [Held];
      const withinMs = windowMsOf(threshold);
      const times = alike.flatMap(({ of }) => of.map(({ at }) => at));
      // A stretch that holds one of these findings begins and ends at most its own length away.
      const range = { from: least(times) - withinMs, to: most(times) + withinMs, withinMs };
      const densest = await figures.densest(project, alike.map(asked), range);
      for (const one of alike) {
        const { id, since } = asked(one);
        const measured = densest.get(id);
        if (measured && isReached(threshold, { densest: measured.occurrences }))
          reached.set(id, { firstAt: measured.firstAt, since });
      }
    }

    async function measureRate(one: Held): Promise<void> {
      const { threshold, of } = one;
      const withinMs = windowMsOf(threshold);
      const newest = of.reduce((left, right) => (right.at > left.at ? right : left));
      const range = { from: newest.at - withinMs, to: newest.at + 1 };
      const { id, since } = asked(one);
      const measured = (await figures.densest(project, [asked(one)], { ...range, withinMs: withinMs + 1 })).get(id);
      if (!measured) return;
      const matched = await figures.matched(project, newest.monitorId, range);
      if (isReached(threshold, { densest: measured.occurrences, matched }))
        reached.set(id, { firstAt: measured.firstAt, since });
    }

    function asked({ of, before }: Held) {
      const id = idOf(of, before);
      const [group] = issueGroups([id], merged) as [ReturnType<typeof issueGroups>[number]];
      return { ...group, since: before?.stateSince ?? 0 };
    }
  };
}

const keyOf = ({ threshold: { kind, withinMinutes, ...rest } }: Held) =>
  `${kind} ${withinMinutes} ${JSON.stringify(rest)}`;
const least = (numbers: readonly number[]) => numbers.reduce((left, right) => Math.min(left, right), Infinity);
const most = (numbers: readonly number[]) => numbers.reduce((left, right) => Math.max(left, right), -Infinity);
