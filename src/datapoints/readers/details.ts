import { z } from "zod";
import type { Attributes } from "../../otlp/index.ts";
import { asMonitorId, type DatapointId, type ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { CallError, Datapoint } from "../datapoint.ts";
import { contextSizes } from "../errors/context-sizes.ts";
import type { StoredDatapoint } from "../ports/datapoint-reader.ts";
import { attributeOf } from "../rows/attribute-json.ts";
import { failuresOf } from "../rows/failures.ts";
import { DetailColumns, detailColumns, storedFieldsOf } from "./datapoint-columns.ts";
import { type Filed, filedParams, verdictsOf } from "./verdicts.ts";

const ofThese = `project_id = {project:String} AND at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(String)}`;

/** Returns whole datapoints in the requested order; deleted ones are omitted. */
export async function details(
  clickhouse: ClickHouse,
  project: ProjectId,
  filed: readonly Filed[],
): Promise<readonly StoredDatapoint[]> {
  if (filed.length === 0) return [];
  const params = filedParams(project, filed);
  const [rows, payloads, verdicts] = await Promise.all([
    clickhouse.select("read datapoints", `SELECT ${detailColumns} FROM datapoints FINAL WHERE ${ofThese}`, params),
    clickhouse.select(
      "read payloads",
      `SELECT id, input, output, tools, tool_choice AS toolChoice FROM payloads FINAL WHERE ${ofThese}`,
      params,
    ),
    verdictsOf(clickhouse, project, filed),
  ]);
  const columns = z.array(DetailColumns).parse(rows);
  const payloadOf = new Map(
    z
      .array(Payload)
      .parse(payloads)
      .map((payload) => [payload.id, payload]),
  );
  const attributes = await spanAttributes(clickhouse, project, columns);
  const stored = new Map(
    columns.map((row): [string, StoredDatapoint] => [
      row.id,
      {
        datapoint: datapointOf(project, row, payloadOf.get(row.id), attributes.get(`${row.traceId} ${row.spanId}`)),
        monitorIds: row.monitorIds.map(asMonitorId),
        verdicts: verdicts.get(row.id as DatapointId) ?? [],
      },
    ]),
  );
  return filed.flatMap(({ id }) => stored.get(id) ?? []);
}

const Payload = z.strictObject({
  id: z.string(),
  input: z.string(),
  output: z.string(),
  tools: z.string(),
  toolChoice: z.string().nullable(),
});

/** Reads attributes as received from the primary span; the datapoint's own column has only their beginnings. */
async function spanAttributes(clickhouse: ClickHouse, project: ProjectId, columns: readonly DetailColumns[]) {
  const rows = await clickhouse.select(
    "read attributes",
    `SELECT concat(trace_id, ' ', span_id) AS key, attributes FROM spans FINAL WHERE project_id = {project:String}
     AND trace_id IN {traces:Array(String)} AND span_id IN {spans:Array(String)}`,
    { project, traces: columns.map(({ traceId }) => traceId), spans: columns.map(({ spanId }) => spanId) },
  );
  return new Map(
    rows.map((row) => {
      const { key, attributes } = row as { key: string; attributes: Record<string, string> };
      return [key, attributesOfColumn(attributes)];
    }),
  );
}

export function attributesOfColumn(column: Readonly<Record<string, string>>): Attributes {
  return new Map(Object.entries(column).map(([key, json]) => [key, attributeOf(json)]));
}

function datapointOf(
  projectId: ProjectId,
  row: DetailColumns,
  payload: z.infer<typeof Payload> | undefined,
  attributes: Attributes | undefined,
): Datapoint {
  const stored = storedFieldsOf(row);
  const { steps, stack } = failuresOf(row.failures);
  const error = stored["error"] as CallError | undefined;
  // Gaffe wrote the payload JSON, and enum values were validated when the row was written.
  return {
    ...stored,
    id: row.id,
    projectId,
    input: JSON.parse(payload?.input ?? "[]"),
    output: JSON.parse(payload?.output ?? "[]"),
    tools: JSON.parse(payload?.tools ?? "[]"),
    ...(payload?.toolChoice == null ? {} : { toolChoice: JSON.parse(payload.toolChoice) }),
    params: Object.fromEntries(Object.entries(row.params).map(([key, json]) => [key, JSON.parse(json) as Json])),
    ...(error ? { error: { ...error, ...sizesOf(error), ...(stack === undefined ? {} : { stack }) } } : {}),
    ...(steps === undefined ? {} : { failedSteps: steps }),
    metadata: new Map(Object.entries(row.metadata).map(([key, json]) => [key, JSON.parse(json) as Json])),
    attributes: attributes ?? new Map(Object.entries(row.attributes)),
  } as unknown as Datapoint;
}

/** Sizes have no columns because no query uses them; they are parsed from the message. */
const sizesOf = ({ type, message = "" }: CallError) => (type === "context_too_large" ? contextSizes(message) : {});
