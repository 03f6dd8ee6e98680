import type { IssueId } from "../platform/ids.ts";
import type { Issue } from "./issue.ts";

/** Issues with the ids of what was merged into each: what is read of them is read of all of it. */
export function issueGroups(ids: readonly IssueId[], merged: ReadonlyMap<IssueId, readonly Pick<Issue, "id">[]>) {
  return ids.map((id) => ({ id, mergedIds: (merged.get(id) ?? []).map((member) => member.id) }));
}
