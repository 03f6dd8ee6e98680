import { z } from "zod";
import { createRollupWatermarks, hourMs, timeParam } from "../../datapoints/service.ts";
import { asDatapointId, asIssueId, type ProjectId } from "../../platform/ids.ts";
import { type ClickHouse, derivedTables, type IssueRemainder, type Params } from "../../storage/index.ts";
import type { DeletionCounts } from "../deletion.ts";
import type { Erased, Eraser, Erasure } from "../ports/deletions.ts";

/** Statement values travel in the URL, which ClickHouse limits to about a megabyte. */
const tracesAtOnce = 2000;

/** SQL predicate over the rows of each table, with its parameters. */
interface Selection {
  readonly datapoints: string;
  readonly spans: string;
  readonly logs: string;
  readonly params: Params;
}

/**
 * Mutations rewrite only the parts that hold matching rows; the old parts leave the disk minutes later. A SELECT
 * alias must not equal a column name, because ClickHouse would substitute the alias in WHERE.
 */
export function createEraser({ clickhouse }: { clickhouse: ClickHouse }): Eraser {
  const watermarks = createRollupWatermarks({ clickhouse });
  return {
    async tracesOf(project, { kind, value, before }) {
      const rows = await clickhouse.select(
        "find what to delete",
        `SELECT DISTINCT trace_id AS found FROM datapoints WHERE project_id = {project:String}
         AND ${kind === "user" ? "user_id" : "session_id"} = {value:String} AND started_at < {before:DateTime64(3, 'UTC')}
         LIMIT ${tracesAtOnce}`,
        { project, value, before: timeParam(before) },
      );
      return Ids.parse(rows).map(({ found }) => found);
    },

    async traceOf(project, datapoint) {
      const rows = await clickhouse.select(
        "find what to delete",
        "SELECT trace_id AS found FROM datapoints WHERE project_id = {project:String} AND id = {datapoint:String} LIMIT 1",
        { project, datapoint },
      );
      return Ids.parse(rows)[0]?.found;
    },

    async erase(project, erasure) {
      const selection = selectionOf(project, erasure);
      const hours = await watermarks.hoursOf(selection.datapoints, selection.params);
      // Marked before the deletion too, so that hours affected by a process that died midway are known to be stale.
      await watermarks.mark(project, hours);
      const ids = await idsOf(selection);
      const parts: Erased[] = [];
      for (let from = 0; from === 0 || from < ids.length; from += tracesAtOnce)
        parts.push(await eraseOf(project, ids.slice(from, from + tracesAtOnce)));
      const own = await countOf(selection);
      const responses = await column(
        "datapoints",
        "response_id",
        `${selection.datapoints} AND response_id != ''`,
        selection.params,
      );
      await removeByResponse(project, responses);
      await remove("spans", selection.spans, selection.params);
      await remove("log_records", selection.logs, selection.params);
      await remove("datapoints", selection.datapoints, selection.params);
      // Runs after the rows that it summarizes. When only one datapoint of a trace is deleted, the rest and its
      // summary stay.
      if (erasure.kind === "traces") await remove("trace_batches", selection.spans, selection.params);
      if (erasure.kind === "project") await removeAll(selection);
      await watermarks.mark(project, hours);
      return {
        counts: parts.reduce<Partial<DeletionCounts>>((sum, { counts }) => added(sum, counts), {
          ...own,
          datapoints: ids.length,
        }),
        datapoints: parts.flatMap(({ datapoints }) => datapoints),
        issues: parts.flatMap(({ issues }) => issues),
      };
    },

    async expire(project, before) {
      // Only whole hours are deleted, so that no hourly rollup describes partly deleted data.
      const params = { project, before: timeParam(before - (before % hourMs)) };
      const isOld = "project_id = {project:String} AND at < {before:DateTime64(3, 'UTC')}";
      for (const table of [
        ...childTables,
        "media",
        "spans",
        "log_records",
        "datapoints",
        "trace_batches",
        ...derivedTables,
      ])
        if (await any(table, isOld, params)) await remove(table, isOld, params);
    },
  };

  /** Deletes what depends on datapoints: payloads, verdicts, findings, and media without other references. */
  async function eraseOf(project: ProjectId, ids: readonly string[]): Promise<Erased> {
    if (ids.length === 0) return { counts: {}, datapoints: [], issues: [] };
    const params = { project, ids };
    const ofDatapoint = "project_id = {project:String} AND datapoint_id IN {ids:Array(String)}";
    const ofId = "project_id = {project:String} AND id IN {ids:Array(String)}";
    const shas = await column("payloads", `arrayJoin(${shasIn})`, ofId, params);
    const issues = await column("findings", "issue_id", ofDatapoint, params);
    const verdicts = await count("verdicts", "(datapoint_id, check, check_version, options)", ofDatapoint, params);
    const findings = await count("findings", "(issue_id, datapoint_id, check, monitor_id)", ofDatapoint, params);
    await remove("findings", ofDatapoint, params);
    await remove("verdicts", ofDatapoint, params);
    await remove("payloads", ofId, params);
    const media = await removeMedia(project, shas);
    return {
      counts: { verdicts, findings, media, issues: issues.length },
      datapoints: ids.map(asDatapointId),
      issues: await remainders(project, issues),
    };
  }

  /** Deletes log records that name a response instead of a trace: feedback that came before its call. */
  async function removeByResponse(project: ProjectId, responses: readonly string[]): Promise<void> {
    for (let from = 0; from < responses.length; from += tracesAtOnce) {
      const named = responses.slice(from, from + tracesAtOnce).map((id) => JSON.stringify(id));
      const where = `project_id = {project:String} AND trace_id = '' AND attributes['gen_ai.response.id'] IN {named:Array(String)}`;
      if (await any("log_records", where, { project, named })) await remove("log_records", where, { project, named });
    }
  }

  async function removeMedia(project: ProjectId, shas: readonly string[]): Promise<number> {
    if (shas.length === 0) return 0;
    const used = await column(
      "payloads",
      "arrayJoin(arrayFilter(sha -> position(input, sha) > 0 OR position(output, sha) > 0, {shas:Array(String)}))",
      "project_id = {project:String}",
      { project, shas },
    );
    const unused = shas.filter((sha) => !used.includes(sha));
    if (unused.length === 0) return 0;
    await remove("media", "project_id = {project:String} AND sha256 IN {unused:Array(String)}", { project, unused });
    return unused.length;
  }

  async function remainders(project: ProjectId, issues: readonly string[]): Promise<readonly IssueRemainder[]> {
    if (issues.length === 0) return [];
    const rows = await clickhouse.select(
      "find remaining issue rows",
      `SELECT issue_id AS id, argMax(datapoint_id, at) AS datapoint, argMax(title, at) AS newestTitle,
         argMax(explanation, at) AS words
       FROM findings FINAL WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)} GROUP BY issue_id`,
      { project, issues },
    );
    const left = new Map(Left.parse(rows).map((row) => [row.id, row]));
    return issues.map((id) => {
      const row = left.get(id);
      const issueId = asIssueId(id);
      if (!row) return { issueId };
      const { datapoint, newestTitle: title, words: explanation } = row;
      return { issueId, sample: { datapointId: asDatapointId(datapoint), title, explanation } };
    });
  }

  async function idsOf({ datapoints, params }: Selection) {
    return column("datapoints", "id", datapoints, params);
  }

  async function countOf({ spans, logs, params }: Selection): Promise<Partial<DeletionCounts>> {
    return {
      spans: await count("spans", "(trace_id, span_id)", spans, params),
      logRecords: await count("log_records", "(trace_id, span_id, log_id)", logs, params),
    };
  }

  async function removeAll({ datapoints, params }: Selection): Promise<void> {
    for (const table of [...childTables, "media", "trace_batches", ...derivedTables])
      await remove(table, datapoints, params);
  }

  async function any(table: string, where: string, params: Params): Promise<boolean> {
    const rows = await clickhouse.select(
      "look for rows",
      `SELECT 1 AS found FROM ${table} WHERE ${where} LIMIT 1`,
      params,
    );
    return rows.length > 0;
  }

  async function count(table: string, key: string, where: string, params: Params): Promise<number> {
    const sql = `SELECT toFloat64(uniqExact(${key})) AS rows FROM ${table} FINAL WHERE ${where}`;
    const [row] = z
      .array(z.strictObject({ rows: z.number() }))
      .parse(await clickhouse.select("count rows", sql, params));
    return row?.rows ?? 0;
  }

  async function column(table: string, what: string, where: string, params: Params): Promise<readonly string[]> {
    const sql = `SELECT DISTINCT ${what} AS found FROM ${table} WHERE ${where} LIMIT 100000`;
    return Ids.parse(await clickhouse.select("find what to delete", sql, params)).map(({ found }) => found);
  }

  async function remove(table: string, where: string, params: Params): Promise<void> {
    await clickhouse.command(
      "delete rows",
      `ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 2`,
      params,
    );
  }
}

