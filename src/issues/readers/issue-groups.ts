import type { IssueGroup } from "../../datapoints/ports/datapoint-reader.ts";

/**
 * SQL that tells of a row of `findings` which of the asked issues it counts for, with its parameters. Findings keep the
 * id they were made with; what was merged is put together when they are read.
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
