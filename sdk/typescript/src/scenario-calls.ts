import type * as api from "./api.ts";
import { Client } from "./client.ts";
import { contentOf, type Uploaded } from "./file.ts";
import type { Json } from "./json.ts";
import type { Check, ScenarioRow, ScenarioSet, SeedData } from "./types.ts";

/** Making, generating and reading scenario sets. */
export class ScenarioCalls extends Client {
  async create_scenario_set(set: {
    readonly name: string;
    readonly seed_data: readonly SeedData[];
    readonly project_id?: string;
    readonly tags?: readonly string[];
  }): Promise<ScenarioSet> {
    await this.mustBe(set.project_id);
    const { name, seed_data: seedData, tags } = set;
    return setOf(await this.http.send("POST /scenario-sets", { body: { name, seedData, tags } }));
  }

  /** A file, or a text that is one: JSON lines of `{input, result}`, or CSV with these columns where it ends in .csv. */
  async upload_scenario_set(
    set: Uploaded & { readonly name: string; readonly format?: "jsonl" | "csv"; readonly tags?: readonly string[] },
  ): Promise<ScenarioSet> {
    const { name, file_path: file = "", format = /\.csv$/i.test(file) ? "csv" : "jsonl", tags } = set;
    const content = contentOf(set);
    await this.mustBe();
    return setOf(await this.http.send("POST /scenario-sets/upload", { body: { name, content, format, tags } }));
  }

  /** The ways to generate rows, and which of them need a model. */
  async get_scenario_generators(): Promise<readonly api.ScenarioGenerator[]> {
    return (await this.http.send("GET /scenario-generators", {})).items;
  }

  /** Rows generated from another set's: see get_scenario_generators. Each names its seed. */
  async generate_scenario_set(asked: GenerateScenarioSet): Promise<GeneratedScenarioSet> {
    await this.mustBe();
    const body = {
      name: asked.name,
      scenarioId: idOf(asked.source_scenario),
      type: asked.generation_type,
      numberExamples: asked.number_examples,
      synonymSets: asked.synonym_sets,
      preTemplate: asked.pre_template,
      postTemplate: asked.post_template,
      tone: asked.generation_tone,
      generationPrompt: asked.generation_prompt,
      generationSchema: asked.generation_schema,
      lockResult: asked.lock_result,
      checks: asked.checks,
      tags: asked.tags,
    };
    const { failedData: failed_data, ...set } = await this.http.send("POST /scenario-sets/generate", { body });
    return { ...setOf(set), failed_data };
  }

  /**
   * Rows of what was recorded: of datapoints by a query or by their ids, or of an issue's occurrences. Personal data is
   * replaced by markers; what was answered is never taken for what should be.
   */
  async collect_scenario_set(asked: CollectScenarioSet): Promise<CollectedScenarioSet> {
    await this.mustBe();
    const { scenario, issue, datapoint_ids: datapointIds, results, ...rest } = asked;
    const body = {
      ...rest,
      scenarioId: scenario === undefined ? undefined : idOf(scenario),
      issueId: issue === undefined ? undefined : `${issue}`,
      datapointIds,
      results: results?.map(({ datapoint_id: datapointId, result }) => ({ datapointId, result })),
    };
    const made = await this.http.send("POST /scenario-sets/from-datapoints", { body });
    const left_out = made.leftOut.map(({ datapointId, because }) => ({ datapoint_id: datapointId, because }));
    return { scenario: setOf(made.scenario), added: made.added, more: made.more, left_out };
  }

  /** The rows of a run that failed: any check of it, or those that are named. */
  async create_failure_scenario(asked: {
    readonly run: { readonly id: string } | string;
    readonly name: string;
    readonly checks?: readonly string[];
    readonly tags?: readonly string[];
  }): Promise<ScenarioSet> {
    await this.mustBe();
    const { run, ...rest } = asked;
    const body = { ...rest, runId: typeof run === "string" ? run : run.id };
    return setOf((await this.http.send("POST /scenario-sets/from-test-run", { body })).scenario);
  }

  /** By id or name. */
  async get_scenario_set(scenario: string): Promise<ScenarioSet> {
    return setOf(await this.http.send("GET /scenario-sets/{id}", pathOf(scenario)));
  }