const childTables = ["payloads", "verdicts", "findings"] as const;
const shasIn = `extractAll(concat(input, output), '"sha256":"([0-9a-f]{64})"')`;

function selectionOf(project: ProjectId, erasure: Erasure): Selection {
  const mine = "project_id = {project:String}";
  if (erasure.kind === "project") {
    // A version is the microsecond at which a row was written.
    const all = `${mine} AND version < {version:UInt64}`;
    return { datapoints: all, spans: all, logs: all, params: { project, version: erasure.before * 1000 } };
  }
  if (erasure.kind === "traces") {
    const all = `${mine} AND trace_id IN {traces:Array(String)}`;
    return { datapoints: all, spans: all, logs: all, params: { project, traces: erasure.traceIds } };
  }
  const inTrace = `${mine} AND trace_id = {trace:String}`;
  const own = `${inTrace} AND (datapoint_id = {id:String} OR datapoint_id IS NULL)`;
  const params = { project, trace: erasure.traceId, id: erasure.id };
  return { datapoints: `${inTrace} AND id = {id:String}`, spans: own, logs: own, params };
}

function added(a: Partial<DeletionCounts>, b: Partial<DeletionCounts>): Partial<DeletionCounts> {
  const sum: Record<string, number> = { ...a };
  for (const [name, value] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

const Ids = z.array(z.strictObject({ found: z.string() }));
const Left = z.array(
  z.strictObject({ id: z.string(), datapoint: z.string(), newestTitle: z.string(), words: z.string() }),
);
