import { z } from "zod";
import { tones } from "../../checks/service.ts";
import { AnyJson, GivenJson, JsonObject, Name, Tags, Time } from "../../server/service.ts";
import { RunChecks } from "./test-run.ts";

export const SeedRow = z
  .strictObject({
    input: GivenJson.refine((input) => input !== undefined && input !== null && input !== "", "is empty").describe(
      "Text, a list or an object",
    ),
    result: GivenJson.default(null).describe(
      "The expected result: text, a label, a list of ids, or `{name, parameter_definitions}` for a function call",
    ),
  })
  .meta({ id: "SeedRow" });

export const seedData = z
  .array(SeedRow)
  .min(1, "Non-empty seed data is required to create a scenario set")
  .max(100_000);

export const ScenarioSet = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    rows: z.int(),
    tags: Tags,
    createdAt: Time,
    updatedAt: Time,
    appLink: z.string(),
  })
  .meta({ id: "ScenarioSet" });

export const Update = z
  .boolean()
  .default(false)
  .describe("Other rows under a known name make its next version; the same rows are always the set that exists");

export const NewScenarioSet = z
  .strictObject({ name: Name, seedData, tags: Tags.default([]), update: Update })
  .meta({ id: "NewScenarioSet" });

export const ScenarioUpload = z
  .strictObject({
    name: Name,
    format: z.enum(["jsonl", "csv"]).default("jsonl"),
    content: z.string().min(1).describe('One row a line: `{"input": …, "result": …}`, or CSV with these columns'),
    tags: Tags.default([]),
    update: Update,
  })
  .meta({ id: "ScenarioUpload" });

/** Omitted fields stay unchanged. */
export const ScenarioSetChange = z.strictObject({ name: Name, tags: Tags }).partial().meta({ id: "ScenarioSetChange" });

export const ScenarioRow = z
  .strictObject({
    id: z.string(),
    input: AnyJson,
    result: AnyJson,
    origin: z.strictObject({
      seedId: z.string().optional(),
      generator: z.string().optional(),
      datapointId: z.string().optional(),
      testRunId: z.string().optional(),
    }),
  })
  .meta({ id: "ScenarioRow" });

export const GenerateRequest = z
  .strictObject({
    scenarioId: z.string().min(1).max(200).describe("Id or name of the set whose rows are the seeds"),
    name: Name.describe("Of the set that is made"),
    type: z.string().max(100).describe("See GET /scenario-generators"),
    numberExamples: z.int().min(1).max(50).default(1).describe("Rows wanted of each seed"),
    synonymSets: z
      .array(z.array(z.string().min(1).max(100)).min(2).max(100))
      .max(1000)
      .default([]),
    preTemplate: z.string().max(10_000).default(""),
    postTemplate: z.string().max(10_000).default(""),
    tone: z.enum(tones).default("Neutral").describe("Where a model writes"),
    generationPrompt: z.string().trim().min(1).max(20_000).optional().describe("For the custom generators"),
    generationSchema: JsonObject.optional().describe("JSON Schema of the inputs, for the custom generators"),
    lockResult: z.boolean().default(false).describe("Every row gets its seed's result"),
    checks: RunChecks.default([]).describe("Held against each generated row; those that fail come back instead"),
    tags: Tags.default([]),
  })
  .meta({ id: "GenerateRequest" });

/** The set, and rows that failed its checks. */
export const GeneratedSet = ScenarioSet.extend({
  failedData: z.array(
    z.strictObject({
      input: AnyJson,
      result: AnyJson,
      origin: ScenarioRow.shape.origin,
      check: z.string(),
      reason: z.string(),
    }),
  ),
  unanswered: z.int().describe("Questions to the model that gave no row"),
  reason: z.string().optional().describe("Why the last of them gave none"),
}).meta({ id: "GeneratedSet" });

/** A sample of the rows that would be generated. Stores nothing. */
export const GenerationPreviewRequest = GenerateRequest.omit({ name: true, tags: true }).meta({
  id: "GenerationPreviewRequest",
});

export const GenerationPreview = z
  .strictObject({
    rows: z.array(ScenarioRow.omit({ id: true })),
    more: z.boolean().describe("There would be others, of these seeds or of further ones"),
    failedData: GeneratedSet.shape.failedData,
    unanswered: GeneratedSet.shape.unanswered,
    reason: GeneratedSet.shape.reason,
  })
  .meta({ id: "GenerationPreview" });

export const ScenarioGenerator = z
  .strictObject({
    type: z.string(),
    description: z.string(),
    keepsResult: z.boolean(),
    needsModel: z.boolean().describe("Calls the project's active judge model, within its daily limits"),
  })
  .meta({ id: "ScenarioGenerator" });
