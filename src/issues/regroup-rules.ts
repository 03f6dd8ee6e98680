import type { GroupingField } from "../monitors/index.ts";
import { type IssueId } from "../platform/ids.ts";
import { groupedIssueId, groupTitle } from "./fingerprint/grouping.ts";
import type { Issue } from "./issue.ts";
import type { IssueChange } from "./issue-change.ts";
import { inState } from "./issue-rules.ts";
import type { FindingGroup } from "./ports/finding-mover.ts";

interface Regrouping {
  readonly by: readonly GroupingField[];
  readonly groups: readonly FindingGroup[];
  readonly actor: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly nextNumber: number;
}

/**
 * Decides the changes by which an issue becomes one for each group: new issues in its state, with its assignee and
 * links. The issue itself is resolved, and opens again if a finding still counts for it.
 */
export function decideRegroup(
  before: Issue,
  known: ReadonlyMap<IssueId, Issue>,
  { by, groups, actor, at, nextNumber }: Regrouping,
): readonly IssueChange[] {
  const fields = by.join(" and ");
  let number = nextNumber;
  const parts = groups.map((group): IssueChange => {
    const id = groupedIssueId(before.projectId, before.id, by, group.values);
    const existing = known.get(id);
    const { firstAt, lastAt } = group;
    const { awaitedRun: _, spikingSince: __, mergedInto: ___, ...own } = existing ?? before;
    const issue: Issue = {
      ...own,
      id,
      number: existing?.number ?? number++,
      title: existing?.title ?? groupTitle(before.title, group.values),
      firstSeenAt: Math.min(existing?.firstSeenAt ?? firstAt, firstAt),
      lastSeenAt: Math.max(existing?.lastSeenAt ?? lastAt, lastAt),
      sampleDatapointId: group.datapointId,
    };
    return { kind: "split", issue, actor, at, note: `from #${before.number}, which is grouped by ${fields}` };
  });
  const numbers = parts.map(({ issue }) => `#${issue.number}`).join(", ");
  const { spikingSince: _, ...calm } = inState(before, "resolved", at);
  const issue: Issue = { ...calm, regressed: false, resolution: { kind: "corrected" } };
  return [...parts, { kind: "split", issue, actor, at, note: `grouped by ${fields} into ${numbers}` }];
}
