import { Ajv2020 } from "ajv/dist/2020.js";
import type { NewMonitor } from "../../../packages/api-client/src/api.ts";
import schema from "../../schemas/monitors.schema.json" with { type: "json" };
import { usage } from "../exit.ts";
import { readGiven } from "../read-file.ts";
import { parseYaml, pathOf } from "../settings/yaml-file.ts";
import { mistakesIn } from "./mistakes.ts";

export interface MonitorFile {
  readonly monitors: readonly NewMonitor[];
  /** Returns `file:line` of a field in a monitor, by the service's path: `checks.0.check`. */
  readonly positionOf: (monitor: number, field?: string) => string;
}

export { schema };

/** Reads a monitor file. Throws Exit that names the file, the line and the correction. */
export function readMonitorFile(file: string): MonitorFile {
  const { document, positionOf } = parseYaml(file, readGiven(file));
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  const validate = ajv.compile<{ readonly monitors: readonly Written[] }>(schema);
  const content: unknown = document.toJS();
  if (!validate(content)) {
    const mistakes = mistakesIn(validate.errors ?? []);
    throw usage(mistakes.map(({ path, message }) => `${positionOf(path)}: ${message}`).join("\n"));
  }
  const { monitors } = content;
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

type Check = NewMonitor["checks"][number];
type Written = Omit<NewMonitor, "checks"> & { readonly checks: readonly (string | Check)[] };

const declared = ({ checks, ...rest }: Written): NewMonitor => ({
  ...rest,
  checks: checks.map((each) => (typeof each === "string" ? { check: each, options: {} } : { options: {}, ...each })),
});
