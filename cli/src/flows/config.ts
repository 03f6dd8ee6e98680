import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestRun } from "../../../packages/api-client/src/api.ts";
import { builtFrom } from "../../../packages/api-client/src/built-from.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { Refusal, withPosition } from "../api.ts";
import { usage } from "../exit.ts";
import { metricsOf, underLeast } from "../metrics.ts";
import { readGiven } from "../read-file.ts";
import type { FlowConfig } from "../settings/flows.ts";
import type { Outcome } from "./script.ts";

interface Watched {
  readonly tags: readonly string[];
  /** Checks that the run may pass without, if it has them. */
  readonly allowSkipped: readonly string[];
  readonly onProgress: (progress: string) => void;
}

/**
 * Runs a flow that consists of settings: the service calls the model, so no code of the user runs here. A
 * setting that the service rejects throws Exit with its line.
 */
export async function runConfig(api: ApiClient, flow: FlowConfig, watched: Watched): Promise<Outcome> {
  const { model, positionOf } = flow;
  if (flow.collect !== undefined) await collected(api, flow);
  const scenarioId = flow.scenario ?? (await setOf(api, flow));
  if (flow.definition !== undefined) {
    const { definition, secrets } = flow;
    await withPosition(
      (field) => positionOf(field === "name" ? "model" : field),
      () => api.send("POST /models", { body: { name: model, definition, secrets, update: true } }),
    );
  }
  const { definition } = await withPosition(
    () => positionOf("model"),
    () => api.send("GET /models/{id}", { path: { id: model } }),
  );
  if (definition.type === "custom")
    throw usage(`${positionOf("model")}: ${model} is code of yours: run it from a flow in TypeScript or Python`);
  return ended(api, flow, scenarioId, watched);
}

async function ended(
  api: ApiClient,
  flow: FlowConfig,
  scenarioId: string,
  { tags, allowSkipped, onProgress }: Watched,
): Promise<Outcome> {
  const { name, model, type, checks, simulation, repeats, concurrency, atK, similarity, apiKeys } = flow;
  const settings = { type, checks, simulation, repeats, concurrency, atK, similarity, apiKeys };
  const skipped = { allowSkipped: allowedIn(flow, allowSkipped) };
  const body = { name, scenarioId, modelId: model, ...settings, ...skipped, tags, ...builtFrom() };
  let run: TestRun = await withPosition(flow.positionOf, () => api.send("POST /test-runs", { body }));
  while (run.state === "running" || run.state === "evaluating") {
    await sleep(500);
    run = await api.send("GET /test-runs/{id}", { path: { id: run.id } });
    const { waiting, leased, done } = run.progress;
    onProgress(`${done}/${done + leased + waiting}`);
  }
  const { metrics, appLink, progress: _, ...rest } = run;
  const missed = metrics ? underLeast(metricsOf(metrics), flow.atLeast) : [];
  return {
    runs: [{ ...rest, ...(metrics ? { model_metrics: metrics } : {}), app_link: appLink }],
    ...(missed.length === 0 ? {} : { failure: missed.join("\n") }),
  };
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

/** Returns the set of a file's rows, created once per content: the same rows are the same set. */
async function setOf(api: ApiClient, { name: flow, scenarioFile: file = "", positionOf }: FlowConfig): Promise<string> {
  const content = readGiven(file, `${positionOf("content")}: ${file}`);
  const name = `${flow} ${createHash("sha256").update(content).digest("hex").slice(0, 12)}`;
  try {
    const format = file.endsWith(".csv") ? "csv" : "jsonl";
    return (await api.send("POST /scenario-sets/upload", { body: { name, content, format } })).id;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    if (thrown.status === 409) return name;
    const [, line, why] = /^line (\d+): ([\s\S]*)$/.exec(thrown.detail) ?? [];
    throw usage(line === undefined ? `${file}: ${thrown.detail}` : `${file}:${line}: ${why}`);
  }
}
