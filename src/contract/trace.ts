import { z } from "zod";
import { JsonObject, Time } from "./common.ts";
import { DatapointRow } from "./datapoint.ts";

const reading = {
  datapointId: z.string().optional(),
  because: z.string().describe("Why it is, or is not, part of a datapoint"),
};

export const Trace = z
  .strictObject({
    traceId: z.string(),
    spans: z.array(
      z.strictObject({
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
        convention: z.string().optional(),
        ...reading,
      }),
    ),
    logs: z.array(
      z.strictObject({
        spanId: z.string().optional(),
        eventName: z.string().optional(),
        at: Time,
        attributes: JsonObject,
        ...reading,
      }),
    ),
    datapoints: z.array(DatapointRow),
  })
  .meta({ id: "Trace" });
