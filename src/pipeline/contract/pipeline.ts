import { z } from "zod";
import { Time } from "../../server/service.ts";

export const DeadLetter = z
  .strictObject({
    id: z.string(),
    traceId: z.string(),
    signal: z.enum(["traces", "logs"]),
    reason: z.string().describe("Why it could not be stored"),
    at: Time.describe("When it failed first"),
    attempts: z.int().describe("How often processing it failed"),
    items: z.int().describe("Spans or log records in it"),
    bytes: z.int().describe("Size of the export request that it arrived in"),
  })
  .meta({ id: "DeadLetter" });

const Condition = z.strictObject({
  state: z.enum(["available", "away", "refusing"]),
  since: Time.optional(),
  reason: z.string().optional(),
});

const StalledBatch = z.strictObject({
  stage: z.string(),
  startedAt: Time,
  items: z.int(),
  bytes: z.int(),
  failures: z.int().describe("Attempts of this stage that failed"),
  reason: z.string().optional(),
});

export const PipelineHealth = z
  .strictObject({
    state: z.enum(["idle", "moving", "stalled"]).describe("stalled: something accepted is not visible after 10 s"),
    reason: z.string().optional().describe("In a sentence, when it is stalled"),
    lagMs: z.number().describe("Age of the project's oldest accepted item that is not visible yet"),
    serviceLagMs: z.number().describe("The same over all projects"),
    waiting: z.strictObject({
      entries: z.int().describe("Export requests of the project that are not stored completely"),
      bytes: z.int(),
    }),
    engine: Condition.describe("Whether ClickHouse takes rows"),
    records: Condition.describe("Whether the records database (PostgreSQL or SQLite) answers"),
    stalledBatches: z.array(StalledBatch).describe("Write batches with data of the project older than 30 s"),
    deadLetters: z.strictObject({ count: z.int(), bytes: z.int(), oldestAt: Time.optional() }),
    journal: z.strictObject({
      bytes: z.int(),
      maxBytes: z.int(),
      share: z.number().describe("Of the limit, from 0 to 1"),
      entries: z.int(),
      refusal: z.string().optional().describe("Why new data is refused; absent while it is accepted"),
    }),
    longestBlockMs: z
      .number()
      .describe("Longest time in the last minute in which the service's main thread could do nothing else"),
    notifications: z
      .strictObject({ waiting: z.int(), oldestAt: Time.optional(), problem: z.string().optional() })
      .optional()
      .describe("Of the project; absent while the records database does not answer"),
  })
  .meta({ id: "PipelineHealth" });

export const Unavailable = z
  .strictObject({ part: z.string().describe("Fields of this response that are absent"), reason: z.string() })
  .meta({ id: "UnavailablePart" });

export const QueueState = z
  .strictObject({
    name: z.enum(["pipeline", "dead_letters", "judges", "programs", "notifications"]),
    state: z.enum(["idle", "moving", "stalled", "unknown"]),
    waiting: z.int().optional(),
    oldestAt: Time.optional(),
    reason: z.string().optional().describe("In a sentence, when it is stalled or unknown"),
  })
  .meta({ id: "QueueState" });

export const DeadLetterReplay = z
  .union([
    z.strictObject({ ids: z.array(z.string().min(1).max(200)).min(1).max(1000) }),
    z.strictObject({ all: z.literal(true) }),
  ])
  .meta({ id: "DeadLetterReplay" });
