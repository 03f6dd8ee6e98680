import type * as api from "../../../packages/api-client/src/api.ts";
import { builtFrom } from "../../../packages/api-client/src/built-from.ts";
import { makeAttempts } from "./attempts.ts";
import { allowedSkipped, progressForCommand, reportToCommand, runTags } from "./command.ts";
import { type AnyModel, definitionOf, isOwn, simulationOf } from "./definition.ts";
import { GaffeError } from "./errors.ts";
import { interruptible } from "./interrupt.ts";
import { isLocal, requestedCheck } from "./local-check.ts";
import { idOf, ScenarioCalls } from "./scenario-calls.ts";
import type { Check, Comparison, LocalCheck, RunTestOptions, ScenarioSet, TestRun, TestRunRow } from "./types.ts";

/** A model that test runs can call. */
export interface RegisteredModel {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Runs every row of a scenario set and resolves when all are evaluated. */
  run_test(options: RunTestOptions): Promise<TestRun>;
  /** Starts a run of a model that the service calls, and does not wait for its end: see get_test_run. */
  submit_test(options: Omit<RunTestOptions, "on_progress">): Promise<TestRun>;
  /**
   * Continues a run of this model that was cancelled, failed, or lost its program: attempts with a result keep
   * it, the others are made. Pass your local checks and provider keys again; neither is stored.
   */
  resume_test(run: TestRun | string, options?: ResumeTestOptions): Promise<TestRun>;
}

/** Registers models, makes test runs, reads and compares them. */
export class RunCalls extends ScenarioCalls {
  /** Registers a model. With `update`, a different definition becomes the next version of a known model. */
  async register_model(model: {
    readonly name: string;
    /** Your own code, or a model that the service calls. */
    readonly models: AnyModel;
    /** API key of a generation model's provider; the service stores it sealed. */
    readonly api_key?: string;
    /** Values of `{secret.NAME}` in an endpoint's requests; stored sealed. */
    readonly secrets?: Readonly<Record<string, string>>;
    readonly project_id?: string;
    readonly tags?: readonly string[];
    readonly update?: boolean;
  }): Promise<RegisteredModel> {
    const { name, models, tags, update, api_key: apiKey, secrets } = model;
    const definition = definitionOf(models);
    const body = { name, definition, tags, update, apiKey, secrets };
    const registered = await this.write("POST /models", { body }, model.project_id);
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

  /** Returns registered models, newest first, with their definitions. */
  async get_all_models(): Promise<readonly api.Model[]> {
    return (await this.api.list("GET /models", {})).items;
  }

  /** Returns a model by id or name; by default its newest version. */
  async get_model(model: string, version?: number): Promise<api.Model> {
    return this.api.send("GET /models/{id}", { path: { id: model }, query: { version } });
  }

  /** Returns the current state of a run. */
  async get_test_run(run: TestRun | string): Promise<TestRun> {
    return runOf(await this.api.send("GET /test-runs/{id}", runPath(run)));
  }

  /** Returns every attempt of a run with its verdicts. */
  async get_test_run_rows(run: TestRun | string): Promise<readonly TestRunRow[]> {
    return (await this.api.list("GET /test-runs/{id}/rows", runPath(run))).items;
  }

  /** Cancels a run; existing results stay. */
  async cancel_test_run(run: TestRun | string): Promise<TestRun> {
    return runOf(await this.api.send("POST /test-runs/{id}/cancel", runPath(run)));
  }

  /** Returns runs, newest first: all, or those of a set or a model. */
  async find_test_runs({ scenario, model_id, limit }: FindTestRuns = {}): Promise<readonly TestRun[]> {
    const query = { scenarioId: scenario === undefined ? undefined : idOf(scenario), modelId: model_id };
    return (await this.api.list("GET /test-runs", { query }, limit)).items.map(runOf);
  }

  /**
   * Compares up to three finished runs with a base, row by row and check by check. `alpha` is the share of
   * false alarms among the differences called significant; default: 0.05.
   */
  async compare(
    base: TestRun | string,
    runs: TestRun | string | readonly (TestRun | string)[],
    alpha?: number,
  ): Promise<Comparison> {
    const others = typeof runs === "string" || "id" in runs ? [runs] : runs;
    return this.api.send("POST /test-runs/compare", {
      body: { base: runId(base), runs: others.map(runId), alpha },
    });
  }

  /**
   * Evaluates the responses of a run with other checks, as a separate run; no model is called, and the original
   * run does not change.
   */
  async re_evaluate(
    run: TestRun | string,
    request: {
      readonly checks: readonly (string | Check)[];
      readonly name?: string;
      readonly allow_skipped?: readonly string[];
    },
  ): Promise<TestRun> {
    const { allow_skipped: allowSkipped, ...body } = request;
    const started = await this.write("POST /test-runs/{id}/reevaluate", {
      ...runPath(run),
      body: { ...body, allowSkipped },
    });
    return this.#ended(started.id);
  }

  async #started(modelId: string, model: AnyModel, options: RunTestOptions): Promise<api.TestRun> {
    const { concurrency = 8, checks = [] } = options;
    const scenario = options.scenario ?? options.scenario_id;
    if (scenario === undefined) throw new GaffeError("run_test needs a scenario: a set, its id or its name");
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new GaffeError(
        `concurrency is the number of rows in progress at the same time: 1 or more, not ${concurrency}. Leave it out for 8`,
        { field: "concurrency" },
      );
    const body: api.NewTestRun = {
      name: options.name,
      scenarioId: idOf(scenario),
      modelId,
      type: options.type,
      checks: checks.map((check) => requestedCheck(check)),
      allowSkipped: allowedSkipped(checks, options.allow_skipped),
      tags: runTags(options.tags),
      ...builtFrom(),
      calculateMetrics: options.calculate_metrics,
      repeats: options.repeats,
      atK: options.at_k,
      similarity: options.similarity,
      simulation: options.simulation && simulationOf(options.simulation),
      apiKeys: options.api_keys,
      // For models that the service calls, this also limits the service.
      ...(isOwn(model) ? {} : { concurrency }),
    };
    return this.write("POST /test-runs", { body }, options.project_id);
  }

