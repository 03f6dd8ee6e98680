import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";
import { readCredentials } from "./credentials.ts";
import { usage } from "./exit.ts";
import { meant } from "./nearest.ts";

const folder = ".gaffe";
export const configFile = join(folder, "config.yml");
export const flowsFolder = join(folder, "flows");

/** What a YAML flow asks for: a run of a model that the service can call by itself. */
export interface FlowConfig {
  readonly name: string;
  /** Id or name of a set; absent where a file is given. */
  readonly scenario?: string;
  /** JSON lines or CSV, relative to the settings. */
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
}

export interface Config {
  readonly language?: "typescript" | "python";
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the token is from, in words. */
  readonly apiKeyFrom: string;
  /** Of flow files, a regular expression over their names. */
  readonly filePattern: string;
  readonly configs: readonly FlowConfig[];
}

const known = {
  "": ["name", "language", "base-url", "api-key", "run"],
  run: ["flows"],
  "run.flows": ["file-pattern", "configs"],
  "run.flows.configs": [
    "name",
    "scenario",
    "scenario-file",
    "model",
    "definition",
    "simulation",
    "repeats",
    "concurrency",
    "at-k",
    "secrets",
    "api-keys",
    "type",
    "checks",
  ],
} as const;

const defaultUrl = "http://127.0.0.1:4233";

/** The settings of a folder with `.gaffe/config.yml`; without the file, those of the environment. Throws Exit for a mistake. */
export const readConfig = (environment: NodeJS.ProcessEnv, file = configFile): Config =>
  configIn({ environment, unset: "refused" }, file);

/** The flows of the folder, whether or not what their settings need is there; none where these have a mistake. */
export function namesOfFlows(environment: NodeJS.ProcessEnv, find: (config: Config) => readonly { name: string }[]) {
  try {
    return find(configIn({ environment, unset: "kept" }, configFile)).map(({ name }) => name);
  } catch {
    return [];
  }
}

function configIn(read: Pick<Reader, "environment" | "unset">, file: string): Config {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (node: Node | null | undefined) => (node?.range ? `${file}:${lines.linePos(node.range[0]).line}` : file);
  const [mistake] = document.errors;
  if (mistake) throw usage(`${file}:${mistake.linePos?.[0].line ?? 1}: ${mistake.message.split(/ at line |\n/)[0]}`);
  const root = document.contents;
  if (root !== null && !isMap(root)) throw usage(`${at(root)}: this must hold settings, such as language: typescript`);
  const reader = { ...read, at };
  const top = fieldsOf(root, "", reader);
  const run = fieldsOf(mapIn(top, "run", reader), "run", reader);
  const flows = fieldsOf(mapIn(run, "flows", reader), "run.flows", reader);
  const language = textIn(top, "language", reader);
  if (language !== undefined && language !== "typescript" && language !== "python")
    throw usage(`${at(top.get("language"))}: language must be typescript or python, not ${language}`);
  return {
    ...(language === undefined ? {} : { language }),
    ...connectionOf(top, reader, file),
    filePattern: textIn(flows, "file-pattern", reader) ?? ".*\\.(?:ts|js|mjs|py)$",
    configs: configsIn(flows.get("configs"), reader),
  };
}

/** The address, and the token for it: of the settings, else of the environment, else of `gaffe login`. */
function connectionOf(top: Fields, reader: Reader, file: string) {
  const { environment } = reader;
  const kept = readCredentials(environment);
  const asked = textIn(top, "base-url", reader);
  const address = asked ?? environment["GAFFE_BASE_URL"] ?? kept.baseUrl ?? defaultUrl;
  const baseUrl = addressOf(address, asked === undefined ? "GAFFE_BASE_URL" : reader.at(top.get("base-url")));
  const login = kept.tokens[baseUrl];
  const written = top.get("api-key");
  // The settings that init writes ask for this variable: who is signed in need not set it.
  const isLeftToLogin = isScalar(written) && written.value === "${GAFFE_API_KEY}" && !environment["GAFFE_API_KEY"];
  const own = isLeftToLogin && login !== undefined ? undefined : textIn(top, "api-key", reader);
  if (own !== undefined) return { baseUrl, apiKey: own, apiKeyFrom: file };
  const set = environment["GAFFE_API_KEY"];
  if (set) return { baseUrl, apiKey: set, apiKeyFrom: "GAFFE_API_KEY" };
  return { baseUrl, apiKey: login ?? "", apiKeyFrom: login === undefined ? "no token" : "gaffe login" };
}

