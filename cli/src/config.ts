import { existsSync, readFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { readCredentials } from "./credentials.ts";
import { usage } from "./exit.ts";
import { type Fields, fieldsOf, mapIn, type Reader, textIn } from "./settings/fields.ts";
import { type FlowConfig, flowIn, flowsIn } from "./settings/flows.ts";
import { lineOf, type Path } from "./settings/places.ts";

const folder = ".gaffe";
export const configFile = join(folder, "config.yml");
export const flowsFolder = join(folder, "flows");

export interface Config {
  readonly language?: "typescript" | "python";
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the token is from, in words. */
  readonly apiKeyFrom: string;
  /** Of flow files, a regular expression over their names. */
  readonly filePattern: RegExp;
  readonly configs: readonly FlowConfig[];
  /** A flow in a file of its own. Throws Exit for a mistake. */
  readonly readFlow: (file: string) => FlowConfig;
}

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

function configIn(read: Asked, file: string): Config {
  const { root, placeOf, ...rest } = opened(file);
  const reader = { ...read, ...rest };
  if (root !== null && !isMap(root))
    throw usage(`${reader.at(root)}: this must hold settings, such as language: typescript`);
  const top = fieldsOf(root, "", reader);
  const run = fieldsOf(mapIn(top, "run", reader), "run", reader);
  const flows = fieldsOf(mapIn(run, "flows", reader), "run.flows", reader);
  const language = textIn(top, "language", reader);
  if (language !== undefined && language !== "typescript" && language !== "python")
    throw usage(`${reader.at(top.get("language"))}: language must be typescript or python, not ${language}`);
  return {
    ...(language === undefined ? {} : { language }),
    ...connectionOf(top, reader, file),
    filePattern: patternIn(flows, reader),
    configs: flowsIn(flows.get("configs"), reader, (path) => placeOf(["run", "flows", "configs", ...path])),
    readFlow(flowFile) {
      const { root: flow, placeOf: placeIn, ...there } = opened(flowFile);
      return flowIn(flow, { ...read, ...there }, placeIn, parse(flowFile).name);
    },
  };
}

type Asked = Pick<Reader, "environment" | "unset">;

/** A file of settings, whether or not it is there. Throws Exit for what is no YAML. */
function opened(file: string) {
  const lines = new LineCounter();
  const document = parseDocument(existsSync(file) ? readFileSync(file, "utf8") : "", { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) throw usage(`${file}:${mistake.linePos?.[0].line ?? 1}: ${mistake.message.split(/ at line |\n/)[0]}`);
  return {
    root: document.contents,
    folder: dirname(file),
    at: (node: Node | null | undefined) => (node?.range ? `${file}:${lines.linePos(node.range[0]).line}` : file),
    placeOf: (path: Path) => `${file}:${lineOf(document, lines, path)}`,
  };
}

function patternIn(flows: Fields, reader: Reader): RegExp {
  const pattern = textIn(flows, "file-pattern", reader) ?? ".*\\.(?:ts|js|mjs|py|ya?ml)$";
  try {
    return new RegExp(pattern);
  } catch (thrown) {
    const why = `${(thrown as Error).message}. Write it as '.*\\.ts$'`;
    throw usage(`${reader.at(flows.get("file-pattern"))}: file-pattern is no regular expression: ${why}`);
  }
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
  const own = isLeftToLogin ? undefined : textIn(top, "api-key", reader);
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
