import { z } from "zod";
import type { CodeCheck, KnownChecks } from "../../checks/index.ts";
import { refuseWrongChecks } from "../../checks/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asScenarioSetId, type ProjectId } from "../../platform/ids.ts";
import type { JsonObject } from "../../platform/json/json.ts";
import { nearest } from "../../platform/nearest.ts";
import { defineRoute, ok, refusal } from "../../server/service.ts";
import {
  GeneratedSet,
  GenerateRequest,
  GenerationPreview,
  GenerationPreviewRequest,
  ScenarioGenerator,
} from "../contract/scenario-set.ts";
import { modelGenerators } from "../generators/by-model.ts";
import { generators } from "../generators/index.ts";
import type { ScenarioStore } from "../ports/testing-stores.ts";
import type { CheckRows } from "../runs/check-rows.ts";
import { type GeneratedRow, generateRows, originOf } from "../runs/generate.ts";
import type { GenerateByModel } from "../runs/generate-by-model.ts";
import type { ScenarioRow } from "../scenario.ts";
import { scenarioRows } from "../scenario.ts";
import { scenarioSetJson } from "./scenario-json.ts";

interface ScenarioGenerationDependencies {
  readonly scenarios: ScenarioStore;
  readonly generateByModel: GenerateByModel;
  readonly checkRows: CheckRows;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}
type GenerationRequest = z.output<typeof GenerationPreviewRequest>;

const wholeSet = 100_000;
/** Limit for interactive requests: each seed is a billed call. */
const seedsByModel = 200;
/** A preview generates from the first seeds only, and checks the first rows only. */
const previewedSeeds = 3;
const previewedRows = 12;

const seedType = { type: "SEED", description: "The seeds as they are", keepsResult: true };

