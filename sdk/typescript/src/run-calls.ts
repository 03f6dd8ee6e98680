import type * as api from "./api.ts";
import { builtFrom } from "./built-from.ts";
import { progressForCommand, reportToCommand, runTags } from "./command.ts";
import { type AnyModel, definitionOf, isOwn, simulationOf } from "./definition.ts";
import { GaffeError } from "./errors.ts";
import { askedCheck, isLocal } from "./local-check.ts";
import { idOf, ScenarioCalls } from "./scenario-calls.ts";
import { makeTries } from "./tries.ts";
import type { Check, Comparison, LocalCheck, RunTestOptions, ScenarioSet, TestRun, TestRunRow } from "./types.ts";

/** A model that test runs can call. */
export interface RegisteredModel {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Tries every row of a scenario set and resolves when all is judged. */
  run_test(options: RunTestOptions): Promise<TestRun>;
  /** Starts a run of a model that the service calls, and does not wait for its end: see get_test_run. */
  submit_test(options: Omit<RunTestOptions, "on_progress">): Promise<TestRun>;
  /**
   * Goes on with a run of this model that was cancelled or failed, or whose program ended half-way: tries that have a
   * result keep it, the others are made. Checks of yours are given again; so are keys of providers, which nobody keeps.
   */
  resume_test(run: TestRun | string, options?: ResumeTestOptions): Promise<TestRun>;
}

/** Registering models, making test runs, reading and comparing them. */
export class RunCalls extends ScenarioCalls {
  /** `update` makes the next version of a model that is known with another definition. */
  async register_model(model: {
    readonly name: string;
    /** Code of your own, or what the service calls by itself. */
    readonly models: AnyModel;
    /** Of a generation model's provider: kept sealed by the service. */
    readonly api_key?: string;
    /** What `{secret.NAME}` in an endpoint's requests stands for; kept sealed. */
    readonly secrets?: Readonly<Record<string, string>>;
    readonly project_id?: string;
    readonly tags?: readonly string[];
    readonly update?: boolean;
  }): Promise<RegisteredModel> {
    await this.mustBe(model.project_id);
    const { name, models, tags, update, api_key: apiKey, secrets } = model;
    const definition = definitionOf(models);
    const registered = await this.http.send("POST /models", {
      body: { name, definition, tags, update, apiKey, secrets },
    });
    return {
      id: registered.id,
      name: registered.name,
      version: registered.version,
      run_test: async (options) => this.#tried(await this.#started(registered.id, models, options), models, options),
      submit_test: async (options) => {
        if (isOwn(models))
          throw new GaffeError("submit_test is for models that the service calls: code of yours runs by run_test");
        return runOf(await this.#started(registered.id, models, options));
      },
      resume_test: (run, options = {}) => this.#resumeTest(run, models, options),
    };
  }

  /** Models that are registered, newest first, with their definitions. */
  async get_all_models(): Promise<readonly api.Model[]> {
    return this.pages("GET /models", {});
  }

  /** By id or name; the newest version unless told. */
  async get_model(model: string, version?: number): Promise<api.Model> {
    return this.http.send("GET /models/{id}", { path: { id: model }, query: { version } });
  }

  /** A run as it stands now. */
  async get_test_run(run: TestRun | string): Promise<TestRun> {
    return runOf(await this.http.send("GET /test-runs/{id}", runPath(run)));
  }

  /** Every try of a run with its verdicts. */
  async get_test_run_rows(run: TestRun | string): Promise<readonly TestRunRow[]> {
    return this.pages("GET /test-runs/{id}/rows", runPath(run));
  }

  /** Ends a run early; what came stays. */
  async cancel_test_run(run: TestRun | string): Promise<TestRun> {
    return runOf(await this.http.send("POST /test-runs/{id}/cancel", runPath(run)));
  }

  /** Runs, newest first: all, or those of a set or a model. */
  async find_test_runs({ scenario, model_id, limit }: FindTestRuns = {}): Promise<readonly TestRun[]> {
    const query = { scenarioId: scenario === undefined ? undefined : idOf(scenario), modelId: model_id };
    return (await this.pages("GET /test-runs", { query }, limit)).map(runOf);
  }

  /**
   * Holds up to three finished runs against a base, row by row and check by check. `alpha` is the share of false
   * alarms among what is called significant; 0.05 unless told.
   */
  async compare(
    base: TestRun | string,
    runs: TestRun | string | readonly (TestRun | string)[],
    alpha?: number,
  ): Promise<Comparison> {
    const others = typeof runs === "string" || "id" in runs ? [runs] : runs;
    return this.http.send("POST /test-runs/compare", {
      body: { base: runId(base), runs: others.map(runId), alpha },
    });
  }

  /**
   * Judges the answers of a run by other checks, as a run of its own; no model is called, and the other run stays as
   * it was.
   */
  async re_evaluate(
    run: TestRun | string,
    asked: { readonly checks: readonly (string | Check)[]; readonly name?: string },
  ): Promise<TestRun> {
    await this.mustBe();
    const started = await this.http.send("POST /test-runs/{id}/reevaluate", { ...runPath(run), body: asked });
    return this.#ended(started.id);
  }

  async #started(modelId: string, model: AnyModel, options: RunTestOptions): Promise<api.TestRun> {
    const { concurrency = 8, checks = [] } = options;
    const scenario = options.scenario ?? options.scenario_id;
    if (scenario === undefined) throw new GaffeError("run_test needs a scenario: a set, its id or its name");
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new GaffeError(
        `concurrency is how many rows are under way at once: 1 or more, not ${concurrency}. Leave it out for 8`,
        { field: "concurrency" },
      );
    await this.mustBe(options.project_id);
    const body: api.NewTestRun = {
      name: options.name,
      scenarioId: idOf(scenario),
      modelId,
      type: options.type,
      checks: checks.map((check) => askedCheck(check)),
      tags: runTags(options.tags),
      ...builtFrom(),
      calculateMetrics: options.calculate_metrics,
      repeats: options.repeats,
      atK: options.at_k,
      likeness: options.likeness,
      simulation: options.simulation && simulationOf(options.simulation),
      apiKeys: options.api_keys,
      // What the service calls by itself, it calls as often at once.
      ...(isOwn(model) ? {} : { concurrency }),
    };
    return this.http.send("POST /test-runs", { body });
  }

