import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { LineCounter, parseDocument } from "yaml";
import { usage } from "../exit.ts";
import { readGiven } from "../read-file.ts";
import { lineOf, type Path, pathOf } from "../settings/positions.ts";
import { mistakesIn } from "./mistakes.ts";

/** A monitor as a file declares it, every field in the API's shape. */
export interface DeclaredMonitor {
  readonly name: string;
  readonly condition: string;
  readonly checks: readonly { readonly check: string; readonly options: object; readonly severity?: string }[];
  readonly [field: string]: unknown;
}

export interface MonitorFile {
  readonly monitors: readonly DeclaredMonitor[];
  /** Returns `file:line` of a field in a monitor, by the service's path: `checks.0.check`. */
  readonly positionOf: (monitor: number, field?: string) => string;
}

const schemaFile = new URL("../../schemas/monitors.schema.json", import.meta.url);
export const monitorSchema = (): string => readFileSync(schemaFile, "utf8");

/** Reads a monitor file. Throws Exit that names the file, the line and the correction. */
export function readMonitorFile(file: string): MonitorFile {
  const text = readGiven(file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) throw usage(`${file}:${mistake.linePos?.[0].line ?? 1}: ${mistake.message.split("\n")[0] ?? ""}`);
  const positionOf = (path: Path) => `${file}:${lineOf(document, lines, path)}`;

  const validate = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(
    JSON.parse(monitorSchema()) as object,
  );
  const content: unknown = document.toJS();
  if (!validate(content)) {
    const mistakes = mistakesIn(validate.errors ?? []);
    throw usage(mistakes.map(({ path, message }) => `${positionOf(path)}: ${message}`).join("\n"));
  }
  const { monitors } = content as { monitors: readonly Written[] };
  for (const [index, { name }] of monitors.entries()) {
    if (monitors.findIndex((other) => other.name === name) !== index)
      throw usage(
        `${positionOf(["monitors", index, "name"])}: a monitor named ${name} is declared above: each monitor needs its own name`,
      );
  }
  return {
    monitors: monitors.map(declared),
    positionOf: (monitor, field) => positionOf(["monitors", monitor, ...(field === undefined ? [] : pathOf(field))]),
  };
}

type Written = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly condition: string;
  readonly checks: readonly (string | { readonly check: string; readonly options?: object })[];
};

const declared = ({ name, condition, checks, ...rest }: Written): DeclaredMonitor => ({
  ...rest,
  name,
  condition,
  checks: checks.map((each) => (typeof each === "string" ? { check: each, options: {} } : { options: {}, ...each })),
});