/** Generates rows from rows, by rule or with the project's model. */
export function scenarioGenerationRoutes(dependencies: ScenarioGenerationDependencies) {
  const { scenarios, generateByModel, checkRows, now, baseUrl } = dependencies;
  return [
    defineRoute({
      method: "GET",
      path: "/scenario-generators",
      scope: "read",
      tag: "scenario sets",
      summary: "List the ways of generating rows from seeds",
      answers: { 200: z.strictObject({ items: z.array(ScenarioGenerator) }) },
      handle() {
        const shown = ({ type, description, keepsResult }: typeof seedType, needsModel: boolean) => ({
          type,
          description,
          keepsResult,
          needsModel,
        });
        const byRule = [seedType, ...generators.values()].map((each) => shown(each, false));
        const byModel = Array.from(modelGenerators.values(), (each) => shown(each, true));
        return Promise.resolve(ok({ items: [...byRule, ...byModel] }));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/generate",
      scope: "write",
      tag: "scenario sets",
      summary: "Make a scenario set of rows generated from another one's; every row names its seed",
      body: GenerateRequest,
      answers: { 201: GeneratedSet },
      async handle({ principal: { projectId }, body }) {
        const source = await sourceOf(projectId, body);
        const seeds = await scenarios.rows(source.id, source.version, 0, wholeSet);
        const { rows, ...outcome } = await generated(projectId, seeds, body);
        const { good, failed } = await checkRows(projectId, rows, body.checks);
        if (good.length === 0)
          throw refusal("conflict", `none of the ${rows.length} generated rows passed its checks`, "checks");
        const made = scenarioRows(good);
        const at = now();
        const set = {
          id: asScenarioSetId(randomId("scenario")),
          projectId,
          name: body.name,
          version: 1,
          rows: made.length,
          tags: body.tags,
          createdAt: at,
          updatedAt: at,
        };
        if (!(await scenarios.add(set, made)))
          throw refusal("conflict", "the project has a scenario set of that name: add a version to it", "name");
        const failedData = failed.map(failedJson);
        return { status: 201, body: { ...scenarioSetJson(set, baseUrl()), failedData, ...outcome } };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/generate/preview",
      scope: "write",
      audit: false,
      tag: "scenario sets",
      summary: "Preview generated rows; nothing is stored, and a model is called for three seeds",
      body: GenerationPreviewRequest,
      answers: { 200: GenerationPreview },
      async handle({ principal: { projectId }, body }) {
        const source = await sourceOf(projectId, body);
        const usesModel = modelGenerators.has(body.type);
        const seeds = await scenarios.rows(source.id, source.version, 0, usesModel ? previewedSeeds : wholeSet);
        const { rows, ...outcome } = await generated(projectId, seeds, body);
        const { good, failed } = await checkRows(projectId, rows.slice(0, previewedRows), body.checks);
        const more = rows.length > previewedRows || seeds.length < source.rows;
        return ok({ rows: good.map(rowJson), failedData: failed.map(failedJson), more, ...outcome });
      },
    }),
  ];

  async function sourceOf(projectId: ProjectId, { scenarioId, checks }: GenerationRequest) {
    const source = await scenarios.get(projectId, scenarioId);
    if (!source) throw refusal("invalid-request", "there is no such scenario set", "scenarioId");
    refuseWrongChecks(projectId, checks, dependencies);
    return source;
  }

  async function generated(
    projectId: ProjectId,
    seeds: readonly ScenarioRow[],
    request: GenerationRequest,
  ): Promise<Generated> {
    const { type, numberExamples: perSeed, synonymSets: synonyms, preTemplate, postTemplate } = request;
    const byModel = modelGenerators.get(type);
    if (byModel) return writtenByModel(projectId, seeds, { request, generator: byModel });
    if (type === seedType.type)
      return { rows: seeds.map((seed) => ({ ...seed, origin: originOf(seed, type) })), unanswered: 0 };
    const generator = generators.get(type);
    if (!generator) {
      const known = [seedType.type, ...generators.keys(), ...modelGenerators.keys()];
      const meant = nearest(type, known) ?? known.join(", ");
      throw refusal("invalid-request", `there is no generator of this type; try ${meant}`, "type");
    }
    const rows = generateRows(seeds, generator, { perSeed, synonyms, preTemplate, postTemplate });
    if (rows.length === 0) throw refusal("invalid-request", "no row has anything for this generator to vary", "type");
    return { rows, unanswered: 0 };
  }

  async function writtenByModel(
    projectId: ProjectId,
    seeds: readonly ScenarioRow[],
    { request, generator }: { request: GenerationRequest; generator: Parameters<typeof generateByModel>[2] },
  ): Promise<Generated> {
    const { numberExamples: perSeed, tone, generationPrompt: prompt, generationSchema, lockResult } = request;
    const schema = generationSchema as JsonObject | undefined;
    if (generator.instruction === "" && prompt === undefined)
      throw refusal("invalid-request", `${generator.type} needs a prompt: set generationPrompt`, "generationPrompt");
    if (generator.instruction !== "" && (prompt ?? schema) !== undefined)
      throw refusal(
        "invalid-request",
        "belongs to the custom generators",
        prompt ? "generationPrompt" : "generationSchema",
      );
    if (seeds.length > seedsByModel)
      throw refusal(
        "invalid-request",
        `a model generates from at most ${seedsByModel} seeds per request`,
        "scenarioId",
      );
    const { preTemplate, postTemplate } = request;
    const settings = { perSeed, tone, lockResult, preTemplate, postTemplate };
    const came = await generateByModel(projectId, seeds, generator, {
      ...settings,
      ...(prompt === undefined ? {} : { prompt }),
      ...(schema === undefined ? {} : { schema }),
    });
    if (came.rows.length === 0)
      throw refusal("conflict", `no row was generated: ${came.reason ?? "the model wrote nothing new"}`);
    return came;
  }
}

interface Generated {
  readonly rows: readonly GeneratedRow[];
  readonly unanswered: number;
  readonly reason?: string;
}

const rowJson = ({ input, result, origin }: GeneratedRow) => ({ input, result, origin });

const failedJson = ({ check, reason, ...row }: GeneratedRow & { readonly check: string; readonly reason: string }) => ({
  ...rowJson(row),
  check,
  reason,
});
