import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok } from "../../server/service.ts";
import { spanLocations } from "../assembly/span-locations.ts";
import { ToolRuns, TraceSpan, TraceTree } from "../contract/trace.ts";
import type { DatapointRow } from "../ports/datapoint-reader.ts";
import type { TraceOutlineReader } from "../ports/trace-outlines.ts";
import {
  type DrawnRows,
  idAt,
  indexOfSpan,
  longest,
  overviewOf,
  runStatistics,
  type SpanOutline,
  unfolded,
  waterfallOf,
} from "../traces/trace-tree.ts";
import { type ReadTree, remembering } from "./cached-trees.ts";
import { logJson, spanJson } from "./traces.ts";

interface TraceTreeDependencies {
  readonly traceOutlines: TraceOutlineReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Serves traces of any size, a window of rows at a time; span details are a separate request. */
export function traceTreeRoutes({ traceOutlines, now }: TraceTreeDependencies) {
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
        unfolded: z
          .string()
          .max(8000)
          .default("")
          .describe("First spans of runs of like siblings that have a row each"),
        view: z
          .enum(["tree", "longest"])
          .default("tree")
          .describe("`longest`: the 1000 spans that took longest, longest first, none of them folded"),
        focus: z.string().max(100).optional().describe("A span whose row is looked for"),
        find: z.string().min(1).max(200).optional().describe("A text that names and status messages are searched for"),
      },
      answers: { 200: TraceTree },
      async handle({ principal: { projectId }, params: { traceId }, query }) {
        const { offset, limit, view, focus, find } = query;
        const tree = await trees(projectId, traceId);
        if (!tree) throw notFound("trace");
        const { skeleton, waterfall, from, filed, ...whole } = tree;
        const indicesOf = (ids: string) => new Set(ids.split(",").map((id) => indexOfSpan(skeleton, id)));
        const folding = { folded: indicesOf(query.folded), opened: indicesOf(query.unfolded) };
        const drawn = view === "longest" ? longest(waterfall, skeleton) : unfolded(waterfall, skeleton, folding);
        const { rows } = drawn;
        const spanAt = (row: number) => waterfall.spans[row] ?? 0;
        const focused = focus === undefined ? -1 : waterfall.spans.indexOf(indexOfSpan(skeleton, focus));
        const focusRow =
          focused < 0 ? -1 : rows.findIndex((row, at) => row <= focused && focused < (drawn.ends[at] ?? 0));
        const window = [...rows.subarray(offset, offset + limit)];
        const ids = window.map((row) => idAt(skeleton, spanAt(row)));
        const spans = await traceOutlines.spans(projectId, traceId, ids);
        const callIds = [...spans.values()].flatMap(({ datapointId }) => datapointId ?? []);
        const calls = await traceOutlines.calls(projectId, filed, callIds);
        const wanted = find === undefined ? undefined : await foundIn(projectId, traceId, find);
        const isWanted = (row: number) => wanted?.has(skeleton.ids[spanAt(row)] ?? 0n) ?? false;
        return ok({
          traceId,
          startedAt: isoTime(from),
          ...whole,
          rowCount: rows.length,
          offset,
          ...(focusRow < 0 ? {} : { focusRow }),
          errorRows: someOf(drawn, (row) => skeleton.hasFailed[spanAt(row)] === 1),
          ...(wanted ? { found: view === "longest" ? alone(isWanted) : hidden(isWanted) } : {}),
          rows: window.flatMap((row, index) => {
            const span = spans.get(ids[index] ?? "");
            const shape = {
              depth: waterfall.depths[row] ?? 0,
              descendants: waterfall.descendants[row] ?? 0,
              alike: alikeAt(tree, drawn, offset + index),
            };
            return span ? [rowJson(span, shape, from, span.datapointId && calls.get(span.datapointId))] : [];
          }),
        });

        function alone(isFound: (row: number) => boolean) {
          return someOf(drawn, isFound).map((row) => ({ spanId: idAt(skeleton, spanAt(rows[row] ?? 0)), row }));
        }
        function hidden(isFound: (row: number) => boolean) {
          const idsOf = (spans: readonly number[]) => spans.map((span) => idAt(skeleton, span));
          return spanLocations(waterfall, skeleton, { ...folding, drawn, isFound, atMost: maxReturnedRows }).map(
            ({ span, drawnRow, folded, together }) => ({
              spanId: idAt(skeleton, span),
              row: drawnRow,
              ...(folded.length === 0 ? {} : { folded: idsOf(folded) }),
              ...(together.length === 0 ? {} : { together: idsOf(together) }),
            }),
          );
        }
      },
    }),

    defineRoute({
      method: "GET",
      path: "/traces/:traceId/tools",
      scope: "read",
      tag: "traces",
      summary: "List the spans that carried out calls of tools, by the id of the call",
      params: { traceId: Id },
      answers: { 200: ToolRuns },
      async handle({ principal, params: { traceId } }) {
        const runs = await traceOutlines.toolRuns(principal.projectId, traceId);
        if (!runs) throw notFound("trace");
        return ok({ items: [...runs] });
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

  async function foundIn(project: ProjectId, traceId: string, text: string): Promise<ReadonlySet<bigint>> {
    const ids = await traceOutlines.found(project, traceId, text, maxReturnedRows);
    return new Set(ids.map((id) => BigInt(`0x${id}`)));
  }

  async function readTree(project: ProjectId, traceId: string) {
    const outline = await traceOutlines.outline(project, traceId);
    if (!outline) return undefined;
    const { skeleton, total, services, filed } = outline;
    const { startedAt, durationMs } = skeleton;
    const from = startedAt[0] ?? 0;
    const to = startedAt.reduce((most, start, span) => Math.max(most, start + (durationMs[span] ?? 0)), from);
    return {
      skeleton,
      waterfall: await inTurns(waterfallOf(skeleton)),
      from,
      filed,
      durationMs: to - from,
      spanCount: total,
      isCut: total > startedAt.length,
      services,
      overview: overviewOf(skeleton, from, Math.max(to - from, 0.001)),
    };
  }
}

/** Yields to other requests between steps. */
async function inTurns<Made>(work: Generator<void, Made>): Promise<Made> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await turn();
  }
}