  async #resumeTest(run: TestRun | string, model: AnyModel, options: ResumeTestOptions): Promise<TestRun> {
    const { checks = [], api_keys: apiKeys = {} } = options;
    const found = await this.http.send("GET /test-runs/{id}", runPath(run));
    const lacking = found.checks.find(({ check, local }) => local && !checks.some(({ name }) => name === check));
    if (lacking)
      throw new GaffeError(`the run has ${lacking.check}, a check of yours: pass it again`, { field: "checks" });
    if (found.state === "finished" || found.state === "evaluating") return this.#reported(found.id, options);
    // What the service calls by itself goes on by itself.
    if (found.state !== "running" || isOwn(model))
      await this.http.send("POST /test-runs/{id}/resume", { ...runPath(run), body: { apiKeys } });
    return this.#tried(found, model, options);
  }

  async #tried(run: api.TestRun, model: AnyModel, options: ResumeTestOptions | RunTestOptions): Promise<TestRun> {
    if (!isOwn(model)) return this.#reported(run.id, options);
    const { checks = [], concurrency = 8, on_progress: tell } = options;
    const ofMine: readonly LocalCheck[] = checks.filter(isLocal);
    const told = progressForCommand(run.name, run.progress.waiting + run.progress.leased);
    await makeTries(this.patient, run.id, { model, checks: ofMine, concurrency, tell, told });
    return this.#reported(run.id, {});
  }

  async #reported(id: string, { on_progress: tell }: Pick<RunTestOptions, "on_progress">): Promise<TestRun> {
    const run = await this.#ended(id, tell);
    reportToCommand(run);
    return run;
  }

  async #ended(id: string, tell?: RunTestOptions["on_progress"]): Promise<TestRun> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 3000)) {
      const run = runOf(await this.patient.send("GET /test-runs/{id}", runPath(id)));
      const { waiting, leased, done } = run.progress;
      tell?.({ done, total: done + leased + waiting });
      if (run.state !== "running" && run.state !== "evaluating") return run;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

export type ResumeTestOptions = Pick<RunTestOptions, "concurrency" | "api_keys" | "on_progress"> & {
  /** Those of the run that are functions of yours. */
  readonly checks?: readonly LocalCheck[];
};

export interface FindTestRuns {
  readonly scenario?: ScenarioSet | string;
  readonly model_id?: string;
  readonly limit?: number;
}

const runId = (run: TestRun | string) => (typeof run === "string" ? run : run.id);
const runPath = (run: TestRun | string) => ({ path: { id: runId(run) } });

const runOf = ({ id, name, type, state, progress, failure, metrics, appLink }: api.TestRun): TestRun => ({
  id,
  name,
  type,
  state,
  progress,
  ...(failure === undefined ? {} : { failure }),
  ...(metrics === undefined ? {} : { model_metrics: metrics }),
  app_link: appLink,
});
