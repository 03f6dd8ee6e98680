import { printFieldValue } from "../../datapoints/index.ts";
import type { MonitorStore } from "../../monitors/index.ts";
import { asIssueId, type ProjectId } from "../../platform/ids.ts";
import { isoTime, notFound } from "../../server/service.ts";
import type { Issue } from "../issue.ts";
import { issueGroups } from "../issue-group.ts";
import type { FindingReader, IssueGroup } from "../ports/findings.ts";
import type { IssueStore } from "../ports/issues.ts";
import { issueJson } from "./issue-json.ts";

const hourMs = 3_600_000;
/** Clients' clocks differ, and a call counts by its arrival where its own time is implausible. */
const dayMs = 24 * hourMs;

interface IssueReadingDependencies {
  readonly issues: IssueStore;
  readonly findings: FindingReader;
  readonly monitors: MonitorStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Assembles issues for the API: with counts, merged issues combined, and names of monitors. */
export function createIssueReading({ issues, findings, monitors, now }: IssueReadingDependencies) {
  return { find, groupOf, shown, detail };

  /** Finds by id or number; a merged issue leads to its target. */
  async function find(project: ProjectId, key: string): Promise<Issue> {
    const issue = await own(project, key);
    return issue.mergedInto === undefined ? issue : own(project, issue.mergedInto);
  }

  async function own(project: ProjectId, key: string): Promise<Issue> {
    const issue = await issues.get(project, /^[1-9]\d{0,9}$/.test(key) ? Number(key) : asIssueId(key));
    if (!issue) throw notFound("issue");
    return issue;
  }

  async function groupOf(project: ProjectId, { id }: Issue): Promise<IssueGroup> {
    const [group] = issueGroups([id], await issues.merged(project, [id]));
    return group ?? { id, mergedIds: [] };
  }

  async function shown(project: ProjectId, list: readonly Issue[]) {
    if (list.length === 0) return [];
    const ids = list.map(({ id }) => id);
    const groups = issueGroups(ids, await issues.merged(project, ids));
    const steps = { from: now() - 24 * hourMs, stepMs: hourMs, count: 24 };
    const [counts, trends, all] = await Promise.all([
      findings.counts(project, groups),
      findings.trend(project, groups, steps),
      monitors.list(project),
    ]);
    const names = new Map(all.map(({ id, name }) => [id, name]));
    return list.map((issue) =>
      issueJson(issue, {
        counts: counts.get(issue.id),
        monitorName: names.get(issue.monitorId),
        trend: trends.get(issue.id) ?? Array.from({ length: steps.count }, () => 0),
      }),
    );
  }

  async function detail(project: ProjectId, issue: Issue) {
    const range = { from: issue.firstSeenAt - dayMs, to: issue.lastSeenAt + dayMs };
    const [[json], activity, merged, facets] = await Promise.all([
      shown(project, [issue]),
      issues.activity(project, issue.id),
      issues.merged(project, [issue.id]),
      findings.facets(project, await groupOf(project, issue), range),
    ]);
    if (!json) throw notFound("issue");
    return {
      ...json,
      activity: activity.map((line) => ({ ...line, at: isoTime(line.at) })),
      merged: (merged.get(issue.id) ?? []).map(({ id, number, title, check }) => ({ id, number, title, check })),
      links: [...(issue.links ?? [])],
      facets: facets.map((each) => ({ ...each, query: printFieldValue(each.field, each.value) })),
    };
  }
}

export type IssueReading = ReturnType<typeof createIssueReading>;
