import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import { meant } from "../nearest.ts";
import type { Mistakes } from "./mistakes.ts";

const known = {
  "": ["name", "language", "base-url", "api-key", "run"],
  run: ["flows"],
  "run.flows": ["file-pattern", "configs"],
  "run.flows.configs": [
    "name",
    "scenario",
    "scenario-file",
    "rows",
    "collect",
    "model",
    "definition",
    "matrix",
    "simulation",
    "repeats",
    "concurrency",
    "at-k",
    "similarity",
    "secrets",
    "api-keys",
    "type",
    "checks",
    "allow-skipped",
    "at-least",
  ],
  row: ["input", "result", "checks"],
} as const;

/** How settings are read. */
export interface Reader extends Mistakes {
  readonly environment: NodeJS.ProcessEnv;
  /** The folder of the settings file: other file names are relative to it. */
  readonly folder: string;
  /** Whether an unset variable is a mistake or stays as written. */
  readonly unset: "refused" | "unresolved";
}

/** Settings by name. */
export type Fields = ReadonlyMap<string, Node | null>;

/** Returns the settings of a map that exist; the others are mistakes. */
export function fieldsOf(map: YAMLMap | undefined | null, path: keyof typeof known, { mistake }: Reader): Fields {
  const allowed: readonly string[] = known[path];
  const fields = new Map<string, Node | null>();
  for (const pair of (map?.items ?? []) as Pair<Node, Node | null>[]) {
    const key = isScalar(pair.key) ? String(pair.key.value) : "";
    if (allowed.includes(key)) fields.set(key, pair.value);
    else
      mistake(pair.key, `there is no setting ${key} here${meant(key, allowed) || `; there are ${allowed.join(", ")}`}`);
  }
  return fields;
}

export function mapIn(fields: Fields, key: string, { mistake }: Reader): YAMLMap | undefined {
  const value = fields.get(key);
  if (value === undefined || value === null || isMap(value)) return value ?? undefined;
  mistake(value, `${key} must hold settings`);
  return undefined;
}

export function textIn(fields: Fields, key: string, reader: Reader): string | undefined {
  const value = fields.get(key);
  if (value === undefined || value === null) return undefined;
  if (!isScalar(value)) reader.mistake(value, `${key} must be a text`);
  if (!isScalar(value) || value.value === null) return undefined;
  return textFilled(`${value.value as string | number | boolean}`, value, reader);
}

function textFilled(text: string, value: Node, { mistake, environment, unset }: Reader): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (written, name: string) => {
    const found = environment[name];
    if (found === undefined && unset === "refused")
      mistake(value, `the environment variable ${name} is not set: export ${name}=…`);
    return found ?? written;
  });
}

/** Reads settings that are passed to the service unchanged, apart from environment variables. */
export function valueIn(fields: Fields, key: string, reader: Reader): unknown {
  const value = mapIn(fields, key, reader);
  return value && filled(value, reader);
}

export function listIn(fields: Fields, key: string, reader: Reader): unknown {
  const value = fields.get(key);
  if (value === undefined || value === null || (isScalar(value) && value.value === null)) return undefined;
  if (isSeq(value)) return filled(value, reader);
  reader.mistake(value, `${key} must be a list, such as [${textOf(value)}]`);
  return undefined;
}

const textOf = (value: Node) => (isScalar(value) ? String(value.value) : "is_json");

export function countIn(fields: Fields, key: string, reader: Reader): number | undefined {
  const text = textIn(fields, key, reader);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  reader.mistake(fields.get(key), `${key} must be a whole number from 1 on, not ${text}`);
  return undefined;
}

/** Returns the value of a node with its variables filled in. */
export const filled = (node: Node, reader: Reader): unknown =>
  JSON.parse(JSON.stringify(node.toJSON()), (_, value: unknown) =>
    typeof value === "string" ? textFilled(value, node, reader) : value,
  );
