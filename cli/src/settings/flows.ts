import { join } from "node:path";
import { isMap, type Node } from "yaml";
import type { FromDatapoints, NewModel, NewTestRun } from "../../../packages/api-client/src/api.ts";
import { usage } from "../exit.ts";
import { countIn, type Fields, fieldsOf, listIn, type Reader, textIn, valueIn } from "./fields.ts";
import { type Path, pathOf } from "./yaml-file.ts";

/** Settings in the format of the API; the service validates them and names a wrong one by its path. */
interface ServiceSettings
  extends Pick<
    NewTestRun,
    "type" | "checks" | "allowSkipped" | "similarity" | "simulation" | "repeats" | "concurrency" | "atK" | "apiKeys"
  > {
  /** Registers the model before it is called. */
  readonly definition?: NewModel["definition"];
  /** Values of `{secret.NAME}` in the definition's requests: stored encrypted, never in the definition. */
  readonly secrets?: NewModel["secrets"];
  /** How to create the set if it does not exist. */
  readonly collect?: FromDatapoints;
}

/** A YAML flow: a run of a model that the service calls. */
export interface FlowConfig extends ServiceSettings {
  readonly name: string;
  /** Id or name of a set; absent if a file is given. */
  readonly scenario?: string;
  readonly scenarioFile?: string;
  readonly model: string;
  /** Minimum values of the run's metrics, by name: `accuracy`, `recall@3`, or a check for its pass rate. */
  readonly atLeast: ReadonlyMap<string, number>;
  /** Returns `file:line` of a field in the flow, by the service's path: `checks.0.check`. */
  readonly positionOf: (field?: string) => string;
}

/** Reads the flows of a list. Throws Exit for a mistake. */
export function flowsIn(
  list: Node | null | undefined,
  reader: Reader,
  positionOf: (path: Path) => string,
): readonly FlowConfig[] {
  if (list === undefined || list === null) return [];
  if (!("items" in list) || isMap(list)) throw usage(`${reader.at(list)}: configs must be a list of flows`);
  return (list.items as Node[]).map((item, index) => flowIn(item, reader, (path) => positionOf([index, ...path])));
}

/** Reads one flow; `usualName` is the default of its name. Throws Exit for a mistake. */
export function flowIn(
  item: Node | null,
  reader: Reader,
  positionOf: (path: Path) => string,
  usualName?: string,
): FlowConfig {
  if (!isMap(item)) throw usage(`${reader.at(item)}: a flow has name, scenario, model and checks`);
  const fields = fieldsOf(item, "run.flows.configs", reader);
  const needed = (key: string) => {
    const text = textIn(fields, key, reader);
    if (text === undefined) throw usage(`${reader.at(item)}: this flow lacks ${key}`);
    return text;
  };
  const file = textIn(fields, "scenario-file", reader);
  if (file !== undefined && fields.has("collect"))
    throw usage(`${reader.at(fields.get("collect"))}: collect goes with scenario, the name of the set`);
  return {
    name: usualName !== undefined && !fields.has("name") ? usualName : needed("name"),
    ...(file === undefined ? { scenario: needed("scenario") } : { scenarioFile: join(reader.folder, file) }),
    model: needed("model"),
    ...serviceSettingsIn(fields, reader),
    atLeast: leastIn(fields, reader),
    positionOf: (field) => positionOf(field === undefined ? [] : settingOf(field)),
  };
}

const readers = {
  collect: valueIn,
  definition: valueIn,
  simulation: valueIn,
  secrets: valueIn,
  apiKeys: valueIn,
  type: textIn,
  similarity: textIn,
  repeats: countIn,
  concurrency: countIn,
  atK: listIn,
  checks: listIn,
  allowSkipped: listIn,
} satisfies { readonly [Name in keyof ServiceSettings]-?: unknown };

function serviceSettingsIn(fields: Fields, reader: Reader): ServiceSettings {
  const given = Object.entries(readers).flatMap(([name, read]) => {
    const value = read(fields, settings[name] ?? name, reader);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as ServiceSettings;
}

function leastIn(fields: Fields, reader: Reader): ReadonlyMap<string, number> {
  const least = Object.entries(valueIn(fields, "at-least", reader) ?? {});
  const at = reader.at(fields.get("at-least"));
  return new Map(
    least.map(([name, value]: [string, unknown]) => {
      if (typeof value === "number") return [name, value] as const;
      throw usage(`${at}: at-least maps metrics to numbers, such as { accuracy: 0.9 }`);
    }),
  );
}

/** Settings whose names differ from the API's. */
const settings: Readonly<Record<string, string>> = {
  scenarioId: "scenario",
  modelId: "model",
  content: "scenario-file",
  atK: "at-k",
  apiKeys: "api-keys",
  allowSkipped: "allow-skipped",
};

function settingOf(field: string): Path {
  const [first = "", ...rest] = pathOf(field);
  return [settings[first] ?? first, ...rest];
}
