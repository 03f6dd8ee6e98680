import type { ProjectStore } from "../../accounts/index.ts";
import {
  type Message as DatapointMessage,
  type DatapointReader,
  historyMessages,
  plainText,
} from "../../datapoints/index.ts";
import { type FindingReader, failedPart, type IssueCounts, type IssueStore } from "../../issues/index.ts";
import { issueGroups } from "../../issues/service.ts";
import type { AccountId, IssueId, ProjectId } from "../../platform/ids.ts";
import { appLinks } from "../../server/service.ts";
import type { Channel } from "../channel.ts";
import type { Leased } from "../delivery.ts";
import { type IssueItem, type Message, type MessageItem, oneLine, type Turn } from "../message.ts";
import type { MuteRequest, MuteScope } from "../mute.ts";
import { type IssueEvent, isOfMonitor } from "../notification-event.ts";

export interface ComposerDependencies {
  readonly projects: Pick<ProjectStore, "get">;
  readonly issues: Pick<IssueStore, "merged">;
  readonly datapoints: Pick<DatapointReader, "get">;
  readonly findings: Pick<FindingReader, "counts" | "trend">;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Returns the unsubscribe URL for a recipient. */
  readonly muteUrl: (request: MuteRequest) => string;
  /** Returns the URL by which an address outside the account ends every email of it. */
  readonly unsubscribeUrl: (account: AccountId, address: string) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const hourMs = 3_600_000;
const turnsShown = 4;
const turnLength = 600;

/**
 * Creates the message of a delivery. Counts and dialog come from ClickHouse; when it does not respond, the
 * message is sent without them.
 */
export function createComposer(dependencies: ComposerDependencies) {
  const { projects, issues: store, datapoints, findings, baseUrl, muteUrl, unsubscribeUrl, now } = dependencies;
  return async (delivery: Leased, channel: Channel, isOutside = false): Promise<Message> => {
    const { id, kind, projectId, events, eventCount } = delivery;
    const links = appLinks(baseUrl(), projectId);
    const project = await projects.get(projectId);
    const itemOf = await issueItems(delivery, channel.showsDialog && eventCount === 1);
    const items = await Promise.all(
      events.map(
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
      itemCount: eventCount,
      settingsUrl: links.notifications,
      ...mutingOf(delivery, name, isOutside ? project?.accountId : undefined),
    };
  };

  function mutingOf(
    { projectId, recipient, kind, events, eventCount }: Leased,
    project: string,
    outsideOf: AccountId | undefined,
  ): Pick<Message, "muting"> {
    if (recipient === undefined || kind === "test") return {};
    const url = (scope: MuteScope, subjectId: string, subjectName: string) =>
      muteUrl({ projectId, recipient, scope, subjectId, subjectName: oneLine(subjectName, 200) });
    const all =
      outsideOf === undefined
        ? ({ all: url("project", projectId, project), allOf: "project" } as const)
        : ({ all: unsubscribeUrl(outsideOf, recipient), allOf: "account" } as const);
    const [only] = events;
    if (eventCount !== 1 || !only) return { muting: all };
    const { monitorId, monitorName = "a monitor that was deleted" } = only;
    const monitor = url("monitor", monitorId, monitorName);
    if (isOfMonitor(only)) return { muting: { ...all, monitor } };
    return { muting: { ...all, monitor, issue: url("issue", only.issueId, `#${only.number} ${only.title}`) } };
  }

  /** Reads counts and trends of all issues of a delivery together. */
  async function issueItems({ projectId, events }: Leased, withDialog: boolean) {
    const issues = [...new Set(events.flatMap((one) => (isOfMonitor(one) ? [] : [one.issueId])))];
    const groups = issueGroups(issues, issues.length === 0 ? new Map() : await store.merged(projectId, issues));
    const counts = await findings.counts(projectId, groups).catch(() => new Map<IssueId, IssueCounts>());
    const steps = { from: now() - 48 * hourMs, stepMs: hourMs, count: 48 };
    const trends = await findings.trend(projectId, groups, steps).catch(() => new Map<IssueId, readonly number[]>());
    return async (one: IssueEvent): Promise<Omit<IssueItem, "url">> => {
      const counted = counts.get(one.issueId);
      const { dialog, stack } = withDialog ? await sampleOf(projectId, one) : noSample;
      return {
        ...one,
        ...(counted ? { occurrences: counted.occurrences, usersAffected: counted.usersAffected } : {}),
        ...(dialog.length === 0 ? {} : { dialog }),
        ...(stack === undefined ? {} : { stack }),
        ...trendOf(trends.get(one.issueId)),
      };
    };
  }

  async function sampleOf(projectId: ProjectId, event: IssueEvent): Promise<Sample> {
    const found = await datapoints.get(projectId, event.sampleDatapointId).catch(() => undefined);
    if (!found) return noSample;
    const { dialogHistory, input, output } = found.datapoint;
    const earlier = dialogHistory ? historyMessages(dialogHistory) : [];
    const stack = event.kind === "error" ? failedPart(found.datapoint, event.check).error?.stack : undefined;
    const dialog = [...earlier, ...input, ...output]
      .filter(({ role }) => role !== "system")
      .map((message) => ({ role: message.role, text: shortened(textOf(message)) }))
      .filter(({ text }) => text !== "")
      .slice(-turnsShown);
    return { dialog, ...(stack === undefined ? {} : { stack: shortStack(stack) }) };
  }
}

type Sample = Pick<IssueItem, "stack"> & { readonly dialog: readonly Turn[] };
const noSample: Sample = { dialog: [] };

const stackLines = 16;

/** Returns the first and the last lines of a long stack trace: the failure is at one end, which one depends on the language. */
function shortStack(stack: string): string {
  const lines = stack.split("\n").map((line) => (line.length > 200 ? `${line.slice(0, 199)}…` : line));
  return lines.length <= stackLines
    ? lines.join("\n")
    : [...lines.slice(0, stackLines / 2), "  …", ...lines.slice(-stackLines / 2)].join("\n");
}

/** Splits two days of hourly counts: the second by hour, the first as a total. */
function trendOf(hourly: readonly number[] | undefined): Pick<IssueItem, "trend"> {
  if (!hourly) return {};
  const dayBefore = hourly.slice(0, 24).reduce((sum, count) => sum + count, 0);
  return { trend: { hourly: hourly.slice(24), dayBefore } };
}

/** Returns text and names of called tools; arguments and results are only on the datapoint's page. */
function textOf(message: DatapointMessage): string {
  const calls = message.parts.flatMap((part) => (part.type === "tool_call" ? [`→ calls ${part.name}`] : []));
  return [plainText(message), ...calls].filter((text) => text !== "").join("\n");
}

const shortened = (text: string) => (text.length > turnLength ? `${text.slice(0, turnLength - 1)}…` : text.trim());
