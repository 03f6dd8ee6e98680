import { z } from "zod";

/** ISO 8601 in UTC with milliseconds. */
export const Time = z.string().meta({ format: "date-time", examples: ["2026-06-01T12:00:00.000Z"] });

/** Any JSON value. */
export const AnyJson = z.unknown().meta({ description: "any JSON value" });

export const JsonObject = z.record(z.string(), AnyJson);

/** RFC 9457. `type` is stable; `detail` is for people. */
export const Problem = z
  .strictObject({
    type: z.string().meta({ examples: ["/problems/invalid-field"] }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    requestId: z.string(),
    field: z.string().optional().describe("Where in the request the mistake is"),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    nextCursor: z.string().optional().describe("Absent on the last page"),
  });

const Cursor = z.string().min(1).max(500).describe("nextCursor of the page before");
const Limit = z.coerce.number().int().min(1).max(200).default(50);
export const QueryText = z.string().max(4000).describe("A query, see docs/query.md");

/** A point in time in a request: ISO 8601 or Unix milliseconds, parsed into Unix milliseconds. */
export const Moment = z
  .string()
  .regex(/^\d{10,14}$|^\d{4}-\d\d-\d\d/, "must be ISO 8601 or Unix milliseconds")
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text)))
  .refine((at) => Number.isFinite(at), "is not a time");

export const RangeQuery = {
  from: Moment.optional().describe("Inclusive. Default: 24 hours before `to`"),
  to: Moment.optional().describe("Exclusive. Default: now"),
};
export const PageQuery = { limit: Limit, cursor: Cursor.optional() };

export const HttpUrl = z.url({ protocol: /^https?$/, message: "must be an http or https URL" }).max(2000);

export const Id = z.string().min(1).max(100);
