import type * as api from "../../../packages/api-client/src/api.ts";
import type { Json } from "../../../packages/api-client/src/json.ts";
import { Client } from "./client.ts";
import { camel } from "./definition.ts";
import { contentOf, type Uploaded } from "./file.ts";
import type { Check, ScenarioRow, ScenarioSet, SeedData } from "./types.ts";

/** Makes, generates and reads scenario sets. */
export class ScenarioCalls extends Client {
  /** Makes a set. The same rows under a known name return the set that exists; with `update`, others its next version. */
  async create_scenario_set(set: {
    readonly name: string;
    readonly seed_data: readonly SeedData[];
    readonly project_id?: string;
    readonly tags?: readonly string[];
    readonly update?: boolean;
  }): Promise<ScenarioSet> {
    const { name, seed_data: seedData, tags, update } = set;
    return setOf(await this.write("POST /scenario-sets", { body: { name, seedData, tags, update } }, set.project_id));
  }

  /**
   * Uploads a file, or the text of one: JSON lines of `{input, result}`, or CSV with these columns if its name
   * ends in .csv.
   */
  async upload_scenario_set(
    set: Uploaded & {
      readonly name: string;
      readonly format?: "jsonl" | "csv";
      readonly tags?: readonly string[];
      readonly update?: boolean;
    },
  ): Promise<ScenarioSet> {
    const { name, file_path: file = "", format = /\.csv$/i.test(file) ? "csv" : "jsonl", tags, update } = set;
    const content = contentOf(set);
    return setOf(await this.write("POST /scenario-sets/upload", { body: { name, content, format, tags, update } }));
  }

  /** Returns the generators of rows, and which of them need a model. */
  async get_scenario_generators(): Promise<readonly api.ScenarioGenerator[]> {
    return (await this.api.send("GET /scenario-generators", {})).items;
  }

  /** Generates rows from another set's rows; see get_scenario_generators. Each row names its seed. */
  async generate_scenario_set(request: GenerateScenarioSet): Promise<GeneratedScenarioSet> {
    const { source_scenario, generation_type: type, generation_tone: tone, ...rest } = request;
    const { generation_schema: generationSchema, checks, ...options } = rest;
    const body = { ...camel(options), scenarioId: idOf(source_scenario), type, tone, generationSchema, checks };
    const { failedData: failed_data, ...set } = await this.write("POST /scenario-sets/generate", { body });
    return { ...setOf(set), failed_data };
  }

  /**
   * Makes rows from recorded datapoints, by a query, by ids, or from an issue's occurrences. Personal data is
   * replaced by markers; a response is never used as the expected result.
   */
  async collect_scenario_set(request: CollectScenarioSet): Promise<CollectedScenarioSet> {
    const { scenario, issue, datapoint_ids: datapointIds, results, ...rest } = request;
    const body = {
      ...rest,
      scenarioId: scenario === undefined ? undefined : idOf(scenario),
      issueId: issue === undefined ? undefined : `${issue}`,
      datapointIds,
      results: results?.map(({ datapoint_id: datapointId, result }) => ({ datapointId, result })),
    };
    const made = await this.write("POST /scenario-sets/from-datapoints", { body });
    const left_out = made.leftOut.map(({ datapointId, reason }) => ({
      datapoint_id: datapointId,
      reason,
    }));
    return { scenario: setOf(made.scenario), added: made.added, more: made.more, left_out };
  }

  /** Makes a set from the rows of a run that failed any check, or one of the named checks. */
  async create_failure_scenario(request: {
    readonly run: { readonly id: string } | string;
    readonly name: string;
    readonly checks?: readonly string[];
    readonly tags?: readonly string[];
    readonly update?: boolean;
  }): Promise<ScenarioSet> {
    const { run, ...rest } = request;
    const body = { ...rest, runId: typeof run === "string" ? run : run.id };
    return setOf((await this.write("POST /scenario-sets/from-test-run", { body })).scenario);
  }

  /** Returns a set by id or name. */
  async get_scenario_set(scenario: string): Promise<ScenarioSet> {
    return setOf(await this.api.send("GET /scenario-sets/{id}", pathOf(scenario)));
  }

  /** Returns all sets, newest first. */
  async get_scenario_sets(): Promise<readonly ScenarioSet[]> {
    return (await this.api.list("GET /scenario-sets", {})).items.map(setOf);
  }

  /** Changes the name or the tags. */
  async update_scenario_set(
    scenario: ScenarioSet | string,
    change: { readonly name?: string; readonly tags?: readonly string[] },
  ): Promise<ScenarioSet> {
    return setOf(await this.write("PATCH /scenario-sets/{id}", { ...pathOf(scenario), body: change }));
  }

  /** Replaces the rows; they become the set's next version. Runs of earlier versions do not change. */
  async create_scenario_version(
    scenario: ScenarioSet | string,
    { seed_data: seedData }: { readonly seed_data: readonly SeedData[] },
  ): Promise<ScenarioSet> {
    return setOf(await this.write("POST /scenario-sets/{id}/versions", { ...pathOf(scenario), body: { seedData } }));
  }

  /** Deletes a set with all its versions. */
  async delete_scenario_set(scenario: ScenarioSet | string): Promise<void> {
    await this.write("DELETE /scenario-sets/{id}", pathOf(scenario));
  }

  async get_scenario_data_points(scenario: ScenarioSet | string): Promise<readonly ScenarioRow[]> {
    return (await this.api.list("GET /scenario-sets/{id}/rows", pathOf(scenario))).items;
  }

  async download_scenario_set(scenario: ScenarioSet | string, format: "jsonl" | "csv" = "jsonl"): Promise<string> {
    return this.api.text("GET /scenario-sets/{id}/download", { ...pathOf(scenario), query: { format } });
  }
}

export interface GenerateScenarioSet {
  readonly name: string;
  readonly source_scenario: ScenarioSet | string;
  readonly generation_type: string;
  /** Number of rows to generate from each seed. */
  readonly number_examples?: number;
  readonly synonym_sets?: readonly (readonly string[])[];
  readonly pre_template?: string;
  readonly post_template?: string;
  /** Tone, for generators that use a model. */
  readonly generation_tone?: NonNullable<api.GenerateRequest["tone"]>;
  /** For the custom generators. */
  readonly generation_prompt?: string;
  /** JSON Schema of the inputs, for the custom generators. */
  readonly generation_schema?: Readonly<Record<string, Json>>;
  /** Whether every row keeps its seed's result. */
  readonly lock_result?: boolean;
  /** Applied to each row before it is added: rows that fail are returned as `failed_data`. */
  readonly checks?: readonly (string | Check)[];
  readonly tags?: readonly string[];
}

export interface GeneratedScenarioSet extends ScenarioSet {
  readonly failed_data: api.GeneratedSet["failedData"];
}

export interface CollectScenarioSet {
  /** Name of a new set. */
  readonly name?: string;
  /** A set whose next version gets the rows. */
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
  /** Expected results of some of the datapoints. */
  readonly results?: readonly { readonly datapoint_id: string; readonly result: Json }[];
  readonly tags?: readonly string[];
  /** Whether other rows under a known name become its next version. */
  readonly update?: boolean;
}

export interface CollectedScenarioSet {
  readonly scenario: ScenarioSet;
  readonly added: number;
  /** More datapoints match than `limit` allows. */
  readonly more: boolean;
  readonly left_out: readonly { readonly datapoint_id: string; readonly reason: string }[];
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
