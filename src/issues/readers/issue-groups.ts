import type { IssueGroup } from "../ports/findings.ts";

/**
 * Returns SQL that maps a row of `findings` to the requested issue that it counts for, with its parameters.
 * Findings keep their original issue id; merging happens when they are read.
 */
export function groupedBy(groups: readonly IssueGroup[]) {
  const members = groups.flatMap(({ mergedIds }) => mergedIds);
  const heads = groups.flatMap(({ id, mergedIds }) => mergedIds.map(() => id));
  const isPlain = members.length === 0;
  return {
    issue: isPlain
      ? "issue_id"
      : "transform(toString(issue_id), {members:Array(String)}, {heads:Array(String)}, toString(issue_id))",
    params: { issues: [...groups.map(({ id }) => id), ...members], ...(isPlain ? {} : { members, heads }) },
  };
}
