import { z } from "zod";
import { sources } from "../../otlp/index.ts";
import { Time } from "../../server/service.ts";

export const Session = z
  .strictObject({
    id: z.string(),
    calls: z.int(),
    errors: z.int(),
    failing: z.int().describe("Calls that a check failed on"),
    traces: z.int(),
    firstAt: Time,
    lastAt: Time,
    models: z.array(z.string()).describe("At most five"),
    sources: z.array(z.enum(sources)).describe("Sources of its calls; `run` are attempts of test runs"),
    userId: z.string().optional(),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    costUsd: z.number().optional(),
    inputPreview: z.string(),
  })
  .meta({ id: "Session" });
