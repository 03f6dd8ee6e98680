import type { z } from "zod";
import type { CheckDescription } from "../../checks/check.ts";
import type { Verdict } from "../../checks/verdicts/verdict.ts";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import type { StoredDatapoint } from "../../datapoints/ports/datapoint-reader.ts";
import { conditionFields, requireQuery } from "../../datapoints/query/index.ts";
import { findingsOf } from "../../issues/findings.ts";
import type { Finding } from "../../issues/issue.ts";
import type { PreviewRequest } from "../../monitors/contract/monitor.ts";
import type { Monitor } from "../../monitors/monitor.ts";
import { monitorOf } from "../../monitors/routes/asked-monitor.ts";
import { asMonitorId } from "../../platform/ids.ts";
import type { Principal } from "../../server/access.ts";
import { queryOf } from "../../server/routes/asked-range.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { rowJson } from "../../server/routes/to-json.ts";
import { backTest } from "../back-test.ts";

const hourMs = 3600 * 1000;

/** Monitors watch what comes in; a test run's calls are judged by its own checks. */
const notOfRuns = requireQuery("-source:run", { now: 0, fields: conditionFields });

type Needs = Pick<
  ApiNeeds,
  "datapoints" | "check" | "checks" | "slowChecks" | "evaluate" | "judging" | "channels" | "users" | "now"
>;
type Asked = z.output<typeof PreviewRequest>;

/**
 * What a monitor would have matched in the last hours, what its checks say of the newest of that, and what the line
 * would have made of it: issues and messages. Stores nothing.
 */
export function createPreview({
  datapoints,
  check,
  checks: fastChecks,
  slowChecks,
  evaluate,
  judging,
  channels,
  users,
  now,
}: Needs) {
  return async ({ projectId, accountId }: Principal, { hours, examine, ...wanted }: Asked) => {
    const to = now() + 1;
    const range = { from: to - hours * hourMs, to };
    const monitor = monitorOf({ ...wanted, enabled: true }, { id: asMonitorId("preview"), projectId, at: range.from });
    const { condition, checks, sampleRate, maxPerMinute } = monitor;
    const asked = queryOf(condition, to, { fields: conditionFields, field: "condition" });
    const query = { kind: "and", of: [asked, notOfRuns] } as const;
    const [matching, limited, page, samples, places, people] = await Promise.all([
      datapoints.count(projectId, query, range),
      maxPerMinute === undefined
        ? undefined
        : datapoints.countSampled(projectId, query, range, { share: sampleRate, mostPerMinute: maxPerMinute }),
      datapoints.list(projectId, query, range, { limit: 5 }),
      checks.length > 0 ? datapoints.newest(projectId, query, range, examine) : [],
      channels.list(projectId),
      users.list(accountId),
    ]);
    const executorOf = (name: string) => slowChecks.find(projectId, name)?.executor;
    const requests = checks.map(({ check, options }) => ({ check, options, monitorIds: [monitor.id] }));
    const fast = requests.filter(({ check }) => executorOf(check) === undefined);
    const judged = requests.flatMap((request) => {
      const slow = slowChecks.find(projectId, request.check);
      return slow?.executor === "judge" ? [{ ...request, version: slow.version }] : [];
    });
    const own = requests.filter(({ check }) => executorOf(check) === "sandbox");
    const described = new Map<string, CheckDescription>([
      ...fastChecks,
      ...own.flatMap(({ check }) => {
        const slow = slowChecks.find(projectId, check);
        return slow ? [[check, slow] as const] : [];
      }),
    ]);
    const verdicts: Verdict[] = [];
    const findings: Finding[] = [];
    for (const { datapoint } of samples) {
      const said = [...check(datapoint, fast)];
      for (const request of own) said.push(await evaluate(projectId, { datapoint, ...request }));
      verdicts.push(...said);
      findings.push(...findingsOf(datapoint, said, { checks: described, monitors: new Map([[monitor.id, monitor]]) }));
      // The checks of one datapoint are a slice of time; others get theirs in between.
      await new Promise(setImmediate);
    }
    const looked = withinLimit(samples, maxPerMinute);
    const times = samples.map(({ datapoint }) => datapoint.startedAt);
    const ids = new Set(looked.map(({ datapoint }) => datapoint.id));
    const found = findings.filter(({ datapointId }) => ids.has(datapointId));
    const { issues, messages } = backTest(found, {
      monitor,
      datapoints: looked.map(({ datapoint }) => datapoint.startedAt),
      audience: {
        channels: new Map(places.map((channel) => [channel.id, channel])),
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

/** Of each minute the first so many, as the line takes them. */
function withinLimit(newestFirst: readonly StoredDatapoint[], most = Number.POSITIVE_INFINITY) {
  const taken = new Map<number, number>();
  return newestFirst.toReversed().filter(({ datapoint }) => {
    const minute = Math.floor(datapoint.startedAt / 60_000);
    const count = (taken.get(minute) ?? 0) + 1;
    taken.set(minute, count);
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
