import { defineRoute, ok } from "../../server/service.ts";
import { IssuesChanged, IssuesRequest } from "../contract/issue.ts";
import { decideRequest } from "../issue-requests.ts";
import type { IssueStore } from "../ports/issues.ts";
import type { IssueReading } from "./issue-reading.ts";
import type { IssueRequestReader } from "./issue-request-reader.ts";

interface IssueBulkRoutesDependencies {
  readonly issues: IssueStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Changes several issues in one transaction, with an entry in each issue's history and one in the audit log. */
export function issueBulkRoutes(
  { issues, now }: IssueBulkRoutesDependencies,
  { find }: Pick<IssueReading, "find">,
  readRequests: IssueRequestReader,
) {
  return [
    defineRoute({
      method: "PATCH",
      path: "/issues",
      scope: "write",
      tag: "issues",
      summary: "Acknowledge, resolve, ignore, reopen, assign or comment on several issues",
      body: IssuesRequest,
      answers: { 200: IssuesChanged },
      async handle({ principal: { projectId, actor }, body: { issues: keys, ...body } }) {
        const found = await Promise.all(keys.map((key) => find(projectId, key)));
        const requested = [...new Map(found.map((issue) => [issue.id, issue])).values()];
        const requestOf = await readRequests(projectId, requested, body);
        const refused = new Map<string, string>();
        const changes = await issues.change(
          projectId,
          requested.map(({ id }) => id),
          (known) => {
            refused.clear();
            return requested.flatMap(({ id }) => {
              const before = known.get(id);
              if (!before) return [];
              const decided = decideRequest(before, requestOf(before), { actor, at: now() });
              if ("changes" in decided) return decided.changes;
              refused.set(id, decided.refused);
              return [];
            });
          },
        );
        const after = new Map(changes.map(({ issue }) => [issue.id, issue]));
        return ok({
          items: requested.map((before): IssuesChanged["items"][number] => {
            const { id, number, state } = after.get(before.id) ?? before;
            const reason = refused.get(id);
            if (reason !== undefined) return { id, number, state, outcome: "refused", reason };
            return { id, number, state, outcome: after.has(id) ? "changed" : "unchanged" };
          }),
        });
      },
    }),
  ];
}
