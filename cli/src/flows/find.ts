import { existsSync, readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { type Config, configFile, flowsFolder } from "../config.ts";
import { usage } from "../exit.ts";
import { meant } from "../nearest.ts";
import type { FlowConfig } from "../settings/flows.ts";

export type Flow =
  | { readonly kind: "script"; readonly name: string; readonly file: string }
  | { readonly kind: "config"; readonly name: string; readonly config: FlowConfig };

/**
 * Returns all flows of the project, or those with these names, in their order. Throws Exit when there is none, or for
 * a mistake in their settings.
 */
export function findFlows(config: Config, wanted: readonly string[] = []): readonly Flow[] {
  if (wanted.length === 0) return flowsNamed(config, undefined);
  return [...new Set(wanted)].flatMap((each) => flowsNamed(config, each));
}

function flowsNamed({ filePattern, configs, readFlow }: Config, wanted: string | undefined): readonly Flow[] {
  const files = flowFiles(filePattern);
  // Flows that are not requested may have mistakes.
  const named = files.filter((file) => wanted === file || wanted === parse(file).name);
  const all: readonly Flow[] = [
    ...(named.length > 0 ? named : files).flatMap((file) => flowsOf(file)),
    ...configs.map(asFlow),
  ];
  if (all.length === 0)
    throw usage(`there is no flow in ${flowsFolder} or ${configFile}: gaffe init writes an example`);
  if (wanted === undefined) return all;
  const found =
    named.length > 0 ? all.slice(0, all.length - configs.length) : all.filter((flow) => isNamed(flow, wanted));
  if (found.length === 0) {
    const names = [...new Set(all.map((flow) => (flow.kind === "config" ? flow.config.flow : flow.name)))];
    throw usage(`there is no flow ${wanted}${meant(wanted, names)}; there are ${names.join(", ")}`);
  }
  return found;

  function flowsOf(file: string): readonly Flow[] {
    if (!/\.ya?ml$/.test(file)) return [{ kind: "script", name: parse(file).name, file }];
    return readFlow(join(flowsFolder, file)).map(asFlow);
  }
}

const asFlow = (config: FlowConfig): Flow => ({ kind: "config", name: config.name, config });

/** Whether a flow has this name; a matrix has the name of its flow, each cell a separate one. */
const isNamed = (flow: Flow, wanted: string): boolean =>
  flow.name === wanted || (flow.kind === "config" && flow.config.flow === wanted);

/** Whether the folder has a flow, whatever it contains. */
export const hasFlows = ({ filePattern, configs }: Config): boolean =>
  configs.length > 0 || flowFiles(filePattern).length > 0;

function flowFiles(pattern: RegExp): readonly string[] {
  if (!existsSync(flowsFolder)) return [];
  return readdirSync(flowsFolder)
    .filter((file) => pattern.test(file))
    .sort();
}
