import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, isScalar, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";
import { usage } from "./exit.ts";

const folder = ".gaffe";
export const configFile = join(folder, "config.yml");
export const flowsFolder = join(folder, "flows");

/** What a YAML flow asks for: a run of a model that the service can call by itself. */
export interface FlowConfig {
  readonly name: string;
  readonly scenario: string;
  readonly model: string;
  readonly type?: string;
  readonly checks: readonly string[];
}

export interface Config {
  readonly language?: "typescript" | "python";
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Of flow files, a regular expression over their names. */
  readonly filePattern: string;
  readonly configs: readonly FlowConfig[];
}

const known = {
  "": ["name", "language", "base-url", "api-key", "run"],
  run: ["flows"],
  "run.flows": ["file-pattern", "configs"],
  "run.flows.configs": ["name", "scenario", "model", "type", "checks"],
} as const;

const defaultUrl = "http://127.0.0.1:4233";

/** The settings of a folder with `.gaffe/config.yml`; without the file, those of the environment. */
export function readConfig(environment: NodeJS.ProcessEnv, file = configFile): Config {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (node: Node | null | undefined) => (node?.range ? `${file}:${lines.linePos(node.range[0]).line}` : file);
  const [mistake] = document.errors;
  if (mistake) throw usage(`${file}:${mistake.linePos?.[0].line ?? 1}: ${mistake.message.split("\n")[0]}`);
  const root = document.contents;
  if (root !== null && !isMap(root)) throw usage(`${at(root)}: this must hold settings, such as language: typescript`);
  const reader = { at, environment };
  const top = fieldsOf(root, "", reader);
  const run = fieldsOf(mapIn(top, "run", reader), "run", reader);
  const flows = fieldsOf(mapIn(run, "flows", reader), "run.flows", reader);
  const language = textIn(top, "language", reader);
  if (language !== undefined && language !== "typescript" && language !== "python")
    throw usage(`${at(top.get("language"))}: language must be typescript or python, not ${language}`);
  return {
    ...(language === undefined ? {} : { language }),
    baseUrl: (textIn(top, "base-url", reader) ?? environment["GAFFE_BASE_URL"] ?? defaultUrl).replace(/\/+$/, ""),
    apiKey: textIn(top, "api-key", reader) ?? environment["GAFFE_API_KEY"] ?? "",
    filePattern: textIn(flows, "file-pattern", reader) ?? ".*\\.(?:ts|js|mjs|py)$",
    configs: configsIn(flows.get("configs"), reader),
  };
}

interface Reader {
  readonly at: (node: Node | null | undefined) => string;
  readonly environment: NodeJS.ProcessEnv;
}

type Fields = ReadonlyMap<string, Node | null>;

function fieldsOf(map: YAMLMap | undefined | null, path: keyof typeof known, { at }: Reader): Fields {
  const allowed: readonly string[] = known[path];
  const fields = new Map<string, Node | null>();
  for (const pair of (map?.items ?? []) as Pair<Node, Node | null>[]) {
    const key = isScalar(pair.key) ? String(pair.key.value) : "";
    if (!allowed.includes(key))
      throw usage(`${at(pair.key)}: there is no setting ${key} here; there are ${allowed.join(", ")}`);
    fields.set(key, pair.value);
  }
  return fields;
}

function mapIn(fields: Fields, key: string, { at }: Reader): YAMLMap | undefined {
  const value = fields.get(key);
  if (value === undefined || value === null) return undefined;
  if (!isMap(value)) throw usage(`${at(value)}: ${key} must hold settings`);
  return value;
}

function textIn(fields: Fields, key: string, { at, environment }: Reader): string | undefined {
  const value = fields.get(key);
  if (value === undefined || value === null) return undefined;
  if (!isScalar(value)) throw usage(`${at(value)}: ${key} must be a text`);
  if (value.value === null) return undefined;
  return `${value.value as string | number | boolean}`.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = environment[name];
    if (found === undefined) throw usage(`${at(value)}: the environment variable ${name} is not set: export ${name}=…`);
    return found;
  });
}

function configsIn(list: Node | null | undefined, reader: Reader): readonly FlowConfig[] {
  if (list === undefined || list === null) return [];
  if (!("items" in list) || isMap(list)) throw usage(`${reader.at(list)}: configs must be a list of flows`);
  return (list.items as Node[]).map((item) => {
    if (!isMap(item)) throw usage(`${reader.at(item)}: a flow has name, scenario, model and checks`);
    const fields = fieldsOf(item, "run.flows.configs", reader);
    const needed = (key: string) => {
      const text = textIn(fields, key, reader);
      if (text === undefined) throw usage(`${reader.at(item)}: this flow lacks ${key}`);
      return text;
    };
    const type = textIn(fields, "type", reader);
    const checks = fields.get("checks");
    const names = checks && "items" in checks && !isMap(checks) ? (checks.items as Node[]) : [];
    return {
      name: needed("name"),
      scenario: needed("scenario"),
      model: needed("model"),
      ...(type === undefined ? {} : { type }),
      checks: names.map((each) => (isScalar(each) ? String(each.value) : "")),
    };
  });
}
