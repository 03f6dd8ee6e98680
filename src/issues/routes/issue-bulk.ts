import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok } from "../../server/routes/route.ts";
import { IssuesChanged, IssuesRequest } from "../contract/issue.ts";
import { decideRequest } from "../issue-requests.ts";
import type { IssueAsking } from "./issue-asking.ts";
import type { IssueReading } from "./issue-reading.ts";

/** Several issues in one request and one transaction: each is told in its own history, the whole in the audit log. */
export function issueBulkRoutes(
  { issues, now }: Pick<ApiNeeds, "issues" | "now">,
  { find }: Pick<IssueReading, "find">,
  asking: IssueAsking,
) {
  return [
    defineRoute({
      method: "PATCH",
      path: "/issues",
      scope: "write",
      tag: "issues",
      summary: "Acknowledge, resolve, ignore, reopen, assign or note several issues at once",
      body: IssuesRequest,
      answers: { 200: IssuesChanged },
      async handle({ principal: { projectId, actor }, body: { issues: keys, ...body } }) {
        const found = await Promise.all(keys.map((key) => find(projectId, key)));
        const asked = [...new Map(found.map((issue) => [issue.id, issue])).values()];
        const requestOf = await asking(projectId, asked, body);
        const refused = new Map<string, string>();
        const changes = await issues.change(
          projectId,
          asked.map(({ id }) => id),
          (known) => {
            refused.clear();
            return asked.flatMap(({ id }) => {
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
          items: asked.map((before): IssuesChanged["items"][number] => {
            const { id, number, state } = after.get(before.id) ?? before;
            const because = refused.get(id);
            if (because !== undefined) return { id, number, state, outcome: "refused", because };
            return { id, number, state, outcome: after.has(id) ? "changed" : "unchanged" };
          }),
        });
      },
    }),
  ];
}
