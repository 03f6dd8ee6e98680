import { appendFileSync } from "node:fs";
import { GaffeError } from "./errors.ts";
import { createHttp, type Http } from "./http.ts";
import { makeTries } from "./run.ts";
import type { CustomModel, RunMetrics, RunTestOptions, ScenarioRow, ScenarioSet, SeedData, TestRun } from "./types.ts";

export interface GaffeOptions {
  /** An API token; GAFFE_API_KEY where absent. */
  readonly api_key?: string;
  /** GAFFE_BASE_URL, else http://127.0.0.1:4233, where absent. */
  readonly base_url?: string;
  /** Of one request, milliseconds. */
  readonly timeout?: number;
  /** Tries after the first failed one, where trying again may help. */
  readonly retries?: number;
}

/** A client for offline runs: scenario sets, registered models, test runs. Throws GaffeError. */
export class Gaffe {
  readonly #http: Http;

  constructor({ api_key, base_url, timeout = 30_000, retries = 4 }: GaffeOptions = {}) {
    const apiKey = api_key ?? process.env["GAFFE_API_KEY"];
    if (!apiKey) throw new GaffeError("Missing API key: pass api_key, or set GAFFE_API_KEY");
    const baseUrl = (base_url ?? process.env["GAFFE_BASE_URL"] ?? "http://127.0.0.1:4233").replace(/\/+$/, "");
    this.#http = createHttp({ baseUrl, apiKey, timeoutMs: timeout, retries });
  }

