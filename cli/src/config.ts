import { existsSync, readFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { isMap, isScalar } from "yaml";
import { readCredentials } from "./credentials.ts";
import { usage } from "./exit.ts";
import { projectFolder, settingsFolder } from "./project-folder.ts";
import { type Fields, fieldsOf, mapIn, type Reader, textIn } from "./settings/fields.ts";
import { type FlowConfig, flowIn, flowsIn } from "./settings/flows.ts";
import { mistakesOf } from "./settings/mistakes.ts";
import { parseYaml } from "./settings/yaml-file.ts";

export const configFile = join(projectFolder, settingsFolder, "config.yml");
export const flowsFolder = join(projectFolder, settingsFolder, "flows");

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface Config extends Connection {
  readonly language?: "typescript" | "python";
  /** Where the token comes from, in words. */
  readonly apiKeyFrom: string;
  /** Regular expression for the names of flow files. */
  readonly filePattern: RegExp;
  readonly configs: readonly FlowConfig[];
  /** Reads a flow from its own file: one, or the cells of its matrix. Throws Exit for mistakes. */
  readonly readFlow: (file: string) => readonly FlowConfig[];
}

const defaultUrl = "http://127.0.0.1:4233";

/**
 * Reads the settings of the project, `.gaffe/config.yml` here or in a folder above; without the file, those of the environment. Throws
 * Exit for a mistake.
 */
export const readConfig = (environment: NodeJS.ProcessEnv, file = configFile): Config =>
  configIn({ environment, unset: "refused" }, file);

/**
 * Returns the names of the folder's flows even if their variables are not set; none if the settings have a
 * mistake.
 */
export function namesOfFlows(environment: NodeJS.ProcessEnv, find: (config: Config) => readonly { name: string }[]) {
  try {
    return find(configIn({ environment, unset: "unresolved" }, configFile)).map(({ name }) => name);
  } catch {
    return [];
  }
}

function configIn(read: ReaderOptions, file: string): Config {
  const { root, positionOf, ...rest } = opened(file);
  const reader = { ...read, ...rest };
  if (root !== null && !isMap(root))
    throw usage(`${reader.at(root)}: this must hold settings, such as language: typescript`);
  const top = fieldsOf(root, "", reader);
  const run = fieldsOf(mapIn(top, "run", reader), "run", reader);
  const flows = fieldsOf(mapIn(run, "flows", reader), "run.flows", reader);
  const language = textIn(top, "language", reader);
  if (language !== undefined && language !== "typescript" && language !== "python")
    reader.mistake(top.get("language"), `language must be typescript or python, not ${language}`);
  const config: Config = {
    ...(language === "typescript" || language === "python" ? { language } : {}),
    ...connectionOf(top, reader, file),
    filePattern: patternIn(flows, reader),
    configs: flowsIn(flows.get("configs"), reader, (path) => positionOf(["run", "flows", "configs", ...path])),
    readFlow(flowFile) {
      const { root: flow, positionOf: flowPositionOf, ...there } = opened(flowFile);
      const found = flowIn(flow, { ...read, ...there }, flowPositionOf, parse(flowFile).name);
      there.refuse();
      return found;
    },
  };
  reader.refuse();
  return config;
}

type ReaderOptions = Pick<Reader, "environment" | "unset">;

/** Opens a settings file, or an empty document if it does not exist. Throws Exit for invalid YAML. */
function opened(file: string) {
  const { document, at, positionOf } = parseYaml(file, existsSync(file) ? readFileSync(file, "utf8") : "");
  return { ...mistakesOf(at), positionOf, root: document.contents, folder: dirname(file) };
}

function patternIn(flows: Fields, reader: Reader): RegExp {
  const pattern = textIn(flows, "file-pattern", reader) ?? ".*\\.(?:ts|js|mjs|py|ya?ml)$";
  try {
    return new RegExp(pattern);
  } catch (thrown) {
    const why = `${(thrown as Error).message}. Write it as '.*\\.ts$'`;
    reader.mistake(flows.get("file-pattern"), `file-pattern isn't a regular expression: ${why}`);
    return /$^/;
  }
}

/** Returns the address and its token: from the settings, else the environment, else `gaffe login`. */
function connectionOf(top: Fields, reader: Reader, file: string) {
  const { environment } = reader;
  const credentials = readCredentials(environment);
  const baseUrlSetting = textIn(top, "base-url", reader);
  const address = baseUrlSetting ?? environment["GAFFE_ENDPOINT"] ?? credentials.baseUrl ?? defaultUrl;
  const baseUrl = addressOf(address, baseUrlSetting === undefined ? "GAFFE_ENDPOINT" : reader.at(top.get("base-url")));
  const login = credentials.tokens[baseUrl];
  const written = top.get("api-key");
  // The settings that init writes name this variable: a user who has logged in does not need to set it.
  const isLeftToLogin = isScalar(written) && written.value === "${GAFFE_TOKEN}" && !environment["GAFFE_TOKEN"];
  const own = isLeftToLogin ? undefined : textIn(top, "api-key", reader);
  if (own !== undefined) return { baseUrl, apiKey: own, apiKeyFrom: file };
  const set = environment["GAFFE_TOKEN"];
  if (set) return { baseUrl, apiKey: set, apiKeyFrom: "GAFFE_TOKEN" };
  return { baseUrl, apiKey: login ?? "", apiKeyFrom: login === undefined ? "no token" : "gaffe login" };
}

/** Returns an address without its last slash. Throws Exit for an invalid address. */
export function addressOf(text: string, where: string): string {
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text))
    throw usage(`${where}: ${text} isn't an address: write it as ${defaultUrl}`);
  return text.replace(/\/+$/, "");
}
