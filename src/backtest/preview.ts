import type { z } from "zod";
import type { UserStore } from "../accounts/index.ts";
import type { CheckDescription, CodeCheck, Evaluate, EvaluateApart, Judging, KnownChecks } from "../checks/index.ts";
import {
  conditionFields,
  type DatapointReader,
  requireQuery,
  type StoredDatapoint,
  type Verdict,
} from "../datapoints/index.ts";
import { queryOf, rowJson } from "../datapoints/service.ts";
import { type Finding, findingsOf } from "../issues/index.ts";
import type { Monitor } from "../monitors/index.ts";
import { monitorOf, type PreviewRequest } from "../monitors/service.ts";
import type { ChannelStore } from "../notifications/index.ts";
import { asMonitorId } from "../platform/ids.ts";
import type { Principal } from "../server/index.ts";
import { isoTime } from "../server/service.ts";
import { backTest } from "./back-test.ts";

const hourMs = 3600 * 1000;

/** Monitors match incoming calls only; a test run's calls are evaluated by the run's own checks. */
const notOfRuns = requireQuery("-source:run", { now: 0, fields: conditionFields });

interface PreviewDependencies {
  readonly datapoints: DatapointReader;
  readonly evaluateApart: EvaluateApart;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  readonly evaluate: Evaluate;
  readonly judging: Judging;
  readonly channels: ChannelStore;
  readonly users: Pick<UserStore, "listReaching">;
  /** Unix milliseconds. */
  readonly now: () => number;
}
type PreviewOptions = z.output<typeof PreviewRequest>;

/**
 * Returns what a monitor would have matched in the last hours, the verdicts of its checks on the newest
 * matches, and the issues and messages that would have resulted. Stores nothing.
 */
export function createPreview({
  datapoints,
  evaluateApart,
  checks: fastChecks,
  asynchronousChecks,
  evaluate,
  judging,
  channels,
  users,
  now,
}: PreviewDependencies) {
  return async ({ projectId, accountId }: Principal, { hours, examine, ...wanted }: PreviewOptions) => {
    const to = now() + 1;
    const range = { from: to - hours * hourMs, to };
    const monitor = monitorOf({ ...wanted, enabled: true }, { id: asMonitorId("preview"), projectId, at: range.from });
    const { condition, checks, sampleRate, maxPerMinute } = monitor;
    const conditionQuery = queryOf(condition, to, { fields: conditionFields, field: "condition" });
    const query = { kind: "and", of: [conditionQuery, notOfRuns] } as const;
    const [matching, limited, page, samples, projectChannels, people] = await Promise.all([
      datapoints.count(projectId, query, range),
      maxPerMinute === undefined
        ? undefined
        : datapoints.countSampled(projectId, query, range, { share: sampleRate, mostPerMinute: maxPerMinute }),
      datapoints.list(projectId, query, range, { limit: 5 }),
      checks.length > 0 ? datapoints.newest(projectId, query, range, examine) : [],
      channels.list(projectId),
      users.listReaching(accountId, projectId),
    ]);
    const executorOf = (name: string) => asynchronousChecks.find(projectId, name)?.executor;
    const requests = checks.map(({ check, options }) => ({ check, options, monitorIds: [monitor.id] }));
    const fast = requests.filter(({ check }) => executorOf(check) === undefined);
    const judged = requests.flatMap((request) => {
      const slow = asynchronousChecks.find(projectId, request.check);
      return slow?.executor === "judge" ? [{ ...request, version: slow.version }] : [];
    });
    const own = requests.filter(({ check }) => executorOf(check) === "sandbox");
    const described = new Map<string, CheckDescription>([
      ...fastChecks,
      ...own.flatMap(({ check }) => {
        const slow = asynchronousChecks.find(projectId, check);
        return slow ? [[check, slow] as const] : [];
      }),
    ]);
    const verdicts: Verdict[] = [];
    const findings: Finding[] = [];
    for (const { datapoint } of samples) {
      const sampleVerdicts = [...(await evaluateApart(projectId, { datapoint, requests: fast })).verdicts];
      for (const request of own) sampleVerdicts.push(await evaluate(projectId, { datapoint, ...request }));
      verdicts.push(...sampleVerdicts);
      findings.push(
        ...findingsOf(datapoint, sampleVerdicts, { checks: described, monitors: new Map([[monitor.id, monitor]]) }),
      );
    }
    const looked = withinLimit(samples, maxPerMinute);
    const times = samples.map(({ datapoint }) => datapoint.startedAt);
    const ids = new Set(looked.map(({ datapoint }) => datapoint.id));
    const found = findings.filter(({ datapointId }) => ids.has(datapointId));
    const { issues, messages } = backTest(found, {
      monitor,
      datapoints: looked.map(({ datapoint }) => datapoint.startedAt),
      audience: {
        channels: new Map(projectChannels.map((channel) => [channel.id, channel])),
        users: people.map(({ email }) => email),
      },
    });
    const checked = limited ?? matching * sampleRate;
    const scale = samples.length > 0 ? checked / samples.length : 0;
    const cost =
      judged.length > 0 &&
      (await judging.expectedCost(
        projectId,
        judged,
        samples.map(({ datapoint }) => datapoint),
      ));
    return {
      hours,
      matching,
      checked: Math.round(checked),
      newest: page.items.map(rowJson),
      examined: samples.length,
      examinedFrom: times.length === 0 ? undefined : isoTime(Math.min(...times)),
      checks: countsOf(monitor, verdicts, scale).map((line) => ({
        ...line,
        ...(executorOf(line.check) === "judge" ? { notRun: "a judge would cost money" } : {}),
      })),
      issues: issues.slice(0, 100).map(({ opensAt, ...issue }) => ({
        ...issue,
        opensAt: opensAt === undefined ? undefined : isoTime(opensAt),
      })),
      judges: cost ? ("usd" in cost ? { usd: cost.usd * scale } : cost) : undefined,
      messages: Array.from(messages, ([channel, count]) => ({ channel, count })),
    };
  };
}

/** Keeps at most this many datapoints of each minute, as the pipeline does. */
function withinLimit(newestFirst: readonly StoredDatapoint[], most = Number.POSITIVE_INFINITY) {
  const counts = new Map<number, number>();
  return newestFirst.toReversed().filter(({ datapoint }) => {
    const minute = Math.floor(datapoint.startedAt / 60_000);
    const count = (counts.get(minute) ?? 0) + 1;
    counts.set(minute, count);
    return count <= most;
  });
}

function countsOf({ checks }: Monitor, verdicts: readonly Verdict[], scale: number) {
  return [...new Set(checks.map(({ check }) => check))].map((name) => {
    const count = (state: Verdict["state"]) =>
      verdicts.filter((verdict) => verdict.check === name && verdict.state === state).length;
    const failed = count("failed");
    return {
      check: name,
      failed,
      passed: count("passed"),
      skipped: count("skipped"),
      broken: count("broken"),
      expectedFindings: Math.round(failed * scale * 10) / 10,
    };
  });
}
