import { basename } from "node:path";
import type { ScenarioSet } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { Refusal, withPosition } from "../api.ts";
import { usage } from "../exit.ts";
import { readGiven } from "../read-file.ts";
import type { FlowConfig } from "../settings/flows.ts";

/**
 * Returns the set of a flow: the one that it names, or the one of its rows or its file. The same rows are the same
 * version, other rows its next one.
 */
export async function setOf(api: ApiClient, flow: FlowConfig): Promise<ScenarioSet> {
  const { flow: name, scenario, scenarioFile, rows, positionOf } = flow;
  if (scenario !== undefined) return named(api, scenario, positionOf("scenarioId"));
  if (scenarioFile !== undefined) return uploaded(api, flow, scenarioFile);
  return withPosition(positionOf, () =>
    api.send("POST /scenario-sets", { body: { name, seedData: rows ?? [], update: true } }),
  );
}

async function named(api: ApiClient, scenario: string, position: string): Promise<ScenarioSet> {
  try {
    return await api.send("GET /scenario-sets/{id}", { path: { id: scenario } });
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    throw usage(`${position}: ${thrown.status === 404 ? `there is no scenario set ${scenario}` : thrown.detail}`);
  }
}

async function uploaded(api: ApiClient, { flow, positionOf }: FlowConfig, file: string): Promise<ScenarioSet> {
  const content = readGiven(file, `${positionOf("content")}: ${file}`);
  const format = file.endsWith(".csv") ? "csv" : "jsonl";
  try {
    const body = { name: `${flow}: ${basename(file)}`, content, format, update: true } as const;
    return await api.send("POST /scenario-sets/upload", { body });
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const [, line, why] = /^line (\d+): ([\s\S]*)$/.exec(thrown.detail) ?? [];
    throw usage(line === undefined ? `${file}: ${thrown.detail}` : `${file}:${line}: ${why}`);
  }
}
