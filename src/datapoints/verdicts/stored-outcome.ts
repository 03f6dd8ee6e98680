import { z } from "zod";
import type { Members } from "../../storage/service.ts";
import { errorTypes } from "../errors/error-types.ts";
import { severities } from "../severity.ts";
import { type Evidence, evidenceTargets } from "../text/evidence.ts";
import type { Meter, Outcome } from "./verdict.ts";

export const storedEvidence: z.ZodType<readonly Evidence[]> = z.array(
  z.object({
    target: z.enum(evidenceTargets),
    start: z.number(),
    end: z.number(),
    text: z.string(),
  } satisfies Members<Evidence>),
);

type Judged = Exclude<Outcome, { kind: "skipped" | "broken" }>;

export const storedOutcome: z.ZodType<Outcome> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum(["passed", "failed"]),
    value: z.union([z.boolean(), z.number()]),
    explanation: z.string(),
    evidence: storedEvidence,
    errorType: z.enum(errorTypes).exactOptional(),
    label: z.string().exactOptional(),
    severity: z.enum(severities).exactOptional(),
  } satisfies Members<Judged>),
  z.object({ kind: z.enum(["skipped", "broken"]), reason: z.string() }),
]);

export const storedMeter: z.ZodType<Meter> = z.object({
  model: z.string().exactOptional(),
  costUsd: z.number().exactOptional(),
  inputTokens: z.number().exactOptional(),
  outputTokens: z.number().exactOptional(),
} satisfies Members<Meter>);
