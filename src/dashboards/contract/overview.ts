import { z } from "zod";
import { facetFields, verdictStates } from "../../datapoints/service.ts";
import { Time } from "../../server/service.ts";

const buckets = {
  bucketMs: z.number().describe("Width of every bucket, milliseconds; chosen for the range"),
  times: z.array(Time).describe("Beginnings of the buckets"),
};
const counts = z.array(z.number());
const known = z.array(z.number().nullable()).describe("null: no data was reported in this bucket");

export const Histogram = z
  .strictObject({
    ...buckets,
    ok: counts,
    failing: counts.describe("Calls that did not fail but have a failed check"),
    error: counts,
  })
  .meta({ id: "Histogram" });

export const Facet = z
  .strictObject({
    field: z.enum(facetFields),
    values: z.array(z.strictObject({ value: z.string(), count: z.number() })),
    hasMore: z.boolean(),
    since: Time.optional().describe("Counted from here on only: all of the range takes too long. Absent: all of it"),
  })
  .meta({ id: "Facet" });

export const Usage = z
  .strictObject({
    ...buckets,
    groupCount: z.int().describe("How many values there were; the groups are those with the most calls"),
    groups: z.array(
      z.strictObject({
        name: z.string().optional().describe("Absent: nothing was split, or calls without a value"),
        calls: counts,
        errors: counts,
        failing: counts.optional().describe("Only where nothing is split"),
        inputTokens: known,
        outputTokens: known,
        cacheReadTokens: known,
        costUsd: known,
        latencyP50Ms: known,
        latencyP95Ms: known,
        latencyP99Ms: known,
        timeToFirstTokenP95Ms: known,
      }),
    ),
  })
  .meta({ id: "Usage" });

const usdPerMillion = z.number().describe("US dollars per million tokens");

export const ListPrice = z
  .strictObject({
    model: z.string().describe("Beginning of the model's name; the longest one that fits decides"),
    input: usdPerMillion,
    output: usdPerMillion.optional(),
    cacheRead: usdPerMillion.optional(),
    cacheWrite: usdPerMillion.optional(),
  })
  .meta({ id: "ListPrice" });

export const Latencies = z
  .strictObject({
    ...buckets,
    cells: z.array(
      z.strictObject({
        bucket: z.int(),
        step: z.int().describe("The calls took from 2^(step/2) to 2^((step+1)/2) milliseconds"),
        calls: z.number(),
      }),
    ),
  })
  .meta({ id: "Latencies" });

export const CheckResults = z
  .strictObject({
    ...buckets,
    items: z.array(
      z.strictObject({
        check: z.string(),
        bucket: z.int(),
        states: z.partialRecord(z.enum(verdictStates), z.number()),
      }),
    ),
  })
  .meta({ id: "CheckResults" });

export const CheckCosts = z
  .strictObject({
    items: z.array(
      z.strictObject({
        check: z.string(),
        verdicts: z.int().describe("Those whose cost is known"),
        costUsd: z.number(),
        costUsdPer1000: z.number(),
      }),
    ),
  })
  .meta({ id: "CheckCosts" });
