import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok } from "../../server/routes/route.ts";
import { whereaboutsOf } from "../assembly/found-spans.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { ToolRuns, TraceSpan, TraceTree } from "../contract/trace.ts";
import type { DatapointRow, Range } from "../ports/datapoint-reader.ts";
import {
  type DrawnRows,
  idAt,
  longest,
  overviewOf,
  placeOf,
  runFigures,
  type SpanOutline,
  type TraceSkeleton,
  unfolded,
  type Waterfall,
  waterfallOf,
} from "../traces/trace-tree.ts";
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
        const placesOf = (ids: string) => new Set(ids.split(",").map((id) => placeOf(skeleton, id)));
        const folding = { folded: placesOf(query.folded), opened: placesOf(query.unfolded) };
        const drawn = view === "longest" ? longest(waterfall, skeleton) : unfolded(waterfall, skeleton, folding);
        const { rows } = drawn;
        const spanAt = (row: number) => waterfall.spans[row] ?? 0;
        const focused = focus === undefined ? -1 : waterfall.spans.indexOf(placeOf(skeleton, focus));
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

        /** Nothing is folded. */
        function alone(isFound: (row: number) => boolean) {
          return someOf(drawn, isFound).map((row) => ({ spanId: idAt(skeleton, spanAt(rows[row] ?? 0)), row }));
        }
        function hidden(isFound: (row: number) => boolean) {
          const idsOf = (spans: readonly number[]) => spans.map((span) => idAt(skeleton, span));
          return whereaboutsOf(waterfall, skeleton, { ...folding, drawn, isFound, atMost: rowsToldAtMost }).map(
            ({ span, place, folded, together }) => ({
              spanId: idAt(skeleton, span),
              row: place,
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
    const ids = await traceOutlines.found(project, traceId, text, rowsToldAtMost);
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

/** Other requests are answered in between. */
async function inTurns<Made>(work: Generator<void, Made>): Promise<Made> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await turn();
  }
}

const rowsToldAtMost = 1000;

/** Places of drawn rows that stand for one that is wanted. */
function someOf({ rows, ends }: DrawnRows, isWanted: (row: number) => boolean): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < rows.length && places.length < rowsToldAtMost; place++) {
    const end = ends[place] ?? 0;
    let row = rows[place] ?? 0;
    while (row < end && !isWanted(row)) row++;
    if (row < end) places.push(place);
  }
  return places;
}

function alikeAt({ waterfall, skeleton, from }: ReadTree, { rows, ends, alike }: DrawnRows, place: number) {
  const length = alike[place] ?? 0;
  if (length === 0) return undefined;
  const row = rows[place] ?? 0;
  const { end, ...figures } = runFigures(waterfall, skeleton, { row, length });
  return { count: length, ...figures, endMs: end - from, isUnfolded: ends[place] === row + 1 };
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

interface ReadTree {
  readonly skeleton: TraceSkeleton;
  readonly waterfall: Waterfall;
  readonly from: number;
  readonly filed: Range;
  readonly durationMs: number;
  readonly spanCount: number;
  readonly isCut: boolean;
  readonly services: readonly string[];
  readonly overview: readonly { readonly spans: number; readonly errors: number }[];
}

const rememberedTraces = 6;
/** A million spans are some forty megabytes. */
const rememberedSpans = 1_500_000;
const rememberedMs = 10_000;

/** Windows of one trace follow upon each other: the trees read last are kept for a moment. */
function remembering(
  now: () => number,
  read: (project: ProjectId, traceId: string) => Promise<ReadTree | undefined>,
): (project: ProjectId, traceId: string) => Promise<ReadTree | undefined> {
  const known = new Map<string, { readonly at: number; readonly tree: Promise<ReadTree | undefined>; spans: number }>();
  return (project, traceId) => {
    const key = `${project} ${traceId}`;
    const before = known.get(key);
    if (before && now() - before.at < rememberedMs) return before.tree;
    const tree = read(project, traceId);
    const entry = { at: now(), tree, spans: 0 };
    known.delete(key);
    known.set(key, entry);
    tree.then(
      (read) => {
        entry.spans = read?.skeleton.ids.length ?? 0;
        forget();
      },
      () => known.delete(key),
    );
    forget();
    return tree;
  };

  /** The oldest first; the newest stays, however large it is. */
  function forget(): void {
    for (const oldest of known.keys()) {
      const spans = [...known.values()].reduce((sum, entry) => sum + entry.spans, 0);
      if (known.size === 1 || (known.size <= rememberedTraces && spans <= rememberedSpans)) return;
      known.delete(oldest);
    }
  }
}