  /** All sets, newest first. */
  async get_scenario_sets(): Promise<readonly ScenarioSet[]> {
    return (await this.pages("GET /scenario-sets", {})).map(setOf);
  }

  /** Another name, or other tags. */
  async update_scenario_set(
    scenario: ScenarioSet | string,
    change: { readonly name?: string; readonly tags?: readonly string[] },
  ): Promise<ScenarioSet> {
    await this.mustBe();
    return setOf(await this.http.send("PATCH /scenario-sets/{id}", { ...pathOf(scenario), body: change }));
  }

  /** Other rows: they are the set's next version. Runs of the versions before stay as they were. */
  async create_scenario_version(
    scenario: ScenarioSet | string,
    { seed_data: seedData }: { readonly seed_data: readonly SeedData[] },
  ): Promise<ScenarioSet> {
    await this.mustBe();
    return setOf(
      await this.http.send("POST /scenario-sets/{id}/versions", { ...pathOf(scenario), body: { seedData } }),
    );
  }

  /** With all its versions. */
  async delete_scenario_set(scenario: ScenarioSet | string): Promise<void> {
    await this.mustBe();
    await this.http.send("DELETE /scenario-sets/{id}", pathOf(scenario));
  }

  async get_scenario_data_points(scenario: ScenarioSet | string): Promise<readonly ScenarioRow[]> {
    return this.pages("GET /scenario-sets/{id}/rows", pathOf(scenario));
  }

  async download_scenario_set(scenario: ScenarioSet | string, format: "jsonl" | "csv" = "jsonl"): Promise<string> {
    return this.http.send("GET /scenario-sets/{id}/download", { ...pathOf(scenario), query: { format } });
  }
}

export interface GenerateScenarioSet {
  readonly name: string;
  readonly source_scenario: ScenarioSet | string;
  readonly generation_type: string;
  /** Rows wanted of each seed. */
  readonly number_examples?: number;
  readonly synonym_sets?: readonly (readonly string[])[];
  readonly pre_template?: string;
  readonly post_template?: string;
  /** Where a model writes. */
  readonly generation_tone?: NonNullable<api.GenerateRequest["tone"]>;
  /** For the custom generators. */
  readonly generation_prompt?: string;
  /** JSON Schema of the inputs, for the custom generators. */
  readonly generation_schema?: Readonly<Record<string, Json>>;
  /** Every row keeps its seed's result. */
  readonly lock_result?: boolean;
  /** Held against each row before it is taken: those that fail come back as `failed_data`. */
  readonly checks?: readonly (string | Check)[];
  readonly tags?: readonly string[];
}

export interface GeneratedScenarioSet extends ScenarioSet {
  readonly failed_data: api.GeneratedSet["failedData"];
}

export interface CollectScenarioSet {
  /** Of a new set. */
  readonly name?: string;
  /** A set whose next version the rows go to. */
  readonly scenario?: ScenarioSet | string;
  /** A query, as in the search box. */
  readonly q?: string;
  readonly datapoint_ids?: readonly string[];
  /** Id or number of an issue. */
  readonly issue?: string | number;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly input?: "conversation" | "whole_dialog" | "last_user_message";
  /** What should have come of some of them. */
  readonly results?: readonly { readonly datapoint_id: string; readonly result: Json }[];
  readonly tags?: readonly string[];
}

export interface CollectedScenarioSet {
  readonly scenario: ScenarioSet;
  readonly added: number;
  /** There is more than was asked for: see limit. */
  readonly more: boolean;
  readonly left_out: readonly { readonly datapoint_id: string; readonly because: string }[];
}

export const idOf = (scenario: ScenarioSet | string): string =>
  typeof scenario === "string" ? scenario : scenario.scenario_id;

const pathOf = (scenario: ScenarioSet | string) => ({ path: { id: idOf(scenario) } });

const setOf = ({ id, name, version, rows, tags, appLink }: api.ScenarioSet): ScenarioSet => ({
  scenario_id: id,
  name,
  version,
  rows,
  tags,
  app_link: appLink,
});
