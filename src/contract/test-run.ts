import { z } from "zod";
import { errorTypes } from "../domain/error-types.ts";
import { likenesses } from "../domain/metrics/invariance.ts";
import { testRunStates, testRunTypes } from "../domain/test-run.ts";
import { AnyJson, JsonObject, Time } from "./common.ts";
import { Verdict } from "./datapoint.ts";
import { template } from "./model.ts";
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

const ApiKeys = z
  .record(z.string().min(1).max(100), z.string().min(1).max(10_000))
  .describe("Provider keys by the provider's or upstream's id: used for this run and never stored");

const concurrency = z.int().min(1).max(64).describe("Calls that the service makes at one time");

const driverTemplate = template(["scenario_input", "input", "scenario_result"]);

const NewSimulation = z
  .strictObject({
    driver: z.strictObject({
      promptTemplate: driverTemplate.default("{scenario_input}").describe("Who the simulated user is and wants"),
      model: z.string().min(1).max(500).optional().describe("As the proxy takes it"),
      judge: z.string().min(1).max(100).optional().describe("A judge model; default: the active one"),
      temperature: z.number().min(0).max(2).default(0.6),
    }),
    maxTurns: z.int().min(1).max(50).default(5).describe("Answers of the target at most"),
    firstTurn: z.enum(["driver", "target"]).default("target"),
    stop: z
      .strictObject({
        phrase: z.string().trim().min(1).max(200).optional().describe("Ends the conversation, whoever says it"),
        check: z
          .strictObject({
            check: z.string().min(1).max(200),
            options: Options.default({}),
            stopOn: z.boolean().default(true).describe("true: ends when it passes; false: when it fails"),
          })
          .optional(),
      })
      .optional(),
    checksAtEveryTurn: z
      .boolean()
      .default(false)
      .describe("Otherwise the checks judge the whole conversation at its end"),
  })
  .meta({ id: "NewSimulation" });

const Simulation = z.strictObject({
  driver: z.strictObject({
    promptTemplate: z.string(),
    model: z.string().optional(),
    judge: z.string().optional(),
    temperature: z.number(),
  }),
  maxTurns: z.int(),
  firstTurn: z.enum(["driver", "target"]),
  stop: z
    .strictObject({
      phrase: z.string().optional(),
      check: z.strictObject({ check: z.string(), options: JsonObject, stopOn: z.boolean() }).optional(),
    })
    .optional(),
  checksAtEveryTurn: z.boolean(),
});

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
    likeness: z
      .enum(likenesses)
      .optional()
      .describe("For INVARIANT: answers are alike to the letter, but for case and punctuation (default), or to 4/5"),
    simulation: NewSimulation.optional().describe("For MULTI_TURN"),
    concurrency: concurrency.default(8),
    apiKeys: ApiKeys.default({}),
  })
  .meta({ id: "NewTestRun" });

export const ResumeRequest = z.strictObject({ apiKeys: ApiKeys.default({}) }).meta({ id: "ResumeRequest" });

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
    trajectories: z
      .strictObject({
        rows: z.int().describe("Those that say which calls are expected"),
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
      .optional(),
    invariance: z
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
      .optional(),
    conversations: z
      .strictObject({
        conversations: z.int(),
        meanTurns: z.number(),
        ended: z.record(z.string(), z.int()).describe("How many ended for which reason"),
      })
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
    likeness: z.enum(likenesses).optional(),
    simulation: Simulation.optional(),
    concurrency: z.int(),
    isServed: z.boolean().describe("The service makes calls of this run itself"),
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

const Said = z.strictObject({
  role: z.enum(["user", "assistant"]),
  content: z.string(),
  toolCalls: z.array(AnyJson).optional(),
});

export const Leases = z
  .strictObject({
    items: z.array(
      z.strictObject({
        rowId: z.string(),
        repeat: z.int(),
        input: AnyJson,
        result: AnyJson.describe("Expected"),
        step: z.int().optional().describe("Of a conversation: to be sent back with the answer"),
        turn: z.int().optional().describe("Of a conversation: which answer of the target is wanted, from 1"),
        messages: z.array(Said).optional().describe("Of a conversation: what was said so far"),
        sessionId: z.string().optional().describe("Of a conversation: as the target named it"),
      }),
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
    step: z.int().min(0).optional().describe("Of a conversation: as it was leased"),
    sessionId: z.string().max(500).optional().describe("Of a conversation: what the target calls it"),
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
    errorType: z.enum(errorTypes).optional(),
    attempts: z.int().optional().describe("Calls it took, where it was more than one"),
    durationMs: z.number().optional(),
    costUsd: z.number().optional(),
    datapointId: z.string(),
    verdicts: z.array(Verdict),
    seedId: z.string().optional().describe("The row that this one was generated from"),
    conversation: z.array(Said).optional().describe("Of a MULTI_TURN try that has begun"),
    turns: z
      .array(
        z.strictObject({
          turn: z.int(),
          datapointId: z.string(),
          durationMs: z.number(),
          targetTraceId: z.string().optional().describe("Trace that the target was told to continue"),
          verdicts: z.array(Verdict),
        }),
      )
      .optional()
      .describe("Answers of the target; the last is the try's own datapoint"),
    ended: z.string().optional().describe("Why a conversation ended"),
  })
  .meta({ id: "TestRunRow" });
