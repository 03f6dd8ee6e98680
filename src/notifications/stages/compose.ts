import type { IssueStore, ProjectStore } from "../../app/ports/records.ts";
import type { Message as DatapointMessage } from "../../datapoints/datapoint.ts";
import type { DatapointReader, FindingReader, IssueCounts } from "../../datapoints/ports/datapoint-reader.ts";
import { plainText } from "../../datapoints/shapes/messages/messages.ts";
import { issueGroups } from "../../issues/issue-group.ts";
import type { IssueId, ProjectId } from "../../platform/ids.ts";
import { appLinks } from "../../server/app-links.ts";
import type { Channel } from "../channel.ts";
import type { Leased } from "../delivery.ts";
import { type IssueItem, type Message, type MessageItem, oneLine, type Turn } from "../message.ts";
import type { MuteRequest, MuteScope } from "../mute.ts";
import { isOfMonitor, type ToldIssue } from "../told.ts";

export interface ComposeNeeds {
  readonly projects: Pick<ProjectStore, "get">;
  readonly issues: Pick<IssueStore, "merged">;
  readonly datapoints: Pick<DatapointReader, "get">;
  readonly findings: Pick<FindingReader, "counts" | "trend">;
  /** Address for links, without a trailing slash. */
  readonly baseUrl: () => string;
  /** The address by which a recipient asks not to be told of something. */
  readonly muteUrl: (request: MuteRequest) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const hourMs = 3_600_000;
const turnsShown = 4;
const turnLength = 600;

/**
 * Makes the message of a delivery. Counts and dialog come from the store of datapoints; when that does not answer the
 * message goes without them, because what happened is known already.
 */
export function createComposer(needs: ComposeNeeds) {
  const { projects, issues: store, datapoints, findings, baseUrl, muteUrl, now } = needs;
  return async (delivery: Leased, channel: Channel): Promise<Message> => {
    const { id, kind, projectId, told, toldCount } = delivery;
    const links = appLinks(baseUrl(), projectId);
    const project = await projects.get(projectId);
    const itemOf = await issueItems(delivery, channel.showsDialog && toldCount === 1);
    const items = await Promise.all(
      told.map(
        async (one): Promise<MessageItem> =>
          isOfMonitor(one)
            ? { ...one, url: links.monitor(one.monitorId) }
            : { ...(await itemOf(one)), url: links.issue(one.number) },
      ),
    );
    const name = project?.name ?? "a project that was deleted";
    return {
      id,
      kind,
      at: now(),
      project: { id: projectId, name },
      items,
      itemCount: toldCount,
      settingsUrl: links.notifications,
      ...mutingOf(delivery, name),
    };
  };

  function mutingOf({ projectId, recipient, kind, told, toldCount }: Leased, project: string): Pick<Message, "muting"> {
    if (recipient === undefined || kind === "test") return {};
    const url = (scope: MuteScope, subjectId: string, subjectName: string) =>
      muteUrl({ projectId, recipient, scope, subjectId, subjectName: oneLine(subjectName, 200) });
    const all = url("project", projectId, project);
    const [only] = told;
    if (toldCount !== 1 || !only) return { muting: { all } };
    const { monitorId, monitorName = "a monitor that was deleted" } = only;
    const monitor = url("monitor", monitorId, monitorName);
    if (isOfMonitor(only)) return { muting: { all, monitor } };
    return { muting: { all, monitor, issue: url("issue", only.issueId, `#${only.number} ${only.title}`) } };
  }

  /** Reads counts and trends of all issues of a delivery at once. */
  async function issueItems({ projectId, told }: Leased, withDialog: boolean) {
    const issues = [...new Set(told.flatMap((one) => (isOfMonitor(one) ? [] : [one.issueId])))];
    const groups = issueGroups(issues, issues.length === 0 ? new Map() : await store.merged(projectId, issues));
    const counts = await findings.counts(projectId, groups).catch(() => new Map<IssueId, IssueCounts>());
    const steps = { from: now() - 48 * hourMs, stepMs: hourMs, count: 48 };
    const trends = await findings.trend(projectId, groups, steps).catch(() => new Map<IssueId, readonly number[]>());
    return async (one: ToldIssue): Promise<Omit<IssueItem, "url">> => {
      const counted = counts.get(one.issueId);
      const dialog = withDialog ? await dialogOf(projectId, one) : [];
      return {
        ...one,
        ...(counted ? { occurrences: counted.occurrences, usersAffected: counted.usersAffected } : {}),
        ...(dialog.length === 0 ? {} : { dialog }),
        ...trendOf(trends.get(one.issueId)),
      };
    };
  }

  async function dialogOf(projectId: ProjectId, told: ToldIssue): Promise<readonly Turn[]> {
    const found = await datapoints.get(projectId, told.sampleDatapointId).catch(() => undefined);
    if (!found) return [];
    const { input, output } = found.datapoint;
    return [...input, ...output]
      .filter(({ role }) => role !== "system")
      .map((message) => ({ role: message.role, text: shortened(textOf(message)) }))
      .filter(({ text }) => text !== "")
      .slice(-turnsShown);
  }
}

/** Of two days by the hour: the course of the second, and how many the first had. */
function trendOf(hourly: readonly number[] | undefined): Pick<IssueItem, "trend"> {
  if (!hourly) return {};
  const dayBefore = hourly.slice(0, 24).reduce((sum, count) => sum + count, 0);
  return { trend: { hourly: hourly.slice(24), dayBefore } };
}

/** What was said, and which tools were called; arguments and results stay on the page of the datapoint. */
function textOf(message: DatapointMessage): string {
  const calls = message.parts.flatMap((part) => (part.type === "tool_call" ? [`→ calls ${part.name}`] : []));
  return [plainText(message), ...calls].filter((text) => text !== "").join("\n");
}

const shortened = (text: string) => (text.length > turnLength ? `${text.slice(0, turnLength - 1)}…` : text.trim());