/** An address without its last slash. Throws Exit for what is none. */
export function addressOf(text: string, where: string): string {
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw usage(`${where}: ${text} is no address: write it as ${defaultUrl}`);
  return text.replace(/\/+$/, "");
}

interface Reader {
  readonly at: (node: Node | null | undefined) => string;
  readonly environment: NodeJS.ProcessEnv;
  /** A variable that is not set is a mistake, or stays as it is written. */
  readonly unset: "refused" | "kept";
}

type Fields = ReadonlyMap<string, Node | null>;

function fieldsOf(map: YAMLMap | undefined | null, path: keyof typeof known, { at }: Reader): Fields {
  const allowed: readonly string[] = known[path];
  const fields = new Map<string, Node | null>();
  for (const pair of (map?.items ?? []) as Pair<Node, Node | null>[]) {
    const key = isScalar(pair.key) ? String(pair.key.value) : "";
    if (!allowed.includes(key))
      throw usage(
        `${at(pair.key)}: there is no setting ${key} here${meant(key, allowed) || `; there are ${allowed.join(", ")}`}`,
      );
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

function textIn(fields: Fields, key: string, reader: Reader): string | undefined {
  const { at } = reader;
  const value = fields.get(key);
  if (value === undefined || value === null) return undefined;
  if (!isScalar(value)) throw usage(`${at(value)}: ${key} must be a text`);
  if (value.value === null) return undefined;
  return textFilled(`${value.value as string | number | boolean}`, value, reader);
}

function textFilled(text: string, value: Node, { at, environment, unset }: Reader): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (written, name: string) => {
    const found = environment[name] ?? (unset === "kept" ? written : undefined);
    if (found !== undefined) return found;
    const login = name === "GAFFE_API_KEY" ? ", or use gaffe login" : "";
    throw usage(`${at(value)}: the environment variable ${name} is not set: export ${name}=…${login}`);
  });
}

/** Settings that go to the service as they are, but for variables of the environment. */
function valueIn(fields: Fields, key: string, reader: Reader): Readonly<Record<string, unknown>> {
  const value = fields.get(key);
  if (value === undefined || value === null) return {};
  if (!isMap(value)) throw usage(`${reader.at(value)}: ${key} must hold settings`);
  return { [key]: filled(value.toJSON(), (text) => textFilled(text, value, reader)) };
}

function listIn(fields: Fields, key: string, reader: Reader): readonly unknown[] | undefined {
  const value = fields.get(key);
  if (value === undefined || value === null || (isScalar(value) && value.value === null)) return undefined;
  if (!isSeq(value)) throw usage(`${reader.at(value)}: ${key} must be a list, such as [${textOf(value)}]`);
  return filled(value.toJSON(), (text) => textFilled(text, value, reader)) as readonly unknown[];
}

const textOf = (value: Node) => (isScalar(value) ? String(value.value) : "is_json");

function countIn(fields: Fields, key: string, reader: Reader): number | undefined {
  const text = textIn(fields, key, reader);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw usage(`${reader.at(fields.get(key))}: ${key} must be a whole number from 1 on, not ${text}`);
  return count;
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((each) => filled(each, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, fill)]));
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
    const file = textIn(fields, "scenario-file", reader);
    const repeats = countIn(fields, "repeats", reader);
    const concurrency = countIn(fields, "concurrency", reader);
    const atK = listIn(fields, "at-k", reader);
    return {
      name: needed("name"),
      ...(file === undefined ? { scenario: needed("scenario") } : { scenarioFile: join(folder, file) }),
      model: needed("model"),
      ...valueIn(fields, "definition", reader),
      ...valueIn(fields, "simulation", reader),
      ...valueIn(fields, "secrets", reader),
      ...(repeats === undefined ? {} : { repeats }),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(atK === undefined ? {} : { atK }),
      ...renamed(valueIn(fields, "api-keys", reader)),
      ...(type === undefined ? {} : { type }),
      checks: listIn(fields, "checks", reader) ?? [],
    };
  });
}

const renamed = ({ "api-keys": apiKeys }: Readonly<Record<string, unknown>>) =>
  apiKeys === undefined ? {} : { apiKeys };
