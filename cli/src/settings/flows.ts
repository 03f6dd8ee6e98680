import { join } from "node:path";
import { isMap, type Node } from "yaml";
import { usage } from "../exit.ts";
import { countIn, type Fields, fieldsOf, listIn, type Reader, textIn, valueIn } from "./fields.ts";
import { type Path, pathOf } from "./places.ts";

/** What a YAML flow asks for: a run of a model that the service can call by itself. */
export interface FlowConfig {
  readonly name: string;
  /** Id or name of a set; absent where a file is given. */
  readonly scenario?: string;
  /** What a set of that name is made of where there is none, in the words of POST /scenario-sets/from-datapoints. */
  readonly collect?: unknown;
  /** JSON lines or CSV. */
  readonly scenarioFile?: string;
  readonly model: string;
  /** Registers the model before it is called; in the API's words. */
  readonly definition?: unknown;
  /** For MULTI_TURN, in the API's words. */
  readonly simulation?: unknown;
  readonly repeats?: number;
  /** Keys by provider, for this run alone: the service calls the model with them and keeps none. */
  readonly apiKeys?: unknown;
  readonly type?: string;
  /** Names, or `{check, options}` in the API's words. */
  readonly checks: readonly unknown[];
  /** What `{secret.NAME}` in the definition's requests stands for: kept sealed by the service, never in the definition. */
  readonly secrets?: unknown;
  readonly concurrency?: number;
  /** Places at which a ranking is measured. */
  readonly atK?: readonly unknown[];
  /** For INVARIANT: how alike answers must be. */
  readonly likeness?: string;
  /** The least that figures of the run must reach, by their names: `accuracy`, `recall@3`, a check's share. */
  readonly atLeast: ReadonlyMap<string, number>;
  /** `file:line` of a place in the flow, for what the service says of it: `checks.0.check`. */
  readonly placeOf: (field?: string) => string;
}

/** The flows of a list. Throws Exit for a mistake. */
export function flowsIn(
  list: Node | null | undefined,
  reader: Reader,
  placeOf: (path: Path) => string,
): readonly FlowConfig[] {
  if (list === undefined || list === null) return [];
  if (!("items" in list) || isMap(list)) throw usage(`${reader.at(list)}: configs must be a list of flows`);
  return (list.items as Node[]).map((item, index) => flowIn(item, reader, (path) => placeOf([index, ...path])));
}

/** One flow; `usualName` where it does not name itself. Throws Exit for a mistake. */
export function flowIn(
  item: Node | null,
  reader: Reader,
  placeOf: (path: Path) => string,
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
    ...valueIn(fields, "collect", reader),
    ...valueIn(fields, "definition", reader),
    ...valueIn(fields, "simulation", reader),
    ...valueIn(fields, "secrets", reader),
    ...given({
      type: textIn(fields, "type", reader),
      likeness: textIn(fields, "likeness", reader),
      repeats: countIn(fields, "repeats", reader),
      concurrency: countIn(fields, "concurrency", reader),
      atK: listIn(fields, "at-k", reader),
      apiKeys: valueIn(fields, "api-keys", reader)["api-keys"],
    }),
    checks: listIn(fields, "checks", reader) ?? [],
    atLeast: leastIn(fields, reader),
    placeOf: (field) => placeOf(field === undefined ? [] : settingOf(field)),
  };
}

function leastIn(fields: Fields, reader: Reader): ReadonlyMap<string, number> {
  const least = Object.entries(valueIn(fields, "at-least", reader)["at-least"] ?? {});
  const at = reader.at(fields.get("at-least"));
  return new Map(
    least.map(([name, value]: [string, unknown]) => {
      if (typeof value === "number") return [name, value] as const;
      throw usage(`${at}: at-least holds figures and numbers, such as { accuracy: 0.9 }`);
    }),
  );
}

/** What the API calls otherwise than the settings do. */
const settings: Readonly<Record<string, string>> = {
  scenarioId: "scenario",
  modelId: "model",
  content: "scenario-file",
  atK: "at-k",
  apiKeys: "api-keys",
};

function settingOf(field: string): Path {
  const [first = "", ...rest] = pathOf(field);
  return [settings[first] ?? first, ...rest];
}

/** Without the keys whose value is undefined. */
function given<Settings extends object>(all: Settings) {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Settings]?: Exclude<Settings[Name], undefined>;
  };
}
