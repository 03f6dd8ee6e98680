import { z } from "zod";
import { NewModel } from "./model.ts";
import { FromDatapoints } from "./scenario-collection.ts";
import { SeedRow } from "./scenario-set.ts";
import { NewTestRun } from "./test-run.ts";

const { type, similarity, simulation, repeats, concurrency, atK, apiKeys, allowSkipped } = NewTestRun.shape;
const { definition, secrets } = NewModel.shape;

/** Without checks of the caller's own: a flow in YAML has no code. */
const checks = z
  .array(
    z.union([
      z.string().min(1).max(200),
      z.strictObject({ check: z.string().min(1).max(200), options: z.record(z.string(), z.unknown()).optional() }),
    ]),
  )
  .max(100)
  .describe("Names of checks, or `{check, options}`");

const rows = z
  .array(SeedRow.extend({ checks: checks.describe("Evaluated on this row's response, and must pass").optional() }))
  .min(1);
const list = z.array(z.unknown()).min(1);
const values = {
  model: list,
  judge: list,
  temperature: list,
  systemPromptTemplate: list,
  userPromptTemplate: list,
  dialogTemplate: list,
  tools: list,
  params: list,
};

/** A flow of `gaffe run` in YAML. The command reads it; this is what editors check it by. */
const FlowFile = z.strictObject({
  name: z.string().optional().describe("Default: the name of the file"),
  scenario: z.string().optional().describe("Id or name of a scenario set"),
  "scenario-file": z.string().optional().describe("JSON lines or CSV, relative to this file"),
  rows: rows.optional().describe("The rows themselves"),
  collect: FromDatapoints.optional().describe("How to create the set if it does not exist"),
  model: z.string().describe("Name of the registered model"),
  definition: definition.optional().describe("Registers the model, as its next version if it differs"),
  matrix: z.strictObject(values).partial().optional().describe("Every combination of these settings is run"),
  secrets: secrets.optional(),
  "api-keys": apiKeys.optional(),
  type: type.optional(),
  simulation,
  checks: checks.optional(),
  "allow-skipped": allowSkipped.optional(),
  repeats: repeats.optional(),
  concurrency: concurrency.optional(),
  "at-k": atK.optional(),
  similarity,
  "at-least": z.record(z.string(), z.number()).optional().describe("Minimum values of metrics and checks by name"),
});

/** Returns its JSON Schema as text. */
export function flowFileSchema(): string {
  const schema = z.toJSONSchema(FlowFile, { io: "input", unrepresentable: "any" });
  const head = { title: "Flow of Gaffe", description: "For gaffe run: .gaffe/flows/*.yml" };
  return `${JSON.stringify({ ...head, ...schema }, undefined, 2)}\n`;
}
