import { z } from "zod";
import { refuseWrongChecks } from "../../checks/routes/asked-checks.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asScenarioSetId, type ProjectId } from "../../platform/ids.ts";
import type { JsonObject } from "../../platform/json/json.ts";
import { nearest } from "../../platform/nearest.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok, refusal } from "../../server/routes/route.ts";
import {
  GeneratedSet,
  GenerateRequest,
  GenerationPreview,
  GenerationPreviewRequest,
  ScenarioGenerator,
} from "../contract/scenario-set.ts";
import { modelGenerators } from "../generators/by-model.ts";
import { generators } from "../generators/index.ts";
import { type GeneratedRow, generateRows, originOf } from "../runs/generate.ts";
import type { ScenarioRow } from "../scenario.ts";
import { scenarioRows } from "../scenario.ts";
import { scenarioSetJson } from "./scenario-json.ts";

type Needs = Pick<
  ApiNeeds,
  "scenarios" | "generateByModel" | "checkRows" | "checks" | "slowChecks" | "now" | "baseUrl"
>;
type Asked = z.output<typeof GenerationPreviewRequest>;

const wholeSet = 100_000;
/** Each is a paid call that somebody waits for. */
const seedsByModel = 200;
/** A preview asks a model about the first seeds alone, and holds checks against the first rows alone. */
const previewedSeeds = 3;
const previewedRows = 12;

const seedType = { type: "SEED", description: "The seeds as they are", keepsResult: true };

/** Rows made of rows: by rule, or by the project's model. */
export function scenarioGenerationRoutes(needs: Needs) {
  const { scenarios, generateByModel, checkRows, now, baseUrl } = needs;
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
        const { rows, ...told } = await generated(projectId, seeds, body);
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
        return { status: 201, body: { ...scenarioSetJson(set, baseUrl()), failedData, ...told } };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/scenario-sets/generate/preview",
      scope: "write",
      audit: false,
      tag: "scenario sets",
      summary: "Show some of the rows that would be generated; nothing is stored, and a model is asked of three seeds",
      body: GenerationPreviewRequest,
      answers: { 200: GenerationPreview },
      async handle({ principal: { projectId }, body }) {
        const source = await sourceOf(projectId, body);
        const asksModel = modelGenerators.has(body.type);
        const seeds = await scenarios.rows(source.id, source.version, 0, asksModel ? previewedSeeds : wholeSet);
        const { rows, ...told } = await generated(projectId, seeds, body);
        const { good, failed } = await checkRows(projectId, rows.slice(0, previewedRows), body.checks);
        const more = rows.length > previewedRows || seeds.length < source.rows;
        return ok({ rows: good.map(rowJson), failedData: failed.map(failedJson), more, ...told });
      },
    }),
  ];

  async function sourceOf(projectId: ProjectId, { scenarioId, checks }: Asked) {
    const source = await scenarios.get(projectId, scenarioId);
    if (!source) throw refusal("invalid-request", "there is no such scenario set", "scenarioId");
    refuseWrongChecks(projectId, checks, needs);
    return source;
  }

  async function generated(projectId: ProjectId, seeds: readonly ScenarioRow[], asked: Asked): Promise<Generated> {
    const { type, numberExamples: perSeed, synonymSets: synonyms, preTemplate, postTemplate } = asked;
    const byModel = modelGenerators.get(type);
    if (byModel) return writtenByModel(projectId, seeds, { asked, generator: byModel });
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
    { asked, generator }: { asked: Asked; generator: Parameters<typeof generateByModel>[2] },
  ): Promise<Generated> {
    const { numberExamples: perSeed, tone, generationPrompt: prompt, generationSchema, lockResult } = asked;
    const schema = generationSchema as JsonObject | undefined;
    if (generator.ask === "" && prompt === undefined)
      throw refusal("invalid-request", `${generator.type} needs a prompt of your own`, "generationPrompt");
    if (generator.ask !== "" && (prompt ?? schema) !== undefined)
      throw refusal(
        "invalid-request",
        "belongs to the custom generators",
        prompt ? "generationPrompt" : "generationSchema",
      );
    if (seeds.length > seedsByModel)
      throw refusal("invalid-request", `a model is asked for ${seedsByModel} seeds at most at one time`, "scenarioId");
    const { preTemplate, postTemplate } = asked;
    const settings = { perSeed, tone, lockResult, preTemplate, postTemplate };
    const came = await generateByModel(projectId, seeds, generator, {
      ...settings,
      ...(prompt === undefined ? {} : { prompt }),
      ...(schema === undefined ? {} : { schema }),
    });
    if (came.rows.length === 0)
      throw refusal("conflict", `no row was generated: ${came.because ?? "the model wrote nothing new"}`);
    return came;
  }
}

interface Generated {
  readonly rows: readonly GeneratedRow[];
  readonly unanswered: number;
  readonly because?: string;
}

const rowJson = ({ input, result, origin }: GeneratedRow) => ({ input, result, origin });

const failedJson = ({
  check,
  because,
  ...row
}: GeneratedRow & { readonly check: string; readonly because: string }) => ({
  ...rowJson(row),
  check,
  because,
});
