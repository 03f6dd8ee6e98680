import { z } from "zod";
import { Id } from "../contract/common.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { TraceSpan, TraceTree } from "../contract/trace.ts";
import type { ProjectId } from "../domain/ids.ts";
import { type TreeRow, treeOf, unfolded } from "../domain/trace-tree.ts";
import type { DatapointRow, Range } from "../ports/datapoint-reader.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok } from "./route.ts";
import { logJson, spanJson } from "./traces.ts";

type Needs = Pick<ApiNeeds, "traceOutlines" | "now">;

/** Traces of any size, a window of rows at a time; what a span carries is asked for when it is looked at. */
export function traceTreeRoutes({ traceOutlines, now }: Needs) {
  const trees = remembering(now, (project, traceId) => readTree(project, traceId));

  return [
    defineRoute({
      method: "GET",
      path: "/traces/:traceId/tree",
      scope: "read",
      tag: "traces",
      summary: "Show a window of a trace's waterfall",
      params: { traceId: Id },
      query: {
        offset: z.coerce.number().int().min(0).default(0),
        limit: z.coerce.number().int().min(1).max(1000).default(500),
        folded: z.string().max(8000).default("").describe("Ids of folded spans, separated by commas"),
        focus: z.string().max(100).optional().describe("A span whose row is looked for"),
      },
      answers: { 200: TraceTree },
      async handle({ principal: { projectId }, params: { traceId }, query: { offset, limit, folded, focus } }) {
        const tree = await trees(projectId, traceId);
        if (!tree) throw notFound("trace");
        const rows = unfolded(tree.rows, new Set(folded.split(",").filter(Boolean)));
        const focusRow = focus === undefined ? -1 : rows.findIndex(({ span }) => span.spanId === focus);
        const window = rows.slice(offset, offset + limit);
        const { rows: _, from, filed, ...whole } = tree;
        const callIds = window.flatMap(({ span }) => span.datapointId ?? []);
        const calls = await traceOutlines.calls(projectId, filed, callIds);
        return ok({
          traceId,
          startedAt: isoTime(from),
          ...whole,
          rowCount: rows.length,
          offset,
          ...(focusRow < 0 ? {} : { focusRow }),
          errorRows: rows.flatMap(({ span }, row) => (span.status === "error" ? [row] : [])).slice(0, 1000),
          rows: window.map((row) => rowJson(row, from, row.span.datapointId && calls.get(row.span.datapointId))),
        });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/traces/:traceId/spans/:spanId",
      scope: "read",
      tag: "traces",
      summary: "Show one span with what it carries and its log records",
      params: { traceId: Id, spanId: Id },
      answers: { 200: TraceSpan },
      async handle({ principal, params: { traceId, spanId } }) {
        const found = await traceOutlines.span(principal.projectId, traceId, spanId);
        const [span] = found?.spans ?? [];
        if (!found || !span) throw notFound("span");
        return ok({ span: spanJson(span), logs: found.logs.map(logJson) });
      },
    }),
  ];

  async function readTree(project: ProjectId, traceId: string) {
    const outline = await traceOutlines.outline(project, traceId);
    if (!outline) return undefined;
    const { spans, total, filed } = outline;
    const from = spans.reduce((least, { startedAt }) => Math.min(least, startedAt), Number.POSITIVE_INFINITY);
    const to = spans.reduce((most, { startedAt, durationMs }) => Math.max(most, startedAt + durationMs), from);
    return {
      rows: treeOf(spans),
      from,
      filed,
      durationMs: to - from,
      spanCount: total,
      isCut: total > spans.length,
      services: [...new Set(spans.flatMap(({ service }) => service ?? []))].sort().slice(0, 50),
      overview: overviewOf(spans, from, Math.max(to - from, 0.001)),
    };
  }
}

function rowJson(
  { span, depth, descendants, isOrphan }: TreeRow,
  from: number,
  call: Omit<DatapointRow, "verdicts"> | undefined,
) {
  const { startedAt, parentSpanId: _, ...rest } = span;
  return {
    ...rest,
    startMs: startedAt - from,
    depth,
    descendants,
    isOrphan,
    model: call?.responseModel ?? call?.requestModel,
    inputTokens: call?.usage.inputTokens,
    outputTokens: call?.usage.outputTokens,
    costUsd: call?.costUsd,
  };
}

const overviewParts = 120;

/** How many spans, and failed ones, are under way in each part of the trace's time. */
function overviewOf(spans: readonly TreeRow["span"][], from: number, durationMs: number) {
  const parts = Array.from({ length: overviewParts }, () => ({ spans: 0, errors: 0 }));
  const at = (ms: number) => Math.max(0, Math.min(overviewParts - 1, Math.floor((ms / durationMs) * overviewParts)));
  for (const { startedAt, durationMs: took, status } of spans) {
    for (let part = at(startedAt - from); part <= at(startedAt - from + took); part++) {
      const counted = parts[part];
      if (!counted) continue;
      counted.spans++;
      if (status === "error") counted.errors++;
    }
  }
  return parts;
}

interface ReadTree {
  readonly rows: readonly TreeRow[];
  readonly from: number;
  readonly filed: Range;
  readonly durationMs: number;
  readonly spanCount: number;
  readonly isCut: boolean;
  readonly services: readonly string[];
  readonly overview: readonly { readonly spans: number; readonly errors: number }[];
}

const rememberedTraces = 6;
const rememberedMs = 10_000;

/** Windows of one trace follow upon each other: the trees read last are kept for a moment. */
function remembering(
  now: () => number,
  read: (project: ProjectId, traceId: string) => Promise<ReadTree | undefined>,
): (project: ProjectId, traceId: string) => Promise<ReadTree | undefined> {
  const known = new Map<string, { readonly at: number; readonly tree: Promise<ReadTree | undefined> }>();
  return (project, traceId) => {
    const key = `${project} ${traceId}`;
    const before = known.get(key);
    if (before && now() - before.at < rememberedMs) return before.tree;
    const tree = read(project, traceId);
    known.delete(key);
    known.set(key, { at: now(), tree });
    tree.catch(() => known.delete(key));
    for (const oldest of known.keys()) if (known.size > rememberedTraces) known.delete(oldest);
    return tree;
  };
}
