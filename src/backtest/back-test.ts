import type { Finding } from "../issues/issue.ts";
import { decideFinding } from "../issues/issue-rules.ts";
import type { Monitor } from "../monitors/monitor.ts";
import { firstReached } from "../monitors/threshold.ts";
import { severityRank } from "../notifications/channel.ts";
import {
  type Audience,
  bounded,
  cooled,
  type Notice,
  noticesOf,
  ofIssue,
  stormWindow,
} from "../notifications/notification.ts";

/** An issue that a monitor would have opened, or held back. */
export interface WouldBe {
  readonly title: string;
  readonly kind: Finding["kind"];
  readonly severity: Finding["severity"];
  readonly check: string;
  readonly findings: number;
  /** When it would have opened, Unix milliseconds; absent: its threshold was never reached. */
  readonly opensAt?: number;
}

export interface BackTest {
  readonly issues: readonly WouldBe[];
  /** Messages that would have been sent, by channel. */
  readonly messages: ReadonlyMap<string, number>;
}

interface Known {
  readonly monitor: Monitor;
  /** When each datapoint came that the monitor matched, Unix milliseconds. */
  readonly datapoints: readonly number[];
  readonly audience: Omit<Audience, "monitor">;
}

/**
 * What a monitor would have made of findings that were stored already: with the line's own rules for opening an issue
 * and for telling people, so that it says what would have happened. What people did with issues is left out.
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
  const sent: Notice[] = [];
  opened.forEach(({ of, opensAt }, index) => {
    const change = decideFinding(undefined, of, { number: index + 1, at: opensAt });
    for (const decided of noticesOf(ofIssue(change, monitor.name), { ...audience, monitor }))
      sent.push(placed(decided, sent, monitor));
  });
  const messages = new Map<string, Set<string>>();
  for (const { channelId, delivery } of sent) {
    messages.set(channelId, (messages.get(channelId) ?? new Set()).add(delivery.id));
  }
  return new Map(Array.from(messages, ([channel, ids]) => [channel, ids.size]));
}

/** Bounded and cooled as the outbox does it, by what this recipient was sent before. */
function placed(decided: Notice, sent: readonly Notice[], { cooldownMinutes }: Monitor): Notice {
  const before = sent.filter((one) => one.channelId === decided.channelId && one.recipient === decided.recipient);
  const window = Math.floor(decided.told.at / stormWindow.ms) * stormWindow.ms;
  const lately = before.filter(({ told, delivery }) => delivery.kind === "single" && told.at >= window).length;
  const last = before.map(({ delivery }) => delivery.dueAt);
  const notice = bounded(decided, lately);
  if (cooldownMinutes === undefined) return notice;
  return cooled(notice, last.length === 0 ? undefined : Math.max(...last), cooldownMinutes);
}
