import { Client } from "./client.ts";
import type { Json } from "./json.ts";
import type { ScenarioRow, ScenarioSet, SeedData } from "./types.ts";

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
    return setOf(await this.http.post<ApiSet>("/scenario-sets", { name, seedData, tags }));
  }

  /** A file's content: JSON lines of `{input, result}`, or CSV with these columns. */
  async upload_scenario_set(set: {
    readonly name: string;
    readonly content: string;
    readonly format?: "jsonl" | "csv";
    readonly tags?: readonly string[];
  }): Promise<ScenarioSet> {
    await this.mustBe();
    return setOf(await this.http.post<ApiSet>("/scenario-sets/upload", set));
  }

  /** Rows generated from another set's: see GET /api/v1/scenario-generators for the types. */
  async generate_scenario_set(asked: {
    readonly name: string;
    readonly source_scenario: ScenarioSet | string;
    readonly generation_type: string;
    readonly number_examples?: number;
    readonly synonym_sets?: readonly (readonly string[])[];
    readonly pre_template?: string;
    readonly post_template?: string;
  }): Promise<ScenarioSet> {
    await this.mustBe();
    const body = {
      name: asked.name,
      scenarioId: idOf(asked.source_scenario),
      type: asked.generation_type,
      numberExamples: asked.number_examples,
      synonymSets: asked.synonym_sets,
      preTemplate: asked.pre_template,
      postTemplate: asked.post_template,
    };
    return setOf(await this.http.post<ApiSet>("/scenario-sets/generate", body));
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
    const made = await this.http.post<{ scenario: ApiSet; added: number; more: boolean; leftOut: LeftOut[] }>(
      "/scenario-sets/from-datapoints",
      body,
    );
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
    return setOf((await this.http.post<{ scenario: ApiSet }>("/scenario-sets/from-test-run", body)).scenario);
  }

  /** By id or name. */
  async get_scenario_set(scenario: string): Promise<ScenarioSet> {
    return setOf(await this.http.get<ApiSet>(pathOf(scenario)));
  }

  /** All sets, newest first. */
  async get_scenario_sets(): Promise<readonly ScenarioSet[]> {
    return (await this.pages<ApiSet>("/scenario-sets")).map(setOf);
  }

  async get_scenario_data_points(scenario: ScenarioSet | string): Promise<readonly ScenarioRow[]> {
    return this.pages<ScenarioRow>(`${pathOf(scenario)}/rows`);
  }

  async download_scenario_set(scenario: ScenarioSet | string, format: "jsonl" | "csv" = "jsonl"): Promise<string> {
    return this.http.text(`${pathOf(scenario)}/download?format=${format}`);
  }
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

interface LeftOut {
  readonly datapointId: string;
  readonly because: string;
}

export const idOf = (scenario: ScenarioSet | string): string =>
  typeof scenario === "string" ? scenario : scenario.scenario_id;

const pathOf = (scenario: ScenarioSet | string) => `/scenario-sets/${encodeURIComponent(idOf(scenario))}`;

interface ApiSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly appLink: string;
}

const setOf = ({ id, name, version, rows, tags, appLink }: ApiSet): ScenarioSet => ({
  scenario_id: id,
  name,
  version,
  rows,
  tags,
  app_link: appLink,
});
