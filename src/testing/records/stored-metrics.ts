import { z } from "zod";
import type { Members } from "../../storage/service.ts";
import type { CheckSummary, RunMetrics } from "../test-run.ts";

const count = z.number();
const counts = <Name extends string>(...names: readonly Name[]) => z.record(z.enum(names), count);

const summary = z.object({
  check: z.string(),
  version: count,
  passed: count,
  failed: count,
  skipped: count,
  broken: count,
  mean: count.exactOptional(),
  isScore: z.boolean().exactOptional(),
  lacking: count.exactOptional(),
  withoutVerdict: z
    .array(z.object({ state: z.enum(["skipped", "broken"]), reason: z.string(), rows: count }))
    .exactOptional(),
} satisfies Members<CheckSummary>);

const quality = { precision: count, recall: count, f1: count };
const classification = z.object({
  rows: count,
  accuracy: count,
  macro: z.object(quality),
  weighted: z.object(quality),
  labels: z.array(z.object({ label: z.string(), ...quality, support: count })),
  confusionMatrix: z.array(z.array(count)),
  unanswered: count,
} satisfies Members<RunMetrics["classification"] & object>);

const trajectories = counts(
  "rows",
  "exact",
  "anyOrder",
  "subset",
  "superset",
  "precision",
  "recall",
  "f1",
  "argumentMatch",
  "meanSteps",
  "meanExpectedSteps",
);

const seed = z.object({
  seedId: z.string(),
  answers: count,
  consistency: count,
  broken: z.array(z.object({ rowId: z.string(), repeat: count })),
});
const invariance = z.object({
  seeds: count,
  consistentSeeds: count,
  consistency: count,
  brokenRows: count,
  worst: z.array(seed),
} satisfies Members<RunMetrics["invariance"] & object>);

export const storedMetrics: z.ZodType<RunMetrics> = z.object({
  rows: count,
  errors: count,
  firstError: z.string().exactOptional(),
  withoutExpected: count.exactOptional(),
  meanDurationMs: count.exactOptional(),
  p95DurationMs: count.exactOptional(),
  costUsd: count.exactOptional(),
  checks: z.array(summary),
  classification: classification.exactOptional(),
  retrieval: z.array(counts("k", "precision", "recall", "hitRate", "mrr", "map", "ndcg")).exactOptional(),
  trajectories: trajectories.exactOptional(),
  invariance: invariance.exactOptional(),
  conversations: z
    .object({ conversations: count, meanTurns: count, ended: z.record(z.string(), count) })
    .exactOptional(),
} satisfies Members<RunMetrics>);
