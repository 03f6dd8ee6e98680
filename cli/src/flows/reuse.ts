import type { Model, Reevaluation, ScenarioSet, TestRun } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { printNote } from "../print.ts";
import type { FlowConfig } from "../settings/flows.ts";

/** What a flow tries, in the versions that it would use. */
export interface Tried {
  readonly scenario: ScenarioSet;
  readonly model: Model;
}

/** Earlier runs of a set and a model that are looked at, newest first. */
const maxRunsRead = 50;

/**
 * Returns a finished run of the same rows, model and prompt, whose responses can be evaluated again; versions are made
 * by content. Only responses of a provider's model are reused: what an application, a judge or a simulated user
 * responds does not follow from the settings.
 */
export async function reusableRun(
  api: ApiClient,
  flow: FlowConfig,
  { scenario, model }: Tried,
): Promise<TestRun | undefined> {
  const { definition } = model;
  const { checks = [], repeats = 1, type = "NL_GENERATION", similarity } = flow;
  if (definition.type !== "generation" || definition.model === undefined || checks.length === 0) return undefined;
  if (type === "MULTI_TURN" || (await haveUsageChecks(api, checks))) return undefined;
  const query = { scenarioId: scenario.id, modelId: model.id };
  const { items } = await api.list("GET /test-runs", { query }, maxRunsRead);
  return items.find(
    (run) =>
      run.state === "finished" &&
      run.scenarioVersion === scenario.version &&
      run.modelVersion === model.version &&
      run.repeats === repeats &&
      run.type === type &&
      (similarity === undefined || run.similarity === similarity) &&
      run.metrics?.errors === 0,
  );
}

/** Checks of tokens, cost and latency are about the call, which does not happen. */
async function haveUsageChecks(api: ApiClient, checks: NonNullable<FlowConfig["checks"]>): Promise<boolean> {
  const { items } = await api.send("GET /checks", { query: { judges: "operation" } });
  const names = new Set(items.map(({ name }) => name));
  return checks.some((each) => names.has(typeof each === "string" ? each : each.check));
}

/** Evaluates the responses of an earlier run, as a separate run. */
export function reevaluated(
  api: ApiClient,
  earlier: TestRun,
  settings: Omit<Reevaluation, "checks"> & { readonly checks?: Reevaluation["checks"] | undefined },
): Promise<TestRun> {
  printNote(`${settings.name}: the responses of the run ${earlier.id} are used; --no-cache calls the model`);
  const body = { ...settings, checks: settings.checks ?? [] };
  return api.send("POST /test-runs/{id}/reevaluate", { path: { id: earlier.id }, body });
}

/** Whether responses are reused where the command does not say: in a build, every run calls the model. */
export const isCachedByDefault = ({ CI }: NodeJS.ProcessEnv): boolean =>
  CI === undefined || CI === "" || CI === "false";
