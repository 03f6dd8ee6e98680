import { Client } from "./client.ts";
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
