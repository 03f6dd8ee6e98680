import type { GroupingField, Monitor, MonitorStore } from "../../monitors/index.ts";
import { asMonitorId, type MonitorId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, refusal } from "../../server/service.ts";
import { GroupByRequest, GroupMonitorRequest, Regrouped } from "../contract/grouping.ts";
import { IssueDetail } from "../contract/issue.ts";
import { groupedIssueId, orderedFields } from "../fingerprint/grouping.ts";
import type { Issue } from "../issue.ts";
import type { FindingMover } from "../ports/finding-mover.ts";
import type { IssueStore } from "../ports/issues.ts";
import { decideRegroup } from "../regroup-rules.ts";
import type { IssueReading } from "./issue-reading.ts";

interface IssueGroupingDependencies {
  readonly issues: IssueStore;
  readonly mover: FindingMover;
  readonly monitors: Pick<MonitorStore, "get" | "replace">;
  readonly monitorsChanged: (project: ProjectId) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Request {
  readonly project: ProjectId;
  readonly actor: string;
  readonly by: readonly GroupingField[];
}

const groupsAtMost = 100;
const issuesAtMost = 200;
const attempts = 5;

/** Routes that group issues by fields of their calls. The rule is stored first, so that later findings follow it. */
export function issueGroupingRoutes(
  { issues, mover, monitors, monitorsChanged, now }: IssueGroupingDependencies,
  { find, groupOf, detail }: IssueReading,
) {
  return [
    defineRoute({
      method: "POST",
      path: "/issues/:id/group-by",
      scope: "write",
      tag: "issues",
      summary: "Always group an issue by fields of its calls: one issue for each value, for past and future findings",
      params: { id: Id.describe("Id or number of the issue") },
      body: GroupByRequest,
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId: project, actor }, params, body }) {
        const issue = await find(project, params.id);
        const request = { project, actor, by: orderedFields(body.by) };
        const group = await groupOf(project, issue);
        for (const id of await mover.monitors(project, group))
          await changeGrouping(project, id, ({ issues: rules, ...others }) => ({
            ...others,
            issues: [
              ...rules.filter((rule) => ![issue.id, ...group.mergedIds].some((one) => one === rule.issue)),
              ...[issue.id, ...group.mergedIds].map((one) => ({ issue: one, by: request.by })),
            ],
          }));
        await regroup(issue, request);
        return ok(await detail(project, await find(project, issue.id)));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/issues/group-by",
      scope: "write",
      tag: "issues",
      summary: "Group all issues of a monitor by fields of their calls, for past and future findings",
      body: GroupMonitorRequest,
      answers: { 200: Regrouped },
      async handle({ principal: { projectId: project, actor }, body }) {
        const id = asMonitorId(body.monitor);
        if (!(await monitors.get(project, id))) throw notFound("monitor");
        const request = { project, actor, by: orderedFields(body.by) };
        const { items } = await issues.list(project, { states: ["open", "acknowledged"] }, { limit: 1000 });
        const own = items.filter(({ monitorId }) => monitorId === id).slice(0, issuesAtMost);
        await changeGrouping(project, id, (before) => ({ ...before, by: request.by }));
        let made = 0;
        for (const issue of own) made += await regroup(issue, request);
        return ok({ issues: own.length, groups: made });
      },
    }),
  ];

  async function changeGrouping(
    project: ProjectId,
    id: MonitorId,
    change: (before: NonNullable<Monitor["grouping"]>) => NonNullable<Monitor["grouping"]>,
  ): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await monitors.get(project, id);
      if (!before) return;
      const grouping = change(before.grouping ?? { by: [], issues: [] });
      const after = { ...before, grouping, revision: before.revision + 1, updatedAt: now() };
      if (await monitors.replace(after)) return monitorsChanged(project);
    }
    throw refusal("conflict", "somebody else keeps changing the monitor; try again");
  }

  /** Moves the findings of an issue to the issues of its groups; returns how many there are. */
  async function regroup(before: Issue, { project, actor, by }: Request): Promise<number> {
    const group = await groupOf(project, before);
    const groups = await mover.groups(project, group, by, groupsAtMost);
    if (groups.length > groupsAtMost)
      throw refusal("conflict", `#${before.number} has more than ${groupsAtMost} groups by ${by.join(" and ")}`, "by");
    if (groups.length === 0) return 0;
    const targets = groups.map(({ values }) => ({
      by,
      values,
      issueId: groupedIssueId(project, before.id, by, values),
    }));
    for (const target of targets) await mover.copy(project, group, target);
    const ids = targets.map(({ issueId }) => issueId);
    const at = now();
    await issues.change(project, [before.id, ...ids], (known, nextNumber) => {
      const current = known.get(before.id);
      return current ? decideRegroup(current, known, { by, groups, actor, at, nextNumber }) : [];
    });
    await mover.removeCopied(project, group, ids);
    return groups.length;
  }
}
