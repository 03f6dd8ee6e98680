import { z } from "zod";
import { Options, scoreDirections, similarityLevels } from "../../checks/service.ts";
import { HttpUrl, JsonObject, Name, Tags, Time } from "../../server/service.ts";
import { testRunStates, testRunTypes } from "../test-run.ts";
import { RunConclusion } from "./run-conclusion.ts";
import { RunMetrics } from "./run-metrics.ts";
import { NewSimulation, Simulation } from "./simulation.ts";

const Local = z
  .strictObject({
    version: z.int().min(0).max(0xffff_ffff).default(1).describe("Runs are compared where it is the same"),
    direction: z
      .enum(scoreDirections)
      .default("neutral")
      .describe("Which of its numbers are better; `neutral` ones are never a regression"),
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

const AllowSkipped = z
  .array(z.string().min(1).max(200))
  .max(100)
  .describe(
    "Names of checks that the run may pass without, on any number of rows: every other check must give verdicts",
  );

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
    allowSkipped: AllowSkipped.default([]),
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
    allowSkipped: AllowSkipped.optional(),
    type: z.enum(testRunTypes).optional(),
    tags: Tags.optional(),
    calculateMetrics: z.boolean().optional(),
    atK: Cutoffs.optional(),
  })
  .meta({ id: "Reevaluation" });

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
    allowSkipped: z.array(z.string()).describe("Checks that the run may pass without"),
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
    conclusion: RunConclusion.optional().describe("Once finished, failed or canceled"),
    createdAt: Time,
    endedAt: Time.optional(),
    commit: z.string().optional().describe("That was tried, where a build started the run"),
    ciUrl: z.string().optional().describe("Page of the build that started it"),
    appLink: z.string().describe("Where a person reads the run"),
  })
  .meta({ id: "TestRun" });

export const ReadinessRequest = z
  .strictObject({
    checks: RunChecks,
    allowSkipped: AllowSkipped.default([]),
    scenarioId: z.string().min(1).max(200).optional().describe("Id or name of the scenario set"),
  })
  .meta({ id: "ReadinessRequest" });

export const Readiness = z
  .strictObject({ problems: z.array(z.strictObject({ check: z.string(), problem: z.string() })) })
  .meta({ id: "Readiness" });
