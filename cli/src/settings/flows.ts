import { join } from "node:path";
import { isMap, type Node } from "yaml";
import type { FromDatapoints, NewModel, NewTestRun, SeedRow } from "../../../packages/api-client/src/api.ts";
import { countIn, type Fields, fieldsOf, listIn, type Reader, textIn, valueIn } from "./fields.ts";
import { type Cell, cellsIn } from "./matrix.ts";
import { nestedMistakes } from "./nested.ts";
import { type RowChecks, rowsIn } from "./rows.ts";
import { nodeAt, type Path, pathOf } from "./yaml-file.ts";

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
  /** The name in the file; the cells of a matrix have it in common. */
  readonly flow: string;
  /** Id or name of a set; absent if a file or rows are given. */
  readonly scenario?: string;
  readonly scenarioFile?: string;
  readonly rows?: readonly SeedRow[];
  /** Checks of single rows, in addition to those of the run. */
  readonly rowChecks: readonly RowChecks[];
  readonly model: string;
  /** Minimum values of the run's metrics, by name: `accuracy`, `recall@3`, or a check for its pass rate. */
  readonly atLeast: ReadonlyMap<string, number>;
  /** Returns `file:line:column` of a field in the flow, by the service's path: `checks.0.check`. */
  readonly positionOf: (field?: string) => string;
}

/** Reads the flows of a list. */
export function flowsIn(
  list: Node | null | undefined,
  reader: Reader,
  positionOf: (path: Path) => string,
): readonly FlowConfig[] {
  if (list === undefined || list === null) return [];
  if ("items" in list && !isMap(list))
    return (list.items as Node[]).flatMap((item, index) =>
      flowIn(item, reader, (path) => positionOf([index, ...path])),
    );
  reader.mistake(list, "configs must be a list of flows");
  return [];
}

/** Reads one flow, or the cells of its matrix; `usualName` is the default of its name. */
export function flowIn(
  item: Node | null,
  reader: Reader,
  positionOf: (path: Path) => string,
  usualName?: string,
): readonly FlowConfig[] {
  if (!isMap(item)) {
    reader.mistake(item, "a flow has name, scenario, model and checks");
    return [];
  }
  const fields = fieldsOf(item, "run.flows.configs", reader);
  const needed = (key: string) => {
    const text = textIn(fields, key, reader);
    if (text === undefined) reader.mistake(item, `this flow lacks ${key}`);
    return text ?? "";
  };
  const file = textIn(fields, "scenario-file", reader);
  const rows = rowsIn(fields, reader);
  refuseTogether(fields, reader);
  const flow = usualName !== undefined && !fields.has("name") ? usualName : needed("name");
  const model = needed("model");
  const settings = serviceSettingsIn(fields, reader);
  const common = {
    ...settings,
    flow,
    ...(file !== undefined ? { scenarioFile: join(reader.folder, file) } : {}),
    ...(rows ? { rows: rows.seedData } : {}),
    ...(file === undefined && !rows ? { scenario: needed("scenario") } : {}),
    rowChecks: rows?.checks ?? [],
    atLeast: leastIn(fields, reader),
    positionOf: (field?: string) => positionOf(field === undefined ? [] : settingOf(field)),
  };
  const cells = cellsIn(fields, reader);
  const { definition, simulation, collect, checks } = settings;
  const whole = cells.length === 0 ? definition : { type: "generation", ...definition };
  for (const { path, message } of nestedMistakes({ definition: whole, simulation, collect, checks }))
    reader.mistake(nodeAt(item, path) ?? item, message);
  return cells.length === 0
    ? [{ ...common, name: flow, model }]
    : cells.map((cell) => ({ ...common, ...inCell(cell, { ...settings, flow, model }) }));
}

/** Returns what differs in a cell of a matrix. */
function inCell(
  { label, settings: changed }: Cell,
  { flow, model, definition }: Pick<FlowConfig, "flow" | "model" | "definition">,
) {
  const type = { type: "generation", ...definition, ...changed } as NewModel["definition"];
  return { name: `${flow} (${label})`, model: `${model} (${label})`, definition: type };
}

function refuseTogether(fields: Fields, reader: Reader): void {
  const sources = ["scenario", "scenario-file", "rows"].filter((key) => fields.has(key));
  if (sources.length > 1) reader.mistake(fields.get(sources[1] ?? ""), `give one of ${sources.join(", ")}`);
  if (fields.has("collect") && !fields.has("scenario"))
    reader.mistake(fields.get("collect"), "collect goes with scenario, the name of the set");
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
  const numbers = least.filter((each): each is [string, number] => typeof each[1] === "number");
  if (numbers.length < least.length)
    reader.mistake(fields.get("at-least"), "at-least maps metrics to numbers, such as { accuracy: 0.9 }");
  return new Map(numbers);
}

/** Settings whose names differ from the API's. */
const settings: Readonly<Record<string, string>> = {
  scenarioId: "scenario",
  modelId: "model",
  content: "scenario-file",
  seedData: "rows",
  atK: "at-k",
  apiKeys: "api-keys",
  allowSkipped: "allow-skipped",
};

function settingOf(field: string): Path {
  const [first = "", ...rest] = pathOf(field);
  return [settings[first] ?? first, ...rest];
}
