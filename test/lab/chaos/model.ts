import type { Cluster } from "../cluster/cluster.ts";
import { hashOfRow } from "../cluster/load.ts";
import { issuesOf } from "../cluster/projects.ts";
import { type ApiTarget, type ExportedRow, exported, exportedOnce } from "../cluster/visible.ts";
import { pause, percentile } from "../ledger.ts";
import { churnModel, type Delay, type ProjectLedger } from "./traffic.ts";

export interface FaultWindow {
  readonly name: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Rows are read in time slices, because one export holds at most a million. */
const sliceMs = 300_000;

/** Full content is compared up to this many calls of a project; above, only the content of lists. */
const wholeAtMost = 30_000;

/** Waits until everything acknowledged is stored, or nothing changes for the given time. */
export async function drained(cluster: Cluster, projects: readonly ProjectLedger[], timeoutMs: number): Promise<void> {
  let [stored, still] = [-1, Date.now()];
  while (Date.now() - still < timeoutMs) {
    const rows = await cluster.engine
      .ask("SELECT project_id, toUInt32(uniqExact(id)) FROM datapoints FINAL WHERE is_deleted = 0 GROUP BY project_id")
      .catch(() => []);
    const counts = new Map(rows.map(([project, count]) => [String(project), Number(count)]));
    if (projects.every(({ calls, target }) => (counts.get(target.projectId) ?? 0) >= calls.size)) break;
    const sum = [...counts.values()].reduce((total, count) => total + count, 0);
    if (sum !== stored) [stored, still] = [sum, Date.now()];
    await pause(1000);
  }
  // Issues and emails follow after storage.
  await pause(15_000);
}

export interface ProjectSight {
  readonly project: string;
  readonly sent: number;
  readonly stored: number;
  readonly rejected: number;
  readonly dropped: number;
  /** Spans by the status with which their exporter dropped them. */
  readonly droppedFor: string;
  /** Dropped by their exporter because the response was cut off; stored like all others, or counted as lost. */
  readonly cut: number;
  readonly unfinished: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly altered: number;
  readonly occurrences: string;
  readonly expectedOccurrences: string;
  readonly p50Ms: number;
  readonly worstMs: number;
  readonly worstOutsideFaultsMs: number;
}

/** Returns what the API shows of a project, compared with its model. */
export async function sightOfProject(
  { url }: Cluster,
  ledger: ProjectLedger,
  windows: readonly FaultWindow[],
  startedAt: number,
): Promise<ProjectSight> {
  const target = { ...ledger.target, url };
  const isWhole = ledger.calls.size <= wholeAtMost;
  const times = new Map<string, number>();
  let altered = 0;
  const recordRow = (row: ExportedRow) => {
    if (row["requestModel"] === churnModel) return;
    times.set(row.spanId, (times.get(row.spanId) ?? 0) + 1);
    const expected = ledger.calls.get(row.spanId);
    if (expected === undefined) return;
    if (isWhole ? hashOfRow(row).slice(0, 16) !== expected : !isOfItsNumber(row)) altered++;
  };
  for (let attempt = 0; ; attempt++) {
    try {
      for (let from = startedAt - sliceMs; from < Date.now(); from += sliceMs)
        for await (const row of exportedOnce(target, isWhole ? "whole" : "previews", { from, to: from + sliceMs }))
          recordRow(row);
      break;
    } catch (thrown) {
      if (attempt > 30) throw thrown;
      times.clear();
      altered = 0;
      await pause(2000);
    }
  }
  const issues = (await issuesOf(target)).filter(({ check }) => check === "provider_error");
  const sorted = (counts: Iterable<number>) => [...counts].toSorted((a, b) => a - b).join(" ");
  return {
    project: ledger.name,
    sent: ledger.sent,
    stored: times.size,
    rejected: ledger.malformed,
    dropped: [...ledger.dropped.values()].reduce((sum, count) => sum + count, 0),
    droppedFor: [...ledger.dropped].map(([status, count]) => `${status}: ${count}`).join(", "),
    cut: ledger.cut,
    unfinished: ledger.unfinished,
    lost: [...ledger.calls.keys()].filter((id) => !times.has(id)).length,
    duplicated: [...times.values()].filter((count) => count > 1).length,
    altered,
    occurrences: sorted(issues.map(({ occurrences }) => occurrences)),
    expectedOccurrences: sorted(ledger.failures.values()),
    ...delaysOf(ledger.delays, windows),
  };
}

export const isRight = (sight: ProjectSight): boolean =>
  sight.lost + sight.duplicated + sight.altered + sight.dropped + sight.unfinished === 0 &&
  sight.occurrences === sight.expectedOccurrences;

/** The number in a call's span ID equals the one in its question. */
const isOfItsNumber = ({ spanId, inputPreview }: Readonly<Record<string, unknown>>): boolean =>
  String(inputPreview).includes(`Question ${Number.parseInt(String(spanId).slice(4), 16) - 1} of run`);

function delaysOf(delays: readonly Delay[], windows: readonly FaultWindow[]) {
  const all = delays.map(({ ms }) => Math.round(ms));
  const outside = delays.map(({ acknowledgedAt, ms }) =>
    Math.round(ms - overlap(acknowledgedAt, acknowledgedAt + ms, windows)),
  );
  return { p50Ms: percentile(all, 0.5), worstMs: Math.max(0, ...all), worstOutsideFaultsMs: Math.max(0, ...outside) };
}

/** Returns the milliseconds of a time window in which a fault was active. */
function overlap(from: number, to: number, windows: readonly FaultWindow[]): number {
  let [sum, reached] = [0, from];
  for (const { startedAt, endedAt } of windows.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const begin = Math.max(startedAt, reached);
    const end = Math.min(endedAt, to);
    if (end <= begin) continue;
    sum += end - begin;
    reached = end;
  }
  return sum;
}

/** Returns findings of the churned monitor whose datapoint is gone, and open issues without occurrences. */
export async function sightOfChurn(cluster: Cluster, churned: ApiTarget) {
  const target = { ...churned, url: cluster.url };
  const stored = new Set((await exported(target)).map(({ id }) => id));
  const sql = `SELECT datapoint_id FROM findings FINAL WHERE is_deleted = 0 AND check = 'empty_output' AND project_id = '${target.projectId}'`;
  const findings = await cluster.engine.ask(sql);
  const open = (await issuesOf(target)).filter(({ check, state }) => check === "empty_output" && state === "open");
  return {
    findings: findings.filter(([id]) => !stored.has(String(id))).length,
    issues: open.filter(({ sampleDatapointId }) => !stored.has(sampleDatapointId)).length,
  };
}

/**
 * Counts the issues in emails. A process that is killed between sending an email and recording that may make
 * another send it again, once, with the same Message-ID, by which mailboxes show it once.
 */
export function emailsOf(
  mails: readonly { readonly messageId?: string | undefined; readonly subject?: string | undefined }[],
) {
  const byId = Map.groupBy(mails, ({ messageId }) => messageId);
  const issues = [...byId.values()].map(([mail]) =>
    Number(/^(\d+) (issue )?changes/.exec(mail?.subject ?? "")?.[1] ?? 1),
  );
  return {
    issues: issues.reduce((sum, count) => sum + count, 0),
    repeated: mails.length - byId.size,
    isRepeatedTwice: [...byId.values()].some(({ length }) => length > 2),
  };
}
