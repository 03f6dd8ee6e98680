import type { SampleReader } from "../../../src/checks/ports/custom-checks.ts";
import type { Datapoint } from "../../../src/datapoints/datapoint.ts";
import type { Contrast } from "../../../src/datapoints/lists/contrast.ts";
import type {
  DatapointReader,
  DatapointRow,
  StoredDatapoint,
  StoredTrace,
  TraceReader,
} from "../../../src/datapoints/ports/datapoint-reader.ts";
import type { SenderReader } from "../../../src/datapoints/ports/sender-reader.ts";
import { createMatcher, matchable } from "../../../src/datapoints/query/index.ts";
import type { FindingReader, IssueCounts, IssueGroup, Occurrence } from "../../../src/issues/ports/findings.ts";
import type { IssueStatistics } from "../../../src/issues/ports/issue-statistics.ts";
import type { MonitorStatistics, MonitorTotals } from "../../../src/monitors/ports/monitor-statistics.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "../../../src/platform/ids.ts";

/** Readers over a test's data instead of ClickHouse, whose real readers have their own suite. */
export function fakeReaders() {
  const stored: StoredDatapoint[] = [];
  const traces = new Map<string, StoredTrace>();
  const occurrences = new Map<IssueId, Occurrence[]>();
  const of = (project: ProjectId) => stored.filter(({ datapoint }) => datapoint.projectId === project);
  const matching: DatapointReader["newest"] = (project, query, { from, to }, limit) => {
    const matches = createMatcher(query);
    const found = of(project)
      .filter(({ datapoint }) => datapoint.startedAt >= from && datapoint.startedAt < to)
      .filter(({ datapoint }) => matches(matchable(datapoint)))
      .sort((left, right) => right.datapoint.startedAt - left.datapoint.startedAt);
    return Promise.resolve(found.slice(0, limit));
  };
  const datapoints: DatapointReader = {
    newest: matching,
    count: async (project, query, range) => (await matching(project, query, range, Infinity)).length,
    countSampled: async (project, query, range, { share, mostPerMinute }) =>
      Math.min(mostPerMinute, share * (await matching(project, query, range, Infinity)).length),
    async list(project, query, range, { limit, cursor = "0" }) {
      const from = Number(cursor);
      const all = await matching(project, query, range, Infinity);
      const items = all.slice(from, from + limit).map(({ datapoint }) => rowOf(datapoint));
      return all.length > from + limit ? { items, nextCursor: `${from + limit}` } : { items };
    },
    async arrived(project, query, { since, now }, limit) {
      const all = await matching(project, query, { from: since / 1000, to: now }, Infinity);
      const items = all.slice(0, limit).map(({ datapoint }) => rowOf(datapoint));
      return { items, among: all.length, until: Math.max(since, ...all.map((one) => one.datapoint.startedAt * 1000)) };
    },
    stored: (project, filed) =>
      Promise.resolve(of(project).filter(({ datapoint }) => filed.some(({ id }) => id === datapoint.id))),
    get: (project, id: DatapointId) => Promise.resolve(of(project).find(({ datapoint }) => datapoint.id === id)),
  };
  const lack = (calls: number) => ({ calls, goesOn: calls > 0 });
  const senders: SenderReader = {
    lacking: (project) =>
      Promise.resolve(
        of(project)
          .filter(({ datapoint }) => datapoint.flags.includes("content_missing"))
          .map(({ datapoint: { convention } }) => ({
            convention,
            withoutContent: lack(1),
            withoutSpan: lack(0),
            misdated: lack(0),
            aheadMs: 0,
          })),
      ),
    spansOf: () => Promise.resolve([]),
  };
  const traceReader: Pick<TraceReader, "trace"> = {
    trace: (project, traceId) => Promise.resolve(traces.get(`${project} ${traceId}`)),
  };
  const found = ({ id, mergedIds }: IssueGroup) => [id, ...mergedIds].flatMap((each) => occurrences.get(each) ?? []);
  const findings: FindingReader = {
    counts: (_, groups) => Promise.resolve(new Map(groups.flatMap((group) => countsOf(group.id, found(group))))),
    occurrences: (_, group) => Promise.resolve({ items: found(group) }),
    facets: () => Promise.resolve([]),
    trend: () => Promise.resolve(new Map()),
  };
  const statistics = { releases: [] as string[], contrast: { inside: 0, outside: 0, values: [] } as Contrast };
  const issueStatistics: IssueStatistics = {
    densest: () => Promise.resolve(new Map()),
    matched: () => Promise.resolve(0),
    releases: () => Promise.resolve(statistics.releases),
    contrast: () => Promise.resolve(statistics.contrast),
  };
  const totals = new Map<MonitorId, MonitorTotals>();
  const monitorStatistics: MonitorStatistics = {
    totals: () => Promise.resolve(totals),
    lastMatched: () =>
      Promise.resolve(
        new Map([...totals].flatMap(([id, { lastAt }]) => (lastAt === undefined ? [] : [[id, lastAt] as const]))),
      ),
  };
  const locationOf = ({ datapoint }: StoredDatapoint) => ({
    id: datapoint.id,
    partitionTime: datapoint.startedAt,
    rowVersion: 1,
  });
  const samples: SampleReader = {
    sample: async (project, query, range, limit) => (await matching(project, query, range, limit)).map(locationOf),
    locate: (project, ids) =>
      Promise.resolve(
        of(project)
          .filter(({ datapoint }) => ids.includes(datapoint.id))
          .map(locationOf),
      ),
    tally: () => Promise.resolve([]),
  };
  return {
    samples,
    totals,
    monitorFigures: monitorStatistics,
    stored,
    traces,
    occurrences,
    figures: statistics,
    datapoints,
    senders,
    traceReader,
    findings,
    issueFigures: issueStatistics,
    ...unasked,
  };
}

const refuse = () => Promise.reject(new Error("this is held to the engine in test/contract"));

const unasked = {
  overview: { histogram: refuse, facet: refuse, usage: refuse, latencies: refuse, checkResults: refuse },
  checkCosts: { costs: refuse },
  payloads: { page: refuse },
  callSessions: { list: refuse, get: refuse },
  traceOutlines: {
    outline: refuse,
    spans: refuse,
    found: refuse,
    toolRuns: refuse,
    span: () => Promise.resolve(undefined),
    calls: refuse,
  },
};

function countsOf(id: IssueId, list: readonly Occurrence[] = []): [IssueId, IssueCounts][] {
  if (list.length === 0) return [];
  const times = list.map(({ at }) => at);
  const users = new Set(list.flatMap(({ datapoint }) => datapoint.userId ?? []));
  return [
    [
      id,
      {
        occurrences: list.length,
        usersAffected: users.size,
        sessionsAffected: 0,
        retried: 0,
        mostRetries: 0,
        firstSeenAt: Math.min(...times),
        lastSeenAt: Math.max(...times),
      },
    ],
  ];
}

export function rowOf(datapoint: Datapoint): DatapointRow {
  const { id, traceId, spanId, source, operation, startedAt, durationMs, finishReasons, usage, tags } = datapoint;
  const facts = { id, traceId, spanId, source, operation, startedAt, durationMs, finishReasons, usage, tags };
  return { ...facts, partitionTime: startedAt, inputPreview: "", outputPreview: "", verdicts: {} };
}
