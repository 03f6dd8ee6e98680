import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../api.ts";
import type { FlowConfig } from "../config.ts";
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
  { name, scenario, model, type, checks }: FlowConfig,
  { tags, tell }: Watched,
): Promise<Outcome> {
  const { definition } = await api.get<{ definition: { type: string } }>(`/models/${encodeURIComponent(model)}`);
  if (definition.type === "custom") {
    return { runs: [], failure: `the model ${model} is code of yours: run it from a flow in TypeScript or Python` };
  }
  let run = await api.post<Run>("/test-runs", { name, scenarioId: scenario, modelId: model, type, checks, tags });
  while (run.state === "running" || run.state === "evaluating") {
    await sleep(500);
    run = await api.get<Run>(`/test-runs/${run.id}`);
    const { waiting = 0, leased = 0, done = 0 } = run.progress ?? {};
    tell(`${done}/${done + leased + waiting}`);
  }
  const { metrics, appLink, progress: _, ...rest } = run;
  return { runs: [{ ...rest, ...(metrics ? { model_metrics: metrics } : {}), app_link: appLink }] };
}
