import { z } from "zod";
import { Environment, secretNames, settingNames } from "./environment.ts";
import { ownSecretNames, ownVariables, sharedNames } from "./proxy-alone.ts";

/** Generates docs/settings.md from the schema, so that the two cannot differ. */
export function settingsPage(): string {
  const described = settingNames.map((name) => row(name, Environment.shape[name], secretNames.has(name)));
  const ofProxy = Object.entries(ownVariables).map(([name, schema]) => row(name, schema, ownSecretNames.has(name)));
  return [
    "# Settings",
    "",
    "Settings are environment variables, read once at the start. All mistakes are reported together, and the process",
    "ends with a non-zero exit code. `npm run config` prints the settings in force, without secrets.",
    "",
    "| name | default | what it sets |",
    "|---|---|---|",
    ...described,
    "",
    "A size is a number of bytes or a number with `kb`, `mb`, `gb` or `tb` (powers of 1024).",
    "A secret may also be given as a file: `GAFFE_INIT_TOKEN_FILE=/run/secrets/token`.",
    "A name that begins with `GAFFE_` and is not in this list is refused, because it is most likely misspelled.",
    "",
    "## Stand-alone proxy",
    "",
    "`npm run proxy` ([what it is](proxy.md#stand-alone-proxy)) reads these, and of the list above",
    `${sharedNames.map((name) => `\`${name}\``).join(", ")}. Other variables of that list are ignored.`,
    "",
    "| name | default | what it sets |",
    "|---|---|---|",
    ...ofProxy,
    "",
  ].join("\n");
}

function row(name: string, schema: z.ZodType, isSecret: boolean): string {
  const { description = "" } = z.globalRegistry.get(schema) ?? {};
  return `| \`${name}\` | ${defaultOf(schema)} | ${description}${isSecret ? " *(secret)*" : ""} |`;
}

function defaultOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodDefault)) return "–";
  const value = schema.def.defaultValue;
  if (typeof value === "object" && value !== null && Object.keys(value).length === 0) return "–";
  return `\`${typeof value === "number" && value >= 2 ** 20 ? inUnits(value) : String(value)}\``;
}

const inUnits = (bytes: number) => (bytes >= 2 ** 30 ? `${bytes / 2 ** 30}gb` : `${bytes / 2 ** 20}mb`);
