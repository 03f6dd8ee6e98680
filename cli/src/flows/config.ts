import { setTimeout as sleep } from "node:timers/promises";
import type { TestRun } from "../../../packages/api-client/src/api.ts";
import { builtFrom } from "../../../packages/api-client/src/built-from.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { Refusal, withPosition } from "../api.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import type { Progress } from "../flow-progress.ts";
import { metricsOf, underLeast } from "../metrics.ts";
import type { FlowConfig } from "../settings/flows.ts";
import { reevaluated, reusableRun, type Tried } from "./reuse.ts";
import { rowFailures } from "./row-checks.ts";
import { setOf } from "./scenario-of.ts";
import type { Outcome } from "./script.ts";

interface Watched {
  readonly tags: readonly string[];
  /** Checks that the run may pass without, if it has them. */
  readonly allowSkipped: readonly string[];
  /** Whether responses of an earlier run of the same model over the same rows are used. */
  readonly isCached: boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Runs a flow that consists of settings: the service calls the model, so no code of the user runs here. A
 * setting that the service rejects throws Exit with its line.
 */
export async function runConfig(api: ApiClient, flow: FlowConfig, watched: Watched): Promise<Outcome> {
  const { model, positionOf } = flow;
  if (flow.collect !== undefined) await collected(api, flow);
  const scenario = await setOf(api, flow);
  if (flow.definition !== undefined) {
    const { definition, secrets } = flow;
    await withPosition(
      (field) => positionOf(field === "name" ? "model" : field),
      () => api.send("POST /models", { body: { name: model, definition, secrets, update: true } }),
    );
  }
  const registered = await withPosition(
    () => positionOf("model"),
    () => api.send("GET /models/{id}", { path: { id: model } }),
  );
  if (registered.definition.type === "custom")
    throw usage(`${positionOf("model")}: ${model} is code of yours: run it from a flow in TypeScript or Python`);
  return ended(api, flow, { scenario, model: registered }, watched);
}

async function ended(
  api: ApiClient,
  flow: FlowConfig,
  tried: Tried,
  { tags, allowSkipped, isCached, onProgress, signal }: Watched,
): Promise<Outcome> {
  const { name, type, checks, simulation, repeats, concurrency, atK, similarity, apiKeys } = flow;
  const skipped = { allowSkipped: allowedIn(flow, allowSkipped) };
  const common = { name, type, checks, atK, ...skipped, tags };
  const earlier = isCached ? await reusableRun(api, flow, tried) : undefined;
  const started = await withPosition(flow.positionOf, () => {
    if (earlier) return reevaluated(api, earlier, common);
    const ids = { scenarioId: tried.scenario.id, modelId: tried.model.id };
    const served = { simulation, repeats, concurrency, similarity, apiKeys };
    return api.send("POST /test-runs", { body: { ...common, ...ids, ...served, ...builtFrom() } });
  });
  const outcome = outcomeOf(await endOf(api, started, { onProgress, signal }), flow);
  const failures = [outcome.failure, ...(await rowFailures(api, started.id, flow))].filter(
    (each) => each !== undefined,
  );
  return { runs: outcome.runs, ...(failures.length === 0 ? {} : { failure: failures.join("\n") }) };
}

function outcomeOf(run: TestRun, flow: FlowConfig | undefined): Outcome {
  const { metrics, appLink, ...rest } = run;
  const missed = metrics && flow ? underLeast(metricsOf(metrics), flow.atLeast) : [];
  return {
    runs: [{ ...rest, ...(metrics ? { model_metrics: metrics } : {}), app_link: appLink }],
    ...(missed.length === 0 ? {} : { failure: missed.join("\n") }),
  };
}

/** Waits for the end of a run. When the signal is aborted, it cancels the run and throws Exit with how it is left. */
async function endOf(
  api: ApiClient,
  started: TestRun,
  { onProgress, signal }: Pick<Watched, "onProgress" | "signal">,
): Promise<TestRun> {
  const path = { id: started.id };
  let run = started;
  const from = performance.now();
  while (run.state === "running" || run.state === "evaluating") {
    await sleep(pauseMs(run, performance.now() - from), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      const { name, id, progress, appLink } = await api.send("POST /test-runs/{id}/cancel", { path });
      const text = `interrupted: the run ${name} (${id}) is cancelled with ${progress.done}/${progressOf(progress).total} rows done`;
      throw new Exit(exitCodes.interrupted, `${text}.\nResume it with: gaffe run --resume ${id}\nSee ${appLink}`);
    }
    run = await api.send("GET /test-runs/{id}", { path });
    onProgress(progressOf(run.progress));
  }
  return run;
}

/** Returns a short pause near the expected end, so that the end is not noticed late. */
function pauseMs({ progress: { waiting, leased, done } }: TestRun, elapsedMs: number): number {
  const open = waiting + leased;
  // With all rows done, judges may need as long as the rows did.
  const leftMs = open === 0 ? elapsedMs / 20 : done === 0 ? longestPauseMs : (elapsedMs / done) * open;
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, leftMs / 2));
}

const shortestPauseMs = 50;
const longestPauseMs = 500;

const progressOf = ({ waiting, leased, done }: TestRun["progress"]): Progress => ({
  done,
  total: done + leased + waiting,
});

/** Resumes a run of a model that the service calls, with the keys of the flow of its name, and waits for its end. */
export async function resumeRun(
  api: ApiClient,
  id: string,
  flows: readonly FlowConfig[],
  watched: Pick<Watched, "onProgress" | "signal">,
): Promise<Outcome & { readonly name: string }> {
  const found = await api.send("GET /test-runs/{id}", { path: { id } });
  if (!found.isServed)
    throw usage(
      `the program of ${found.name} makes its calls: resume it there with model.resumeTest("${id}"), in Python resume_test`,
    );
  const flow = flows.find(({ name }) => name === found.name);
  const body = { apiKeys: flow?.apiKeys ?? {} };
  const hasStopped = found.state === "cancelled" || found.state === "failed";
  const run = hasStopped ? await api.send("POST /test-runs/{id}/resume", { path: { id }, body }) : found;
  return { name: found.name, ...outcomeOf(await endOf(api, run, watched), flow) };
}

/** Returns the checks that a flow may pass without: its own setting, and those of the command that it has. */
export function allowedIn({ checks = [], allowSkipped = [] }: FlowConfig, given: readonly string[]): readonly string[] {
  const names = new Set(checks.map((each) => (typeof each === "string" ? each : each.check)));
  return [...new Set([...allowSkipped, ...given.filter((name) => names.has(name))])];
}

/** Creates the set from recorded datapoints; an existing set stays as it is. */
async function collected(api: ApiClient, { scenario: name, collect, positionOf }: FlowConfig): Promise<void> {
  try {
    await api.send("POST /scenario-sets/from-datapoints", { body: { name, ...collect } });
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    if (thrown.status === 409 && thrown.field === "name") return;
    const field = thrown.field === undefined ? "" : `${thrown.field}: `;
    throw usage(`${positionOf("collect")}: ${field}${thrown.detail}`);
  }
}
