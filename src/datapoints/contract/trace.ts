import { z } from "zod";
import { JsonObject, Time } from "../../server/service.ts";
import { DatapointRow } from "./datapoint.ts";

const reading = {
  datapointId: z.string().optional(),
  reason: z.string().describe("Why it is, or is not, part of a datapoint"),
};

const Span = z.strictObject({
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startedAt: Time,
  durationMs: z.number(),
  status: z.enum(["unset", "ok", "error"]),
  statusMessage: z.string().optional(),
  scope: z.string(),
  service: z.string().optional(),
  attributes: JsonObject,
  events: z
    .array(z.strictObject({ name: z.string(), at: Time, attributes: JsonObject }))
    .describe("What happened during it: an exception has its message and stack trace in its attributes"),
  links: z
    .array(
      z.strictObject({
        traceId: z.string(),
        spanId: z.string(),
        traceState: z.string().optional(),
        attributes: JsonObject,
      }),
    )
    .optional()
    .describe("Spans that it points to, most often of other traces"),
  convention: z.string().optional(),
  ...reading,
});

const Log = z.strictObject({
  spanId: z.string().optional(),
  eventName: z.string().optional(),
  at: Time,
  attributes: JsonObject,
  ...reading,
});

export const TraceSpan = z.strictObject({ span: Span, logs: z.array(Log) }).meta({ id: "TraceSpan" });

export const ToolRuns = z
  .strictObject({
    items: z.array(
      z.strictObject({
        callId: z.string().describe("The id that the model gave the call"),
        spanId: z.string(),
        durationMs: z.number(),
        status: z.enum(["unset", "ok", "error"]),
      }),
    ),
  })
  .meta({ id: "ToolRuns" });

/** A range of the rows of a waterfall, with totals of the whole trace. */
export const TraceTree = z
  .strictObject({
    traceId: z.string(),
    startedAt: Time,
    durationMs: z.number(),
    spanCount: z.int(),
    isCut: z.boolean().describe("There are more spans than could be looked at: the first by start are shown"),
    rowCount: z.int().describe("Rows with the folded spans folded; of the longest spans 1000 at most"),
    offset: z.int(),
    focusRow: z.int().optional().describe("The row of the span that `focus` names"),
    errorRows: z.array(z.int()).describe("Rows of failed spans, at most 1000"),
    found: z
      .array(
        z.strictObject({
          spanId: z.string(),
          row: z.int().describe("Its row, or the row that represents it while it is folded"),
          folded: z.array(z.string()).optional().describe("Its folded ancestors"),
          together: z
            .array(z.string())
            .optional()
            .describe("First spans of the runs of similar siblings that contain it"),
        }),
      )
      .optional()
      .describe("Spans that have the text of `find`, in their order, at most 1000; folded ones as well"),
    services: z.array(z.string()),
    overview: z
      .array(z.strictObject({ spans: z.int(), errors: z.int() }))
      .describe("Active spans in each of this many equal parts of the trace's duration"),
    rows: z.array(
      z.strictObject({
        spanId: z.string(),
        parentSpanId: z.string().optional(),
        name: z.string(),
        kind: z.int(),
        startMs: z.number().describe("Milliseconds after the trace began"),
        durationMs: z.number(),
        status: z.enum(["unset", "ok", "error"]),
        service: z.string().optional(),
        datapointId: z.string().optional(),
        depth: z.int(),
        descendants: z.int(),
        isOrphan: z.boolean(),
        alike: z
          .strictObject({
            count: z.int(),
            p95Ms: z.number(),
            failed: z.int(),
            endMs: z.number().describe("When the last of them ended"),
            isUnfolded: z
              .boolean()
              .describe("Whether each span has its own row; otherwise this row represents all of them"),
          })
          .optional()
          .describe("Of the first of more than 20 siblings of one name after one another"),
        model: z.string().optional(),
        inputTokens: z.number().optional(),
        outputTokens: z.number().optional(),
        costUsd: z.number().optional(),
      }),
    ),
  })
  .meta({ id: "TraceTree" });

export const Trace = z
  .strictObject({
    traceId: z.string(),
    spans: z.array(Span),
    logs: z.array(Log),
    datapoints: z.array(DatapointRow),
    isCut: z
      .literal(true)
      .optional()
      .describe("The trace is larger: these are its first 5,000 spans, log records and datapoints, or 32 MB of them"),
  })
  .meta({ id: "Trace" });
