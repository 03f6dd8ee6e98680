import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Api, Refusal } from "../api.ts";
import { usage } from "../exit.ts";
import { metricsOf, underLeast } from "../metrics.ts";
import { readGiven } from "../read-file.ts";
import type { ReportedRun } from "../report.ts";
import type { FlowConfig } from "../settings/flows.ts";
import { builtFrom } from "./built-from.ts";
import type { Outcome } from "./script.ts";

interface Watched {
  readonly tags: readonly string[];
  readonly onProgress: (progress: string) => void;
}

interface Run extends Omit<ReportedRun, "app_link" | "model_metrics"> {
  readonly progress?: { readonly waiting: number; readonly leased: number; readonly done: number };
  readonly metrics?: ReportedRun["model_metrics"];
  readonly appLink: string;
}

/**
 * Runs a flow that consists of settings: the service calls the model, so no code of the user runs here. A
 * setting that the service rejects throws Exit with its line.
 */
export async function runConfig(api: Api, flow: FlowConfig, watched: Watched): Promise<Outcome> {
  const { model, positionOf } = flow;
  if (flow.collect !== undefined) await collected(api, flow);
  const scenarioId = flow.scenario ?? (await setOf(api, flow));
  if (flow.definition !== undefined) {
    const { definition, secrets } = flow;
    await withPosition(
      (field) => positionOf(field === "name" ? "model" : field),
      () => api.post("/models", { name: model, definition, secrets, update: true }),
    );
  }
  const { definition } = await withPosition(
    () => positionOf("model"),
    () => api.get<{ definition: { type: string } }>(`/models/${encodeURIComponent(model)}`),
  );
  if (definition.type === "custom")
    throw usage(`${positionOf("model")}: ${model} is code of yours: run it from a flow in TypeScript or Python`);
  return ended(api, flow, scenarioId, watched);
}

async function ended(api: Api, flow: FlowConfig, scenarioId: string, { tags, onProgress }: Watched): Promise<Outcome> {
  const { name, model, type, checks, simulation, repeats, concurrency, atK, similarity, apiKeys } = flow;
  const settings = { type, checks, simulation, repeats, concurrency, atK, similarity, apiKeys };
  let run = await withPosition(flow.positionOf, () =>
    api.post<Run>("/test-runs", { name, scenarioId, modelId: model, ...settings, tags, ...builtFrom() }),
  );
  while (run.state === "running" || run.state === "evaluating") {
    await sleep(500);
    run = await api.get<Run>(`/test-runs/${run.id}`);
    const { waiting = 0, leased = 0, done = 0 } = run.progress ?? {};
    onProgress(`${done}/${done + leased + waiting}`);
  }
  const { metrics, appLink, progress: _, ...rest } = run;
  const missed = metrics ? underLeast(metricsOf(metrics), flow.atLeast) : [];
  return {
    runs: [{ ...rest, ...(metrics ? { model_metrics: metrics } : {}), app_link: appLink }],
    ...(missed.length === 0 ? {} : { failure: missed.join("\n") }),
  };
}

/** Creates the set from recorded datapoints; an existing set stays as it is. */
async function collected(api: Api, { scenario: name, collect, positionOf }: FlowConfig): Promise<void> {
  try {
    await api.post("/scenario-sets/from-datapoints", { name, ...(collect as object) });
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    if (thrown.status === 409 && thrown.field === "name") return;
    const field = thrown.field === undefined ? "" : `${thrown.field}: `;
    throw usage(`${positionOf("collect")}: ${field}${thrown.detail}`);
  }
}

/** Returns the set of a file's rows, created once per content: the same rows are the same set. */
async function setOf(api: Api, { name: flow, scenarioFile: file = "", positionOf }: FlowConfig): Promise<string> {
  const content = readGiven(file, `${positionOf("content")}: ${file}`);
  const name = `${flow} ${createHash("sha256").update(content).digest("hex").slice(0, 12)}`;
  try {
    const format = file.endsWith(".csv") ? "csv" : "jsonl";
    return (await api.post<{ id: string }>("/scenario-sets/upload", { name, content, format })).id;
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    if (thrown.status === 409) return name;
    const [, line, why] = /^line (\d+): ([\s\S]*)$/.exec(thrown.detail) ?? [];
    throw usage(line === undefined ? `${file}: ${thrown.detail}` : `${file}:${line}: ${why}`);
  }
}

/** Reports a rejection by the service with the line of the setting that causes it. */
async function withPosition<Answer>(
  positionOf: (field?: string) => string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    throw usage(`${positionOf(thrown.field)}: ${thrown.detail}`);
  }
}
