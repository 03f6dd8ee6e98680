import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { Refusal } from "../api.ts";
import { flowsFolder } from "../config.ts";
import { usage } from "../exit.ts";
import { readGiven } from "../read-file.ts";
import type { FlowConfig } from "../settings/flows.ts";
import { pythonOf } from "./python.ts";

/** Throws Exit for what a YAML flow would fail with at its start: its rows or its model are missing. */
export async function requireRowsAndModel(api: ApiClient, flow: FlowConfig): Promise<void> {
  const { scenario, scenarioFile, collect, model, definition, positionOf } = flow;
  if (scenarioFile !== undefined) readGiven(scenarioFile, `${positionOf("content")}: ${scenarioFile}`);
  if (scenario !== undefined && collect === undefined)
    await required(api.send("GET /scenario-sets/{id}", { path: { id: scenario } }), () =>
      usage(`${positionOf("scenarioId")}: there is no scenario set ${scenario}`),
    );
  if (definition !== undefined) return;
  const found = await required(api.send("GET /models/{id}", { path: { id: model } }), () =>
    usage(`${positionOf("modelId")}: there is no model ${model}: register it, or give its definition`),
  );
  if (found.definition.type === "custom")
    throw usage(`${positionOf("modelId")}: ${model} is code of yours: run it from a flow in TypeScript or Python`);
}

async function required<Result>(request: Promise<Result>, missing: () => Error): Promise<Result> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.status === 404) throw missing();
    throw thrown;
  }
}

/** Throws Exit if the SDK that a program imports is not installed where it looks for it. */
export function requireSdk(file: string): void {
  const path = resolve(flowsFolder, file);
  const text = readFileSync(path, "utf8");
  if (!file.endsWith(".py")) {
    if (!text.includes("@gaffe/sdk")) return;
    try {
      createRequire(path).resolve("@gaffe/sdk");
    } catch {
      throw usage("@gaffe/sdk is not installed: npm install --save-dev @gaffe/sdk");
    }
    return;
  }
  const python = pythonOf();
  const { error, status } = spawnSync(python, ["-c", text.includes("gaffe_sdk") ? "import gaffe_sdk" : ""]);
  if (error) throw usage(`${python} cannot be started: ${error.message}`);
  if (status !== 0)
    throw usage(`gaffe_sdk is not installed for ${python}: pip install gaffe-sdk, or use the environment that has it`);
}
