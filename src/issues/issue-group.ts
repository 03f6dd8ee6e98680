import type { IssueId } from "../platform/ids.ts";
import type { Issue } from "./issue.ts";

/** Returns issues with the ids of those merged into each, so that readers include their findings. */
export function issueGroups(ids: readonly IssueId[], merged: ReadonlyMap<IssueId, readonly Pick<Issue, "id">[]>) {
  return ids.map((id) => ({ id, mergedIds: (merged.get(id) ?? []).map((member) => member.id) }));
}
