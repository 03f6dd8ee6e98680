import { appLinks } from "../domain/app-links.ts";
import type { Channel } from "../domain/channel.ts";
import type { Message as DatapointMessage } from "../domain/datapoint.ts";
import type { Leased } from "../domain/delivery.ts";
import type { IssueId } from "../domain/ids.ts";
import { issueGroups } from "../domain/issue-group.ts";
import { type Message, type MessageItem, oneLine, type Turn } from "../domain/message.ts";
import type { MuteRequest, MuteScope } from "../domain/mute.ts";
import type { Told } from "../domain/notification.ts";
import { plainText } from "../domain/shapes/messages.ts";
import type { DatapointReader, FindingReader, IssueCounts } from "../ports/datapoint-reader.ts";
import type { IssueStore, ProjectStore } from "../ports/records.ts";

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
    const issues = [...new Set(told.map(({ issueId }) => issueId))];
    const groups = issueGroups(issues, issues.length === 0 ? new Map() : await store.merged(projectId, issues));
    const counts = await findings.counts(projectId, groups).catch(() => new Map<IssueId, IssueCounts>());
    const steps = { from: now() - 48 * hourMs, stepMs: hourMs, count: 48 };
    const trends = await findings.trend(projectId, groups, steps).catch(() => new Map<IssueId, readonly number[]>());
    const withDialog = channel.showsDialog && toldCount === 1;
    const items = await Promise.all(
      told.map(async (one) => ({
        url: links.issue(one.number),
        ...itemOf(one, counts.get(one.issueId), withDialog ? await dialogOf(delivery, one) : []),
        ...trendOf(trends.get(one.issueId)),
      })),
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
    const { monitorId, monitorName = "a monitor that was deleted", issueId, number, title } = only;
    return {
      muting: {
        all,
        monitor: url("monitor", monitorId, monitorName),
        issue: url("issue", issueId, `#${number} ${title}`),
      },
    };
  }

  function itemOf(told: Told, counts: IssueCounts | undefined, dialog: readonly Turn[]): Omit<MessageItem, "url"> {
    return {
      ...told,
      ...(counts === undefined ? {} : { occurrences: counts.occurrences, usersAffected: counts.usersAffected }),
      ...(dialog.length === 0 ? {} : { dialog }),
    };
  }

  async function dialogOf({ projectId }: Leased, told: Told): Promise<readonly Turn[]> {
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
function trendOf(hourly: readonly number[] | undefined): Pick<MessageItem, "trend"> {
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
