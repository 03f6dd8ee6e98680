import { z } from "zod";
import { testRunStates, testRunTypes } from "../domain/test-run.ts";
import { AnyJson, JsonObject, Time } from "./common.ts";
import { Verdict } from "./datapoint.ts";
import { Options } from "./monitor.ts";
import { GivenJson, Name, Tags } from "./named.ts";

const Local = z
  .strictObject({
    version: z.int().min(0).max(0xffff_ffff).default(1).describe("Runs are compared where it is the same"),
  })
  .describe("A check of the caller's own, evaluated where the model is called: its verdicts come with the results");

const RunCheck = z
  .strictObject({ check: z.string().min(1).max(200), options: Options.default({}), local: Local.optional() })
  .transform(({ check, options, local }) => ({ check, options, ...(local ? { local } : {}) }));

const RunChecks = z
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

const Places = z.array(z.int().min(1).max(1000)).min(1).max(20).describe("For INFORMATION_RETRIEVAL");

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
    atK: Places.default([1, 3, 5, 10]),
  })
  .meta({ id: "NewTestRun" });

/** What is left out is as in the run whose answers are judged. */
export const Reevaluation = z
  .strictObject({
    name: Name.optional(),
    checks: RunChecks.min(1),
    type: z.enum(testRunTypes).optional(),
    tags: Tags.optional(),
    calculateMetrics: z.boolean().optional(),
    atK: Places.optional(),
  })
  .meta({ id: "Reevaluation" });

const Share = z.number();
const Quality = { precision: Share, recall: Share, f1: Share };

const CheckSummary = z.strictObject({
  check: z.string(),
  version: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  broken: z.int(),
  mean: z.number().optional().describe("Of the values, booleans as 0 and 1"),
});

const RunMetrics = z
  .strictObject({
    rows: z.int(),
    errors: z.int().describe("Tries whose model call failed"),
    meanDurationMs: z.number().optional(),
    costUsd: z.number().optional(),
    checks: z.array(CheckSummary),
    classification: z
      .strictObject({
        rows: z.int(),
        accuracy: Share,
        macro: z.strictObject(Quality),
        weighted: z.strictObject(Quality),
        labels: z.array(z.strictObject({ label: z.string(), ...Quality, support: z.int() })),
        errorMatrix: z.array(z.array(z.int())).describe("Row: expected label, column: predicted one, as in `labels`"),
        unanswered: z.int(),
      })
      .optional(),
    retrieval: z
      .array(
        z.strictObject({
          k: z.int(),
          precision: Share,
          recall: Share,
          hitRate: Share,
          mrr: Share,
          map: Share,
          ndcg: Share,
        }),
      )
      .optional(),
  })
  .meta({ id: "RunMetrics" });

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
    state: z.enum(testRunStates),
    progress: z.strictObject({ waiting: z.int(), leased: z.int(), done: z.int() }).describe("Tries"),
    failure: z.string().optional(),
    metrics: RunMetrics.optional().describe("Once finished"),
    createdAt: Time,
    endedAt: Time.optional(),
    appLink: z.string().describe("Where a person reads the run"),
  })
  .meta({ id: "TestRun" });

export const LeaseRequest = z
  .strictObject({
    count: z.int().min(1).max(1000).default(10),
    seconds: z.int().min(10).max(3600).default(300).describe("A try without a result is given out again after that"),
  })
  .meta({ id: "LeaseRequest" });

export const Leases = z
  .strictObject({
    items: z.array(
      z.strictObject({ rowId: z.string(), repeat: z.int(), input: AnyJson, result: AnyJson.describe("Expected") }),
    ),
    open: z.int().describe("Tries without a result, these included: none left means the caller may go"),
  })
  .meta({ id: "Leases" });

export const LeaseRenewal = z
  .strictObject({
    items: z
      .array(z.strictObject({ rowId: z.string().min(1).max(100), repeat: z.int().min(1).max(100).default(1) }))
      .min(1)
      .max(1000),
    seconds: LeaseRequest.shape.seconds,
  })
  .meta({ id: "LeaseRenewal" });

const tokens = z.number().int().nonnegative().optional();

const BroughtVerdict = z
  .discriminatedUnion("state", [
    z.strictObject({
      check: z.string().min(1).max(200),
      state: z.enum(["passed", "failed"]),
      value: z.union([z.boolean(), z.number()]),
      explanation: z.string().max(2000).default(""),
      evidence: z.array(z.string().max(1000)).max(20).default([]).describe("Passages of the call, word by word"),
    }),
    z.strictObject({
      check: z.string().min(1).max(200),
      state: z.enum(["skipped", "broken"]),
      because: z.string().min(1).max(2000),
    }),
  ])
  .meta({ id: "BroughtVerdict" });

const TryResult = z
  .strictObject({
    rowId: z.string().min(1).max(100),
    repeat: z.int().min(1).max(100).default(1),
    modelPrediction: GivenJson.optional().describe("Text, label, list of ids, or `{tool_calls: [{name, parameters}]}`"),
    modelInput: GivenJson.optional().describe("What the model was asked; default: the row's input"),
    modelOutputMetadata: GivenJson.optional(),
    error: z.string().max(10_000).optional().describe("Why there is no prediction"),
    verdicts: z.array(BroughtVerdict).max(100).optional().describe("Of the run's local checks"),
    startedAt: z.iso.datetime({ offset: true }).optional(),
    durationMs: z.number().nonnegative().max(86_400_000).default(0),
    usage: z
      .strictObject({ inputTokens: tokens, outputTokens: tokens, cacheReadTokens: tokens, reasoningTokens: tokens })
      .optional(),
    provider: z.string().max(200).optional(),
    model: z.string().max(500).optional().describe("The provider's name of the model that answered"),
  })
  .refine(({ modelPrediction, error }) => (modelPrediction === undefined) !== (error === undefined), {
    message: "give either modelPrediction or error",
    path: ["modelPrediction"],
  })
  .meta({ id: "TryResult" });

export const TryResults = z.strictObject({ items: z.array(TryResult).min(1).max(1000) }).meta({ id: "TryResults" });

export const TestRunRow = z
  .strictObject({
    rowId: z.string(),
    repeat: z.int(),
    input: AnyJson,
    expected: AnyJson,
    state: z.enum(["waiting", "leased", "done"]),
    prediction: AnyJson.optional(),
    error: z.string().optional(),
    durationMs: z.number().optional(),
    costUsd: z.number().optional(),
    datapointId: z.string(),
    verdicts: z.array(Verdict),
  })
  .meta({ id: "TestRunRow" });
