import { z } from "zod";
import { Options, similarityLevels } from "../../checks/service.ts";
import { HttpUrl, JsonObject, Name, Tags, Time } from "../../server/service.ts";
import { testRunStates, testRunTypes } from "../test-run.ts";
import { NewSimulation, Simulation } from "./simulation.ts";

const Local = z
  .strictObject({
    version: z.int().min(0).max(0xffff_ffff).default(1).describe("Runs are compared where it is the same"),
  })
  .describe("A check of the caller's own, evaluated where the model is called: its verdicts come with the results");

const RunCheck = z
  .strictObject({ check: z.string().min(1).max(200), options: Options.default({}), local: Local.optional() })
  .transform(({ check, options, local }) => ({ check, options, ...(local ? { local } : {}) }))
  .meta({ id: "RunCheck" });

export const RunChecks = z
  .array(
    z.union([
      z
        .string()
        .min(1)
        .max(200)
        .transform((check) => ({ check, options: {} })),
      RunCheck,
    ]),
  )
  .max(100)
  .describe("Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own");

const Cutoffs = z.array(z.int().min(1).max(1000)).min(1).max(20).describe("For INFORMATION_RETRIEVAL");

const ApiKeys = z
  .record(z.string().min(1).max(100), z.string().min(1).max(10_000))
  .describe("Provider keys by the provider's or upstream's id: used for this run and never stored");

const concurrency = z.int().min(1).max(64).describe("Calls that the service makes at one time");

export const NewTestRun = z
  .strictObject({
    name: Name,
    scenarioId: z.string().min(1).max(200).describe("Id or name of the scenario set"),
    scenarioVersion: z.int().min(1).optional().describe("Default: the newest"),
    modelId: z.string().min(1).max(200).describe("Id or name of the registered model, in its newest version"),
    type: z.enum(testRunTypes).default("NL_GENERATION"),
    checks: RunChecks.default([]),
    tags: Tags.default([]),
    calculateMetrics: z.boolean().default(true),
    repeats: z.int().min(1).max(100).default(1).describe("How often each row is tried"),
    atK: Cutoffs.default([1, 3, 5, 10]),
    similarity: z
      .enum(similarityLevels)
      .optional()
      .describe(
        "For INVARIANT: answers must be identical, equal except for case and punctuation (default), or four fifths equal",
      ),
    simulation: NewSimulation.optional().describe("For MULTI_TURN"),
    concurrency: concurrency.default(8),
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/i, "must be 7 to 64 hexadecimal digits")
      .optional()
      .describe("That is tried, where a build starts the run"),
    ciUrl: HttpUrl.optional().describe("Page of the build that starts the run"),
    apiKeys: ApiKeys.default({}),
  })
  .meta({ id: "NewTestRun" });

export const ResumeRequest = z.strictObject({ apiKeys: ApiKeys.default({}) }).meta({ id: "ResumeRequest" });

/** Omitted fields are as in the run whose answers are re-evaluated. */
export const Reevaluation = z
  .strictObject({
    name: Name.optional(),
    checks: RunChecks.min(1),
    type: z.enum(testRunTypes).optional(),
    tags: Tags.optional(),
    calculateMetrics: z.boolean().optional(),
    atK: Cutoffs.optional(),
  })
  .meta({ id: "Reevaluation" });

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

const RunMetrics = z
  .strictObject({
    rows: z.int(),
    errors: z.int().describe("Attempts whose model call failed"),
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

const Progress = z
  .strictObject({ waiting: z.int(), leased: z.int(), done: z.int() })
  .describe("Tries")
  .meta({ id: "Progress" });

export const TestRun = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    type: z.enum(testRunTypes),
    scenarioId: z.string(),
    scenarioVersion: z.int(),
    modelId: z.string(),
    modelVersion: z.int(),
    reevaluates: z.string().optional().describe("The run whose answers it judges anew"),
    checks: z.array(z.strictObject({ check: z.string(), options: JsonObject, local: Local.optional() })),
    tags: Tags,
    calculateMetrics: z.boolean(),
    repeats: z.int(),
    atK: z.array(z.int()),
    similarity: z.enum(similarityLevels).optional(),
    simulation: Simulation.optional(),
    concurrency: z.int(),
    isServed: z.boolean().describe("The service makes calls of this run itself"),
    state: z.enum(testRunStates),
    progress: Progress,
    failure: z.string().optional(),
    metrics: RunMetrics.optional().describe("Once finished"),
    createdAt: Time,
    endedAt: Time.optional(),
    commit: z.string().optional().describe("That was tried, where a build started the run"),
    ciUrl: z.string().optional().describe("Page of the build that started it"),
    appLink: z.string().describe("Where a person reads the run"),
  })
  .meta({ id: "TestRun" });
