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
    ...(named.length > 0 ? named : files).map((file) => flowOf(file)),
    ...configs.map((config) => ({ kind: "config" as const, name: config.name, config })),
  ];
  if (all.length === 0)
    throw usage(`there is no flow in ${flowsFolder} or ${configFile}: gaffe init writes an example`);
  if (wanted === undefined) return all;
  const found = named.length > 0 ? all.slice(0, named.length) : all.filter(({ name }) => name === wanted);
  if (found.length === 0) {
    const names = all.map(({ name }) => name);
    throw usage(`there is no flow ${wanted}${meant(wanted, names)}; there are ${names.join(", ")}`);
  }
  return found;

  function flowOf(file: string): Flow {
    if (!/\.ya?ml$/.test(file)) return { kind: "script", name: parse(file).name, file };
    const config = readFlow(join(flowsFolder, file));
    return { kind: "config", name: config.name, config };
  }
}

/** Whether the folder has a flow, whatever it contains. */
export const hasFlows = ({ filePattern, configs }: Config): boolean =>
  configs.length > 0 || flowFiles(filePattern).length > 0;

function flowFiles(pattern: RegExp): readonly string[] {
  if (!existsSync(flowsFolder)) return [];
  return readdirSync(flowsFolder)
    .filter((file) => pattern.test(file))
    .sort();
}
