import type * as api from "../../../packages/api-client/src/api.ts";
import { builtFrom } from "../../../packages/api-client/src/built-from.ts";
import { makeAttempts } from "./attempts.ts";
import { allowedSkipped, progressForCommand, reportToCommand, runTags } from "./command.ts";
import { type AnyModel, definitionOf, isOwn, type ServedModel } from "./definition.ts";
import { GaffeError } from "./errors.ts";
import { interruptible } from "./interrupt.ts";
import { localOf, requestedCheck } from "./local-check.ts";
import type { CustomBatchModel, CustomModel, CustomMultiturnTarget, ModelInvocation } from "./model-types.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import {
  type NewModel,
  type RegisteredModel,
  type ResumeTestOptions,
  refuseUnknownOfModel,
  refuseUnknownOfResume,
  refuseUnknownOfRun,
} from "./registered-model.ts";
import type { Known } from "./row-types.ts";
import { runOf } from "./run.ts";
import { idOf, pathOf, type Reference, ScenarioCalls } from "./scenario-calls.ts";
import type { Comparison, RunTestOptions, TestRun, TestRunRow } from "./types.ts";

/** Registers models, makes test runs, reads and compares them. */
export class RunCalls extends ScenarioCalls {
  /** Registers a model. With `update`, a different definition becomes the next version of a known model. */
  async registerModel<Input = unknown>(
    model: NewModel<CustomMultiturnTarget<Input>>,
  ): Promise<RegisteredModel<Input, unknown, string>>;
  async registerModel<Input = unknown, Invocation extends ModelInvocation = ModelInvocation>(
    model: NewModel<CustomBatchModel<Input, Invocation>>,
  ): Promise<RegisteredModel<Input, unknown, Invocation["modelPrediction"]>>;
  async registerModel(model: NewModel<ServedModel>): Promise<RegisteredModel>;
  // The most frequent form is the last: the compiler explains a mistake by it.
  async registerModel<Input = unknown, Result = unknown, Invocation extends ModelInvocation = ModelInvocation>(
    model: NewModel<CustomModel<Input, Result, Invocation>>,
  ): Promise<RegisteredModel<Input, Result, Invocation["modelPrediction"]>>;
  async registerModel(registered: NewModel): Promise<RegisteredModel> {
    refuseUnknownOfModel(registered);
    const { name, model, tags, update, apiKey, secrets } = registered;
    const body = { name, definition: definitionOf(model), tags, update, apiKey, secrets };
    const { id, version } = await this.write("POST /models", { body }, registered.projectId);
    return {
      id,
      name,
      version,
      runTest: async (options) => this.#tried(await this.#started(id, model, options), model, options),
      submitTest: async (options) => {
        if (isOwn(model))
          throw new GaffeError("submitTest is for models that the service calls: code of yours runs by runTest");
        return runOf(await this.#started(id, model, options));
      },
      resumeTest: (run, options = {}) => this.#resumeTest(run, model, options),
    };
  }

  /** Returns registered models, newest first, with their definitions. */
  async getAllModels(): Promise<readonly api.Model[]> {
    return (await this.api.list("GET /models", {})).items;
  }

  /** Returns a model by id or name; by default its newest version. */
  async getModel(model: string, version?: number): Promise<api.Model> {
    return this.api.send("GET /models/{id}", { path: { id: model }, query: { version } });
  }

  /** Returns the current state of a run. */
  async getTestRun(run: Reference): Promise<TestRun> {
    return runOf(await this.api.send("GET /test-runs/{id}", pathOf(run)));
  }

  /** Returns every attempt of a run with its verdicts. */
  async getTestRunRows<Input = never, Result = never, Output = never>(
    run: TestRun<Input, Result, Output> | string,
  ): Promise<readonly TestRunRow<Known<Input>, Known<Result>, Known<Output>>[]> {
    const { items } = await this.api.list("GET /test-runs/{id}/rows", pathOf(run));
    return items as readonly TestRunRow<Known<Input>, Known<Result>, Known<Output>>[];
  }

  /** Cancels a run; existing results stay. */
  async cancelTestRun(run: Reference): Promise<TestRun> {
    return runOf(await this.api.send("POST /test-runs/{id}/cancel", pathOf(run)));
  }

  /** Returns runs, newest first: all, or those of a set or a model. */
  async findTestRuns(wanted: FindTestRuns = {}): Promise<readonly TestRun[]> {
    refuseUnknown("findTestRuns", wanted, findNames);
    const { scenario, model, limit } = wanted;
    const query = {
      scenarioId: scenario === undefined ? undefined : idOf(scenario),
      modelId: model === undefined ? undefined : idOf(model),
    };
    return (await this.api.list("GET /test-runs", { query }, limit)).items.map((each) => runOf(each));
  }

  /**
   * Compares up to three finished runs with a base, row by row and check by check. `alpha` is the share of
   * false alarms among the differences called significant; default: 0.05.
   */
  async compare(base: Reference, runs: Reference | readonly Reference[], alpha?: number): Promise<Comparison> {
    const others = typeof runs === "string" || "id" in runs ? [runs] : runs;
    return this.api.send("POST /test-runs/compare", {
      body: { base: idOf(base), runs: others.map(idOf), alpha },
    });
  }

  /**
   * Evaluates the responses of a run with other checks, as a separate run; no model is called, and the original
   * run does not change.
   */
  async reEvaluate(run: Reference, request: api.Reevaluation): Promise<TestRun> {
    const started = await this.write("POST /test-runs/{id}/reevaluate", { ...pathOf(run), body: request });
    return this.#ended(started.id);
  }

  async #started(modelId: string, model: AnyModel, options: RunTestOptions): Promise<api.TestRun> {
    refuseUnknownOfRun(options);
    const { concurrency = 8, checks = [], scenario, projectId, onProgress: _, simulation, ...settings } = options;
    if (scenario === undefined) throw new GaffeError("runTest needs a scenario: a set, its id or its name");
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new GaffeError(
        `concurrency is the number of rows in progress at the same time: 1 or more, not ${concurrency}. Leave it out for 8`,
        { field: "concurrency" },
      );
    const requested = checks.map((check) => requestedCheck(check));
    const body: api.NewTestRun = {
      ...settings,
      scenarioId: idOf(scenario),
      modelId,
      checks: requested,
      allowSkipped: allowedSkipped(requested, options.allowSkipped),
      tags: runTags(options.tags),
      ...builtFrom(),
      simulation: simulation && { driver: {}, ...simulation },
      // For models that the service calls, this also limits the service.
      ...(isOwn(model) ? {} : { concurrency }),
    };
    return this.write("POST /test-runs", { body }, projectId);
  }

