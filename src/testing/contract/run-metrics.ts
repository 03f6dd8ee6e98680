import { z } from "zod";

const Share = z.number();
const quality = { precision: Share, recall: Share, f1: Share };
const Quality = z.strictObject(quality).meta({ id: "Quality" });

const CheckSummary = z
  .strictObject({
    check: z.string(),
    version: z.int(),
    passed: z.int(),
    failed: z.int(),
    skipped: z.int().describe("The check does not apply to the row"),
    broken: z.int().describe("The check itself came to no end"),
    mean: z.number().optional().describe("Of the values, booleans as 0 and 1"),
    isScore: z.boolean().optional().describe("The values are numbers; absent in runs from before it was recorded"),
    lacking: z.int().optional().describe("Of the skipped: for lack of a judge, its budget or an expected result"),
    withoutVerdict: z
      .array(z.strictObject({ state: z.enum(["skipped", "broken"]), reason: z.string(), rows: z.int() }))
      .optional()
      .describe("Why rows have no verdict, the most frequent reasons first"),
  })
  .meta({ id: "CheckSummary" });

const LabelQuality = z
  .strictObject({ label: z.string(), ...quality, support: z.int().describe("Rows that expect it") })
  .meta({ id: "LabelQuality" });

const Classification = z
  .strictObject({
    rows: z.int(),
    accuracy: Share,
    macro: Quality,
    weighted: Quality,
    labels: z.array(LabelQuality),
    confusionMatrix: z.array(z.array(z.int())).describe("Row: expected label, column: predicted one, as in `labels`"),
    unanswered: z.int(),
  })
  .describe("As scikit-learn defines it, zero_division=0")
  .meta({ id: "Classification" });

const RetrievalAtK = z
  .strictObject({
    k: z.int(),
    precision: Share,
    recall: Share,
    hitRate: Share,
    mrr: Share,
    map: Share,
    ndcg: Share,
  })
  .meta({ id: "RetrievalAtK" });

const Trajectories = z
  .strictObject({
    rows: z.int().describe("Rows with expected calls"),
    exact: Share.describe("Share of rows with the expected calls and no others, in their order"),
    anyOrder: Share,
    subset: Share.describe("All expected calls are among those made"),
    superset: Share.describe("All calls made are among those expected"),
    precision: Share,
    recall: Share,
    f1: Share,
    argumentMatch: Share.describe("Of the calls that are right by name"),
    meanSteps: z.number(),
    meanExpectedSteps: z.number(),
  })
  .meta({ id: "Trajectories" });

const Invariance = z
  .strictObject({
    seeds: z.int().describe("With more than one answer"),
    consistentSeeds: z.int(),
    consistency: Share.describe("Mean share of pairs of answers to one seed's rows that are alike"),
    brokenRows: z.int(),
    worst: z.array(
      z.strictObject({
        seedId: z.string(),
        answers: z.int(),
        consistency: Share,
        broken: z.array(z.strictObject({ rowId: z.string(), repeat: z.int() })),
      }),
    ),
  })
  .meta({ id: "Invariance" });

const Conversations = z
  .strictObject({
    conversations: z.int(),
    meanTurns: z.number(),
    ended: z.record(z.string(), z.int()).describe("How many ended for which reason"),
  })
  .meta({ id: "Conversations" });

export const RunMetrics = z
  .strictObject({
    rows: z.int(),
    errors: z.int().describe("Attempts whose model call failed"),
    firstError: z.string().optional().describe("The first of them"),
    withoutExpected: z.int().optional().describe("Rows without an expected result"),
    meanDurationMs: z.number().optional(),
    p95DurationMs: z.number().optional().describe("Of rows with an answer"),
    costUsd: z.number().optional(),
    checks: z.array(CheckSummary),
    classification: Classification.optional(),
    retrieval: z.array(RetrievalAtK).optional(),
    trajectories: Trajectories.optional(),
    invariance: Invariance.optional(),
    conversations: Conversations.optional(),
  })
  .meta({ id: "RunMetrics" });
