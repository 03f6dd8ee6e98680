import { z } from "zod";
import { asDatapointId, asMonitorId, type DatapointId, type ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import { json } from "../../storage/service.ts";
import { errorTypes } from "../errors/error-types.ts";
import { storedEvidence } from "../verdicts/stored-outcome.ts";
import { type Verdict, type VerdictState, verdictStates } from "../verdicts/verdict.ts";
import { timeParam, withoutNulls } from "./reads.ts";

/** Location of a datapoint's rows. */
export interface Filed {
  readonly id: DatapointId;
  /** Column `at`, Unix milliseconds. */
  readonly partitionTime: number;
}

/** Uses key columns only, so that PREWHERE may run before versions are merged. */
const ofThese = `project_id = {project:String} AND at IN {times:Array(DateTime64(3, 'UTC'))}
  AND datapoint_id IN {ids:Array(String)}`;

export const filedParams = (project: ProjectId, filed: readonly Filed[]) => ({
  project,
  times: [...new Set(filed.map(({ partitionTime }) => timeParam(partitionTime)))],
  ids: filed.map(({ id }) => id),
});

type Counts = Partial<Record<VerdictState, number>>;

/** Counts the verdicts of these datapoints by state. */
export async function verdictCounts(clickhouse: ClickHouse, project: ProjectId, filed: readonly Filed[]) {
  const counts = new Map<string, Counts>();
  if (filed.length === 0) return counts;
  const rows = await clickhouse.select(
    "count verdicts",
    `SELECT datapoint_id AS id, state, toFloat64(count()) AS verdicts FROM verdicts FINAL PREWHERE ${ofThese}
     GROUP BY id, state ORDER BY state`,
    filedParams(project, filed),
  );
  for (const { id, state, verdicts } of z.array(Counted).parse(rows)) {
    counts.set(id, { ...counts.get(id), [state]: verdicts });
  }
  return counts;
}

const Counted = z.strictObject({ id: z.string(), state: z.string(), verdicts: z.number() });

/** Returns all verdicts of these datapoints, by datapoint. */
export async function verdictsOf(clickhouse: ClickHouse, project: ProjectId, filed: readonly Filed[]) {
  const rows = await clickhouse.select(
    "read verdicts",
    `SELECT datapoint_id AS datapointId, check, check_version AS version, options, state, value,
       value_is_boolean AS valueIsBoolean, reason, explanation, evidence, error_type AS errorType,
       monitor_ids AS monitorIds, toFloat64(duration_ms) AS durationMs, toFloat64(toUnixTimestamp64Milli(judged_at)) AS at,
       label, model, cost_usd AS costUsd, input_tokens AS inputTokens, output_tokens AS outputTokens
     FROM verdicts FINAL PREWHERE ${ofThese.replace("at IN", "verdicts.at IN")} ORDER BY check, version, options`,
    filedParams(project, filed),
  );
  return Map.groupBy(rows.map(verdictOf), ({ datapointId }) => datapointId);
}

const Stored = z.strictObject({
  datapointId: z.string(),
  check: z.string(),
  version: z.number(),
  options: z.string(),
  state: z.enum(verdictStates),
  value: z.number().nullable(),
  valueIsBoolean: z.boolean(),
  reason: z.string().nullable(),
  explanation: z.string().nullable(),
  evidence: json(storedEvidence),
  errorType: z.enum(errorTypes).nullable(),
  monitorIds: z.array(z.string()),
  durationMs: z.number(),
  at: z.number(),
  label: z.string().nullable(),
  model: z.string().nullable(),
  costUsd: z.number().nullable(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
});

function verdictOf(row: unknown): Verdict {
  const { valueIsBoolean, value, evidence, monitorIds, state, errorType, datapointId, ...rest } = Stored.parse(row);
  return {
    ...withoutNulls(rest),
    datapointId: asDatapointId(datapointId),
    ...(value === null ? {} : { value: valueIsBoolean ? value === 1 : value }),
    ...(errorType === null ? {} : { errorType }),
    state,
    evidence,
    monitorIds: monitorIds.map(asMonitorId),
  };
}