  async #resumeTest(run: Reference, model: AnyModel, options: ResumeTestOptions): Promise<TestRun> {
    refuseUnknownOfResume(options);
    const { apiKeys = {} } = options;
    const names = new Set((options.checks ?? []).map((check) => localOf(check)?.name));
    const found = await this.api.send("GET /test-runs/{id}", pathOf(run));
    const lacking = found.checks.find(({ check, local }) => local && !names.has(check));
    if (lacking)
      throw new GaffeError(`the run has ${lacking.check}, a check of yours: pass it again`, { field: "checks" });
    if (found.state === "finished" || found.state === "evaluating") return this.#reported(found.id, options);
    // The service continues its own calls; nothing to do here.
    if (found.state !== "running" || isOwn(model))
      await this.api.send("POST /test-runs/{id}/resume", { ...pathOf(run), body: { apiKeys } });
    return this.#tried(found, model, options);
  }

  async #tried(run: api.TestRun, model: AnyModel, options: ResumeTestOptions | RunTestOptions): Promise<TestRun> {
    return interruptible(this.#made(run, model, options), async () => this.#left(run, model));
  }

  /** Leaves an interrupted run: the service's calls are cancelled, calls of this program end with it. */
  async #left({ id, name }: api.TestRun, model: AnyModel): Promise<string> {
    const call = isOwn(model) ? ("GET /test-runs/{id}" as const) : ("POST /test-runs/{id}/cancel" as const);
    const { progress, appLink } = await this.api.send(call, pathOf(id));
    const { waiting, leased, done } = progress;
    const state = isOwn(model) ? "has" : "is cancelled with";
    const command = isOwn(model) ? "" : `, or gaffe run --resume ${id}`;
    return [
      `Interrupted: the run ${name} (${id}) ${state} ${done} of ${done + leased + waiting} rows done.`,
      `Resume it with model.resumeTest("${id}")${command}. See ${appLink}`,
    ].join("\n");
  }

  async #made(run: api.TestRun, model: AnyModel, options: ResumeTestOptions | RunTestOptions): Promise<TestRun> {
    if (!isOwn(model)) return this.#reported(run.id, options);
    const { checks = [], concurrency = 8, onProgress } = options;
    const ofMine = checks.flatMap((check) => localOf(check) ?? []);
    const onResults = progressForCommand(run.name, run.progress.waiting + run.progress.leased);
    await makeAttempts(this.retryingApi, run.id, { model, checks: ofMine, concurrency, onProgress, onResults });
    return this.#reported(run.id, {});
  }

  async #reported(id: string, { onProgress }: Pick<RunTestOptions, "onProgress">): Promise<TestRun> {
    const run = await this.#ended(id, onProgress);
    reportToCommand(run);
    return run;
  }

  async #ended(id: string, onProgress?: RunTestOptions["onProgress"]): Promise<TestRun> {
    for (let waitMs = 20; ; waitMs = Math.min(waitMs * 1.5, 250)) {
      const run = runOf(await this.retryingApi.send("GET /test-runs/{id}", pathOf(id)));
      const { waiting, leased, done } = run.progress;
      onProgress?.({ done, total: done + leased + waiting });
      if (run.state !== "running" && run.state !== "evaluating") return run;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

export interface FindTestRuns {
  readonly scenario?: Reference;
  readonly model?: Reference;
  readonly limit?: number;
}

const findNames: OptionNames<FindTestRuns> = { scenario: true, model: true, limit: true };
