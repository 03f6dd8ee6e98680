import { Readable } from "node:stream";
import { z } from "zod";
import { asDatapointId, type DatapointId, type ProjectId } from "../../platform/ids.ts";
import { type Cell, csvLine } from "../../platform/json/csv.ts";
import type { Reply } from "../../server/index.ts";
import { defineRoute, Id, QueryText, RangeQuery } from "../../server/service.ts";
import { datapointJson } from "../contract/datapoint-json.ts";
import type { DatapointReader, DatapointRow, StoredDatapoint } from "../ports/datapoint-reader.ts";
import type { Scope } from "../ports/scope.ts";
import { datapointFields } from "../query/index.ts";
import { verdictJson } from "../verdicts/verdict-json.ts";
import { queryOf, rangeOf } from "./requested-range.ts";
import { rowJson } from "./row-json.ts";

const rowsAtOnce = 500;
const wholeAtOnce = 20;
/** Approximate number of characters of whole datapoints in memory; exceeded when the next ones are larger. */
const aboutAtOnce = 2 ** 20;

interface ExportRoutesDependencies {
  readonly datapoints: DatapointReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Exports all matches page by page, as fast as the client reads; unsent data is never buffered. */
export function exportRoutes({ datapoints, now }: ExportRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints/export",
      scope: "read",
      tag: "datapoints",
      summary: "Download all datapoints that match, newest first, as CSV or one JSON document a line",
      query: {
        q: QueryText.default(""),
        ...RangeQuery,
        format: z.enum(["csv", "jsonl"]).default("jsonl"),
        content: z.enum(["previews", "whole"]).default("previews").describe("`whole` needs jsonl"),
        limit: z.coerce.number().int().min(1).max(1_000_000).default(1_000_000),
      },
      answers: { 200: z.string() },
      handle({ principal: { projectId }, query: { q, from, to, format, content, limit } }) {
        const query = queryOf(q, now(), { fields: datapointFields });
        const scope = { project: projectId, query, range: rangeOf({ from, to }, now()) };
        const isCsv = format === "csv";
        const lines = isCsv ? csv(rows(scope, limit)) : content === "whole" ? whole(scope, limit) : json(scope, limit);
        return Promise.resolve(download(lines, format));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/datapoints/export",
      scope: "read",
      tag: "datapoints",
      summary: "Download these datapoints whole, in this order, one JSON document per line; missing ones are omitted",
      body: NamedExport,
      answers: { 200: z.string() },
      handle: ({ principal: { projectId }, body: { datapointIds } }) =>
        Promise.resolve(download(named(projectId, datapointIds.map(asDatapointId)), "jsonl")),
    }),
  ];

  async function* named(project: ProjectId, ids: readonly DatapointId[]): AsyncGenerator<string> {
    for (let at = 0; at < ids.length; at += wholeAtOnce)
      yield linesOf(await wholeOf(project, ids.slice(at, at + wholeAtOnce)));
  }

  async function* rows({ project, query, range }: Scope, limit: number): AsyncGenerator<readonly DatapointRow[]> {
    let left = limit;
    for (let cursor: string | undefined, isFirst = true; left > 0 && (isFirst || cursor !== undefined); ) {
      const page = { limit: Math.min(left, rowsAtOnce), ...(cursor === undefined ? {} : { cursor }) };
      const { items, nextCursor } = await datapoints.list(project, query, range, page);
      yield items;
      left -= items.length;
      cursor = nextCursor;
      isFirst = false;
    }
  }

  async function* json(scope: Scope, limit: number): AsyncGenerator<string> {
    for await (const items of rows(scope, limit)) yield linesOf(items.map(rowJson));
  }

  async function* whole(scope: Scope, limit: number): AsyncGenerator<string> {
    let atOnce = wholeAtOnce;
    for await (const items of rows(scope, limit)) {
      for (let at = 0; at < items.length; ) {
        const some = items.slice(at, at + atOnce);
        at += some.length;
        const lines = linesOf((await datapoints.stored(scope.project, some)).map(wholeJson));
        atOnce = Math.round(Math.min(rowsAtOnce, Math.max(1, (some.length * aboutAtOnce) / lines.length)));
        yield lines;
      }
    }
  }

  async function wholeOf(project: ProjectId, ids: readonly DatapointId[]) {
    const stored = await Promise.all(ids.map((id) => datapoints.get(project, id)));
    return stored.flatMap((one) => (one ? [wholeJson(one)] : []));
  }
}

const NamedExport = z.strictObject({ datapointIds: z.array(Id).min(1).max(10_000) }).meta({ id: "NamedExport" });

const download = (lines: AsyncIterable<string>, format: "csv" | "jsonl"): Reply => ({
  status: 200,
  body: Readable.from(lines),
  contentType: format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
  headers: { "content-disposition": `attachment; filename="datapoints.${format}"` },
});

const wholeJson = ({ datapoint, verdicts }: StoredDatapoint) => ({
  ...datapointJson(datapoint),
  verdicts: verdicts.map(verdictJson),
});

const linesOf = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** Columns of CSV, in their order. */
const columns =
  `id traceId startedAt partitionTime source operation provider requestModel responseModel errorType durationMs
  timeToFirstTokenMs inputTokens outputTokens costUsd finishReasons sessionId userId service environment release tags
  checksPassed checksFailed input output error`.split(/\s+/);

function cellsOf(row: ReturnType<typeof rowJson>): readonly Cell[] {
  const { usage, verdicts, inputPreview: input, outputPreview: output, errorMessage: error } = row;
  const counts = { checksPassed: verdicts.passed ?? 0, checksFailed: verdicts.failed ?? 0 };
  const values: Readonly<Record<string, unknown>> = { ...row, ...usage, ...counts, input, output, error };
  return columns.map((name) => {
    const value = values[name];
    return (Array.isArray(value) ? value.join(" ") : value) as Cell;
  });
}

async function* csv(pages: AsyncIterable<readonly DatapointRow[]>): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const items of pages) {
    yield items.map((item) => csvLine(cellsOf(rowJson(item)))).join("");
  }
}
