import type { Finding } from "../issues/index.ts";
import { decideFinding } from "../issues/service.ts";
import type { Monitor } from "../monitors/index.ts";
import { firstReached } from "../monitors/service.ts";
import type { Audience, PlannedNotification } from "../notifications/index.ts";
import { bounded, cooled, ofIssue, planNotifications, severityRank, stormWindow } from "../notifications/service.ts";

/** An issue that a monitor would have opened, or one that stayed below its threshold. */
export interface WouldBe {
  readonly title: string;
  readonly kind: Finding["kind"];
  readonly severity: Finding["severity"];
  readonly check: string;
  readonly findings: number;
  /** When it would have opened, Unix milliseconds. Absent: the threshold was never reached. */
  readonly opensAt?: number;
}

export interface BackTest {
  readonly issues: readonly WouldBe[];
  /** Messages that would have been sent, by channel. */
  readonly messages: ReadonlyMap<string, number>;
}

interface Known {
  readonly monitor: Monitor;
  /** When each matching datapoint was received, Unix milliseconds. */
  readonly datapoints: readonly number[];
  readonly audience: Omit<Audience, "monitor">;
}

/**
 * Returns the issues and notifications that a monitor would have produced for findings that are already
 * stored. Applies the pipeline's own rules for opening issues and sending notifications, and ignores what
 * users did with issues.
 */
export function backTest(findings: readonly Finding[], { monitor, datapoints, audience }: Known): BackTest {
  const issues = [...Map.groupBy(findings, ({ issueId }) => issueId).values()].map((of) => {
    const newest = of.reduce((left, right) => (right.at > left.at ? right : left));
    const opensAt = opensOf(of, monitor, datapoints);
    const { title, kind, severity, check } = newest;
    return {
      of,
      seen: { title, kind, severity, check, findings: of.length, ...(opensAt === undefined ? {} : { opensAt }) },
    };
  });
  const opened = issues.flatMap(({ of, seen: { opensAt } }) => (opensAt === undefined ? [] : [{ of, opensAt }]));
  return {
    issues: issues
      .map(({ seen }) => seen)
      .sort(
        (left, right) => severityRank[left.severity] - severityRank[right.severity] || right.findings - left.findings,
      ),
    messages: messagesOf(
      opened.toSorted((left, right) => left.opensAt - right.opensAt),
      monitor,
      audience,
    ),
  };
}

function opensOf(of: readonly Finding[], { threshold }: Monitor, datapoints: readonly number[]): number | undefined {
  const times = of.map(({ at }) => at);
  return threshold ? firstReached(threshold, times, datapoints) : Math.min(...times);
}

interface Opened {
  readonly of: readonly Finding[];
  readonly opensAt: number;
}

function messagesOf(opened: readonly Opened[], monitor: Monitor, audience: Omit<Audience, "monitor">) {
  const sent: PlannedNotification[] = [];
  opened.forEach(({ of, opensAt }, index) => {
    const change = decideFinding(undefined, of, { number: index + 1, at: opensAt });
    for (const decided of planNotifications(ofIssue(change, monitor.name), { ...audience, monitor }))
      sent.push(placed(decided, sent, monitor));
  });
  const messages = new Map<string, Set<string>>();
  for (const { channelId, delivery } of sent) {
    messages.set(channelId, (messages.get(channelId) ?? new Set()).add(delivery.id));
  }
  return new Map(Array.from(messages, ([channel, ids]) => [channel, ids.size]));
}

/** Applies the rate limit and cooldown of the outbox, based on what this recipient received before. */
function placed(
  decided: PlannedNotification,
  sent: readonly PlannedNotification[],
  { cooldownMinutes }: Monitor,
): PlannedNotification {
  const before = sent.filter((one) => one.channelId === decided.channelId && one.recipient === decided.recipient);
  const window = Math.floor(decided.event.at / stormWindow.ms) * stormWindow.ms;
  const recentCount = before.filter(({ event, delivery }) => delivery.kind === "single" && event.at >= window).length;
  const last = before.map(({ delivery }) => delivery.dueAt);
  const notification = bounded(decided, recentCount);
  if (cooldownMinutes === undefined) return notification;
  return cooled(notification, last.length === 0 ? undefined : Math.max(...last), cooldownMinutes);
}