  async #resumeTest(run: TestRun | string, model: AnyModel, options: ResumeTestOptions): Promise<TestRun> {
    const { checks = [], api_keys: apiKeys = {} } = options;
    const found = await this.api.send("GET /test-runs/{id}", runPath(run));
    const lacking = found.checks.find(({ check, local }) => local && !checks.some(({ name }) => name === check));
    if (lacking)
      throw new GaffeError(`the run has ${lacking.check}, a check of yours: pass it again`, { field: "checks" });
    if (found.state === "finished" || found.state === "evaluating") return this.#reported(found.id, options);
    // The service continues its own calls; nothing to do here.
    if (found.state !== "running" || isOwn(model))
      await this.api.send("POST /test-runs/{id}/resume", { ...runPath(run), body: { apiKeys } });
    return this.#tried(found, model, options);
  }

  async #tried(run: api.TestRun, model: AnyModel, options: ResumeTestOptions | RunTestOptions): Promise<TestRun> {
    return interruptible(this.#made(run, model, options), async () => this.#left(run, model));
  }

  /** Leaves an interrupted run: the service's calls are cancelled, calls of this program end with it. */
  async #left({ id, name }: api.TestRun, model: AnyModel): Promise<string> {
    const call = isOwn(model) ? ("GET /test-runs/{id}" as const) : ("POST /test-runs/{id}/cancel" as const);
    const { progress, appLink } = await this.api.send(call, runPath(id));
    const { waiting, leased, done } = progress;
    const state = isOwn(model) ? "has" : "is cancelled with";
    const command = isOwn(model) ? "" : `, or gaffe run --resume ${id}`;
    return [
      `Interrupted: the run ${name} (${id}) ${state} ${done} of ${done + leased + waiting} rows done.`,
      `Resume it with model.resume_test("${id}")${command}. See ${appLink}`,
    ].join("\n");
  }

  async #made(run: api.TestRun, model: AnyModel, options: ResumeTestOptions | RunTestOptions): Promise<TestRun> {
    if (!isOwn(model)) return this.#reported(run.id, options);
    const { checks = [], concurrency = 8, on_progress: onProgress } = options;
    const ofMine: readonly LocalCheck[] = checks.filter(isLocal);
    const onResults = progressForCommand(run.name, run.progress.waiting + run.progress.leased);
    await makeAttempts(this.retryingApi, run.id, { model, checks: ofMine, concurrency, onProgress, onResults });
    return this.#reported(run.id, {});
  }

  async #reported(id: string, { on_progress: onProgress }: Pick<RunTestOptions, "on_progress">): Promise<TestRun> {
    const run = await this.#ended(id, onProgress);
    reportToCommand(run);
    return run;
  }

  async #ended(id: string, onProgress?: RunTestOptions["on_progress"]): Promise<TestRun> {
    for (let waitMs = 20; ; waitMs = Math.min(waitMs * 1.5, 250)) {
      const run = runOf(await this.retryingApi.send("GET /test-runs/{id}", runPath(id)));
      const { waiting, leased, done } = run.progress;
      onProgress?.({ done, total: done + leased + waiting });
      if (run.state !== "running" && run.state !== "evaluating") return run;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

export type ResumeTestOptions = Pick<RunTestOptions, "concurrency" | "api_keys" | "on_progress"> & {
  /** The run's checks that are functions of yours. */
  readonly checks?: readonly LocalCheck[];
};

export interface FindTestRuns {
  readonly scenario?: ScenarioSet | string;
  readonly model_id?: string;
  readonly limit?: number;
}

const runId = (run: TestRun | string) => (typeof run === "string" ? run : run.id);
const runPath = (run: TestRun | string) => ({ path: { id: runId(run) } });

const runOf = ({ id, name, type, state, progress, failure, metrics, conclusion, appLink }: api.TestRun): TestRun => ({
  id,
  name,
  type,
  state,
  progress,
  ...(failure === undefined ? {} : { failure }),
  ...(metrics === undefined ? {} : { model_metrics: metrics }),
  ...(conclusion === undefined ? {} : { conclusion }),
  app_link: appLink,
});