  async create_scenario_set(set: {
    readonly name: string;
    readonly seed_data: readonly SeedData[];
    readonly project_id?: string;
    readonly tags?: readonly string[];
  }): Promise<ScenarioSet> {
    await this.#mustBe(set.project_id);
    const { name, seed_data: seedData, tags } = set;
    return setOf(await this.#http.post<ApiSet>("/scenario-sets", { name, seedData, tags }));
  }

  /** A file's content: JSON lines of `{input, result}`, or CSV with these columns. */
  async upload_scenario_set(set: {
    readonly name: string;
    readonly content: string;
    readonly format?: "jsonl" | "csv";
    readonly tags?: readonly string[];
  }): Promise<ScenarioSet> {
    return setOf(await this.#http.post<ApiSet>("/scenario-sets/upload", set));
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
    const body = {
      name: asked.name,
      scenarioId: idOf(asked.source_scenario),
      type: asked.generation_type,
      numberExamples: asked.number_examples,
      synonymSets: asked.synonym_sets,
      preTemplate: asked.pre_template,
      postTemplate: asked.post_template,
    };
    return setOf(await this.#http.post<ApiSet>("/scenario-sets/generate", body));
  }

  /** By id or name. */
  async get_scenario_set(scenario: string): Promise<ScenarioSet> {
    return setOf(await this.#http.get<ApiSet>(`/scenario-sets/${encodeURIComponent(scenario)}`));
  }

  /** All sets, newest first. */
  async get_scenario_sets(): Promise<readonly ScenarioSet[]> {
    return (await this.#pages<ApiSet>("/scenario-sets")).map(setOf);
  }

  async get_scenario_data_points(scenario: ScenarioSet | string): Promise<readonly ScenarioRow[]> {
    return this.#pages<ScenarioRow>(`/scenario-sets/${encodeURIComponent(idOf(scenario))}/rows`);
  }

  async download_scenario_set(scenario: ScenarioSet | string, format: "jsonl" | "csv" = "jsonl"): Promise<string> {
    return this.#http.text(`/scenario-sets/${encodeURIComponent(idOf(scenario))}/download?format=${format}`);
  }

  /** `update` makes the next version of a model that is known with another definition. */
  async register_model(model: {
    readonly name: string;
    readonly models: CustomModel;
    readonly project_id?: string;
    readonly tags?: readonly string[];
    readonly update?: boolean;
  }): Promise<RegisteredModel> {
    await this.#mustBe(model.project_id);
    const { name, models, tags, update } = model;
    const definition = { type: models.type };
    const registered = await this.#http.post<ApiModel>("/models", { name, definition, tags, update });
    return {
      id: registered.id,
      name: registered.name,
      version: registered.version,
      run_test: (options) => this.#runTest(registered.id, models, options),
    };
  }

  async get_test_run(id: string): Promise<TestRun> {
    return runOf(await this.#http.get<ApiRun>(`/test-runs/${encodeURIComponent(id)}`));
  }

  /** All runs, newest first. */
  async find_test_runs(): Promise<readonly TestRun[]> {
    return (await this.#pages<ApiRun>("/test-runs")).map(runOf);
  }

  /** Datapoints that match a query, newest first: at most `limit`. */
  async find_datapoints({ q = "", limit = 50, from, to }: FindDatapoints = {}): Promise<readonly unknown[]> {
    const asked = new URLSearchParams({ q, limit: `${limit}` });
    if (from !== undefined) asked.set("from", from);
    if (to !== undefined) asked.set("to", to);
    return (await this.#http.get<Page<unknown>>(`/datapoints?${asked.toString()}`)).items;
  }

  /** Records one or many model calls, in the shape of POST /api/v1/datapoints. */
  async add_datapoints(datapoints: readonly unknown[]): Promise<readonly { readonly id: string }[]> {
    return (await this.#http.post<Page<{ id: string }>>("/datapoints", datapoints)).items;
  }

  async #runTest(modelId: string, model: CustomModel, options: RunTestOptions): Promise<TestRun> {
    await this.#mustBe(options.project_id);
    const scenario = options.scenario ?? options.scenario_id;
    if (scenario === undefined) throw new GaffeError("run_test needs a scenario: a set, its id or its name");
    const started = await this.#http.post<ApiRun>("/test-runs", {
      name: options.name,
      scenarioId: idOf(scenario),
      modelId,
      type: options.type,
      checks: options.checks,
      tags: options.tags,
      calculateMetrics: options.calculate_metrics,
      repeats: options.repeats,
      atK: options.at_k,
    });
    await makeTries(this.#http, started.id, model, options);
    const run = await this.#ended(started.id);
    reportToCommand(run);
    return run;
  }

  async #ended(id: string): Promise<TestRun> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 3000)) {
      const run = await this.get_test_run(id);
      if (run.state !== "running" && run.state !== "evaluating") return run;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  async #pages<Item>(path: string): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page<Item> = await this.#http.get(`${path}?limit=200${after}`);
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  /** A token acts in one project: another one asked for is a mistake, not a wish. */
  async #mustBe(project: string | undefined): Promise<void> {
    if (project === undefined) return;
    const { projectId } = await this.#http.get<{ projectId?: string }>("/me");
    if (projectId !== undefined && projectId !== project) {
      throw new GaffeError(`the token belongs to the project ${projectId}, not ${project}: make a token there`);
    }
  }
}

/** A model that test runs can call. */
export interface RegisteredModel {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Tries every row of a scenario set and resolves when all is judged. */
  run_test(options: RunTestOptions): Promise<TestRun>;
}

export interface FindDatapoints {
  /** The query language of the search box. */
  readonly q?: string;
  readonly limit?: number;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

interface ApiSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly appLink: string;
}

interface ApiModel {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

interface ApiRun extends Pick<TestRun, "id" | "name" | "type" | "state" | "progress" | "failure"> {
  readonly metrics?: RunMetrics;
  readonly appLink: string;
}

/** `gaffe run` gathers the runs of a flow from the file that it names. */
function reportToCommand(run: TestRun): void {
  const file = process.env["GAFFE_REPORT_FILE"];
  if (file) appendFileSync(file, `${JSON.stringify(run)}\n`);
}

const idOf = (scenario: ScenarioSet | string): string =>
  typeof scenario === "string" ? scenario : scenario.scenario_id;

const setOf = ({ id, name, version, rows, tags, appLink }: ApiSet): ScenarioSet => ({
  scenario_id: id,
  name,
  version,
  rows,
  tags,
  app_link: appLink,
});

const runOf = ({ id, name, type, state, progress, failure, metrics, appLink }: ApiRun): TestRun => ({
  id,
  name,
  type,
  state,
  progress,
  ...(failure === undefined ? {} : { failure }),
  ...(metrics === undefined ? {} : { model_metrics: metrics }),
  app_link: appLink,
});
