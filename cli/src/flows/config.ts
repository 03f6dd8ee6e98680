import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Api, Refusal } from "../api.ts";
import { configFile, type FlowConfig } from "../config.ts";
import { readGiven } from "../read-file.ts";
import type { ReportedRun } from "../report.ts";
import type { Outcome } from "./script.ts";

interface Watched {
  readonly tags: readonly string[];
  readonly tell: (progress: string) => void;
}

interface Run extends Omit<ReportedRun, "app_link" | "model_metrics"> {
  readonly progress?: { readonly waiting: number; readonly leased: number; readonly done: number };
  readonly metrics?: ReportedRun["model_metrics"];
  readonly appLink: string;
}

/** Runs a flow that is settings: the service calls the model, so that nothing of the user's runs here. */
export async function runConfig(
  api: Api,
  { name, scenario, scenarioFile, model, definition: own, secrets, ...asked }: FlowConfig,
  { tags, tell }: Watched,
): Promise<Outcome> {
  if (own !== undefined) await api.post("/models", { name: model, definition: own, secrets, update: true });
  const scenarioId = scenario ?? (await setOf(api, name, scenarioFile ?? ""));
  const { definition } = await api.get<{ definition: { type: string } }>(`/models/${encodeURIComponent(model)}`);
  if (definition.type === "custom") {
    return { runs: [], failure: `the model ${model} is code of yours: run it from a flow in TypeScript or Python` };
  }
  let run = await api.post<Run>("/test-runs", {
    name,
    scenarioId,
    modelId: model,
    ...asked,
    tags,
  });
  while (run.state === "running" || run.state === "evaluating") {
    await sleep(500);
    run = await api.get<Run>(`/test-runs/${run.id}`);
    const { waiting = 0, leased = 0, done = 0 } = run.progress ?? {};
    tell(`${done}/${done + leased + waiting}`);
  }
  const { metrics, appLink, progress: _, ...rest } = run;
  return { runs: [{ ...rest, ...(metrics ? { model_metrics: metrics } : {}), app_link: appLink }] };
}

/** The set of a file's rows: made once for a content, so that the same rows are the same set. */
async function setOf(api: Api, flow: string, file: string): Promise<string> {
  const content = readGiven(file, `${configFile}: the flow ${flow} wants ${file}, which`);
  const name = `${flow} ${createHash("sha256").update(content).digest("hex").slice(0, 12)}`;
  try {
    const format = file.endsWith(".csv") ? "csv" : "jsonl";
    return (await api.post<{ id: string }>("/scenario-sets/upload", { name, content, format })).id;
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.status === 409) return name;
    throw thrown;
  }
}
