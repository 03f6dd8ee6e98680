import { existsSync, writeFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { type Command, Option } from "commander";
import type { ScenarioSet } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { apiOfSettings, Refusal } from "../api.ts";
import { usage } from "../exit.ts";
import { named } from "../named.ts";
import { asApi, asJson, columns, oneLine, print, warnOfMore } from "../print.ts";
import { readGiven } from "../read-file.ts";
import { atLeastOne, upTo200 } from "./numbers.ts";

type Format = "jsonl" | "csv";

export function addScenarioCommands(program: Command): void {
  const scenarios = program
    .command("scenarios")
    .description("list scenario sets, show their rows, import them from files and export them");
  scenarios
    .command("list")
    .description("list scenario sets, newest first")
    .option("-n, --limit <count>", "maximum number", upTo200, 50)
    .option("--json", asApi, false)
    .action(list);
  scenarios
    .command("show")
    .description("show a scenario set and its first rows")
    .argument("<set>", "an id or a name")
    .option("--version <number>", "default: the newest", atLeastOne)
    .option("-n, --limit <count>", "maximum number of rows", upTo200, 10)
    .option("--json", asApi, false)
    .action(show);
  scenarios
    .command("import")
    .description("make a scenario set of a file; other rows under a known name become its next version")
    .argument("<file>", "JSON lines of {input, result}, or CSV with these columns; - for standard input")
    .option("--name <name>", "default: the name of the file")
    .addOption(new Option("--format <name>", "default: by the name of the file, else jsonl").choices(["jsonl", "csv"]))
    .option("--json", asApi, false)
    .action(importSet);
  scenarios
    .command("export")
    .description("write the rows of a scenario set")
    .argument("<set>", "an id or a name")
    .option("--version <number>", "default: the newest", atLeastOne)
    .addOption(new Option("--format <name>", "default: by the name of the file, else jsonl").choices(["jsonl", "csv"]))
    .option("-o, --output <file>", "default: standard output")
    .option("--force", "overwrite an existing file", false)
    .addHelpText(
      "after",
      "\nExamples:\n  gaffe scenarios export Refunds -o refunds.csv\n  gaffe scenarios import refunds.csv",
    )
    .action(exportSet);
}

async function list({ limit, json }: { limit: number; json: boolean }): Promise<void> {
  const page = await apiOfSettings().list("GET /scenario-sets", {}, limit);
  if (json) return print(asJson(page));
  if (page.items.length === 0) return print("there is no scenario set: gaffe scenarios import makes one of a file");
  warnOfMore(page, "--limit takes up to 200");
  print(
    columns(page.items.map((set) => [set.id, set.name, `version ${set.version}`, rowsText(set), set.tags.join(" ")])),
  );
}

const rowsText = ({ rows }: ScenarioSet): string => `${rows} ${rows === 1 ? "row" : "rows"}`;

interface ShowOptions {
  readonly version?: number;
  readonly limit: number;
  readonly json: boolean;
}

async function show(wanted: string, { version, limit, json }: ShowOptions): Promise<void> {
  const api = apiOfSettings();
  const set = await setNamed(api, wanted);
  const path = { id: set.id };
  const { items } = await api.list("GET /scenario-sets/{id}/rows", { path, query: { version } }, limit);
  if (json) return print(asJson({ ...set, items }));
  print(`${set.name} (${set.id}), version ${version ?? set.version}, ${rowsText(set)}`);
  for (const { input, result } of items) print(`  ${textOf(input)}${result === null ? "" : `  →  ${textOf(result)}`}`);
  if (set.rows > items.length) print(`  and ${set.rows - items.length} more: gaffe scenarios export writes all`);
  print(set.appLink);
}

const textOf = (value: unknown): string => oneLine(typeof value === "string" ? value : JSON.stringify(value), 100);

interface ImportOptions {
  readonly name?: string;
  readonly format?: Format;
  readonly json: boolean;
}

async function importSet(file: string, { name: given, format: chosen, json }: ImportOptions): Promise<void> {
  const name = given ?? (file === "-" ? undefined : basename(file, extname(file)));
  if (name === undefined) throw usage("standard input has no name: give --name");
  const format = chosen ?? formatOf(file);
  const content = readGiven(file);
  const body = { name, format, content, update: true };
  const set = await apiOfSettings()
    .send("POST /scenario-sets/upload", { body })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      const [, line, why] = /^line (\d+): ([\s\S]*)$/.exec(thrown.detail) ?? [];
      throw usage(line === undefined ? `${file}: ${thrown.detail}` : `${file}:${line}: ${why}`);
    });
  print(json ? asJson(set) : `${set.name} (${set.id}) is at version ${set.version} with ${rowsText(set)}`);
}

interface ExportOptions {
  readonly version?: number;
  readonly format?: Format;
  readonly output?: string;
  readonly force: boolean;
}

async function exportSet(wanted: string, { version, format: chosen, output, force }: ExportOptions): Promise<void> {
  if (output !== undefined && existsSync(output) && !force)
    throw usage(`${output} is there already: --force overwrites it`);
  const api = apiOfSettings();
  const set = await setNamed(api, wanted);
  const format = chosen ?? formatOf(output ?? "");
  const text = await api.text("GET /scenario-sets/{id}/download", { path: { id: set.id }, query: { version, format } });
  if (output === undefined) return void process.stdout.write(text);
  writeFileSync(output, text);
  process.stderr.write(`${rowsText(set)} of ${set.name} in ${output}\n`);
}

const formatOf = (file: string): Format => (file.toLowerCase().endsWith(".csv") ? "csv" : "jsonl");

async function setNamed(api: ApiClient, wanted: string): Promise<ScenarioSet> {
  try {
    return await api.send("GET /scenario-sets/{id}", { path: { id: wanted } });
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.status !== 404) throw thrown;
    const { items } = await api.list("GET /scenario-sets", {}, 200);
    return named(items, wanted, "scenario set");
  }
}