const maxReturnedRows = 1000;

/** Returns indices of drawn rows that represent a wanted row. */
function someOf({ rows, ends }: DrawnRows, isWanted: (row: number) => boolean): readonly number[] {
  const indices: number[] = [];
  for (let index = 0; index < rows.length && indices.length < maxReturnedRows; index++) {
    const end = ends[index] ?? 0;
    let row = rows[index] ?? 0;
    while (row < end && !isWanted(row)) row++;
    if (row < end) indices.push(index);
  }
  return indices;
}

function alikeAt({ waterfall, skeleton, from }: ReadTree, { rows, ends, alike }: DrawnRows, index: number) {
  const length = alike[index] ?? 0;
  if (length === 0) return undefined;
  const row = rows[index] ?? 0;
  const { end, ...statistics } = runStatistics(waterfall, skeleton, { row, length });
  return { count: length, ...statistics, endMs: end - from, isUnfolded: ends[index] === row + 1 };
}

function rowJson(
  { startedAt, ...span }: SpanOutline,
  shape: { readonly depth: number; readonly descendants: number; readonly alike: ReturnType<typeof alikeAt> },
  from: number,
  call: Omit<DatapointRow, "verdicts"> | undefined,
) {
  return {
    ...span,
    startMs: startedAt - from,
    ...shape,
    isOrphan: shape.depth === 0 && span.parentSpanId !== undefined,
    model: call?.responseModel ?? call?.requestModel,
    inputTokens: call?.usage.inputTokens,
    outputTokens: call?.usage.outputTokens,
    costUsd: call?.costUsd,
  };
}
