import type * as api from "./api.ts";
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
      run_test: (options) => this.#runTest(registered.id, models, options),
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

  /**
   * Goes on with a run of a model that the service calls, which was cancelled or has failed: tries that have a result
   * keep it. Keys that came with the run are not kept over a restart of the service: give them again.
   */
  async resume_test_run(run: TestRun | string, api_keys: Readonly<Record<string, string>> = {}): Promise<TestRun> {
    await this.http.send("POST /test-runs/{id}/resume", { ...runPath(run), body: { apiKeys: api_keys } });
    return this.#ended(runId(run));
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

  async #runTest(modelId: string, model: AnyModel, options: RunTestOptions): Promise<TestRun> {
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
      calculateMetrics: options.calculate_metrics,
      repeats: options.repeats,
      atK: options.at_k,
      simulation: options.simulation && simulationOf(options.simulation),
      // What the service calls by itself, it calls as often at once.
      ...(isOwn(model) ? {} : { concurrency, apiKeys: options.api_keys }),
    };
    const started = await this.http.send("POST /test-runs", { body });
    if (!isOwn(model)) return this.#reported(started.id, options);
    const ofMine: readonly LocalCheck[] = checks.filter(isLocal);
    const { waiting, leased, done } = started.progress;
    const told = progressForCommand(options.name, waiting + leased + done);
    await makeTries(this.http, started.id, { model, checks: ofMine, concurrency, tell: options.on_progress, told });
    return this.#reported(started.id, {});
  }

  async #reported(id: string, { on_progress: tell }: Pick<RunTestOptions, "on_progress">): Promise<TestRun> {
    const run = await this.#ended(id, tell);
    reportToCommand(run);
    return run;
  }

  async #ended(id: string, tell?: RunTestOptions["on_progress"]): Promise<TestRun> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 3000)) {
      const run = await this.get_test_run(id);
      const { waiting, leased, done } = run.progress;
      tell?.({ done, total: done + leased + waiting });
      if (run.state !== "running" && run.state !== "evaluating") return run;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

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
