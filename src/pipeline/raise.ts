import type { ProjectId } from "../domain/ids.ts";
import type { Finding } from "../domain/issue.ts";
import type { IssueChange } from "../domain/issue-change.ts";
import { decideFinding } from "../domain/issue-rules.ts";
import type { IssueStore } from "../ports/records.ts";

interface Needs {
  readonly issues: IssueStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type Raise = (findings: readonly Finding[]) => Promise<readonly IssueChange[]>;

/**
 * Station 7. Opens, updates and regresses the issues of the given findings, one transaction per project, and resolves
 * with what people may have to be told: issues opened and regressed. Repeating a batch changes nothing and tells nothing.
 */
export function createRaise({ issues, now }: Needs): Raise {
  return async (findings) => {
    const told: IssueChange[] = [];
    for (const [project, ofProject] of Map.groupBy(findings, ({ projectId }) => projectId)) {
      told.push(...(await raiseIn(project, ofProject)));
    }
    return told;
  };

  async function raiseIn(project: ProjectId, findings: readonly Finding[]): Promise<readonly IssueChange[]> {
    const byIssue = Map.groupBy(findings, ({ issueId }) => issueId);
    const changes = await issues.change(project, [...byIssue.keys()], (known, nextNumber) => {
      let number = nextNumber;
      return [...byIssue].map(([id, ofIssue]) => {
        const before = known.get(id);
        return decideFinding(before, ofIssue, { number: before ? before.number : number++, at: now() });
      });
    });
    return changes.filter(({ kind }) => kind !== "seen");
  }
}
