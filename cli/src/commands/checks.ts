import type { Command } from "commander";
import type { DryRun } from "../../../packages/api-client/src/api.ts";
import { apiOfSettings } from "../api.ts";
import { readCheckFile } from "../check-file.ts";
import { Exit, exitCodes, usage } from "../exit.ts";
import { type Fixture, readFixtures } from "../fixtures.ts";
import { asApi, asJson, columns, oneLine, print } from "../print.ts";
import { hoursOfMonth, upTo50 } from "./numbers.ts";

export function addCheckCommands(program: Command): void {
  const checks = program.command("checks").description("list checks, try a custom check, upload it");
  checks
    .command("list")
    .description("list checks: those of the library and those of the project")
    .argument("[text]", "only names and titles with this in them")
    .option("--custom", "only those of this project", false)
    .option("--json", asApi, false)
    .action(list);
  checks
    .command("test")
    .description("try a check on datapoints before you upload it; exits with 1 if a verdict differs from its fixture")
    .argument("<file>", ".ts or .js: code; .md or .txt: a prompt for the judge model; .yml: with its rule, see below")
    .option("-q, --query <query>", "on the newest stored datapoints that match", "")
    .option("--hours <count>", "how far back those may lie", hoursOfMonth, 168)
    .option("-n, --limit <count>", "how many of those", upTo50, 20)
    .option("--fixtures <file>", "on JSON lines of {input, output, expected?, verdict?} instead")
    .option("--json", asApi, false)
    .addHelpText("after", ruleHelp)
    .action(test);
  checks
    .command("upload")
    .description("make a check of this project, or the next version of one")
    .argument("<file>", "as for gaffe checks test")
    .option("--name <name>", "snake case; default: the name of the file")
    .option("--json", asApi, false)
    .action(upload);
}

const ruleHelp = `
A .yml file can set more fields:
  name: mentions_price          # snake case
  code: ./mentions_price.ts     # or  prompt: |  …
  severity: minor
  type: pass_fail               # pass_when: false   for a check that is named after a defect
  # type: score                 # min: 1  max: 5  pass_from: 4
  # type: category              # categories: [on_topic, off_topic]  passing: [on_topic]`;

async function list(text: string | undefined, { custom, json }: { custom: boolean; json: boolean }): Promise<void> {
  const { items: all } = await apiOfSettings().send("GET /checks", { query: { custom: custom ? "true" : undefined } });
  const wanted = text?.toLowerCase() ?? "";
  const items = all.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted));
  if (json) return print(asJson({ items }));
  if (items.length === 0) return print("no check matches");
  print(
    columns(
      items.map(({ name, kind, category, severity, title, unavailable }) => [
        name,
        kind,
        severity,
        category,
        unavailable === undefined ? title : `${title} (${unavailable})`,
      ]),
    ),
  );
}

interface TestOptions {
  readonly query: string;
  readonly hours: number;
  readonly limit: number;
  readonly fixtures?: string;
  readonly json: boolean;
}

async function test(file: string, { query: q, hours, limit, fixtures: from, json }: TestOptions): Promise<void> {
  const { definition } = readCheckFile(file);
  const api = apiOfSettings();
  const [mistake] = (await api.send("POST /checks/validate", { body: definition })).problems;
  if (mistake) throw usage(`${file}${mistake.line === undefined ? "" : `:${mistake.line}`}: ${mistake.message}`);
  const fixtures = from === undefined ? undefined : readFixtures(from);
  const datapoints = fixtures
    ? { given: fixtures.map(({ datapoint, expected }) => ({ datapoint, expected })) }
    : { q, hours, limit };
  const trials = await api.send("POST /checks/dry-run", { body: { definition, ...datapoints } });
  print(json ? asJson(trials) : textOf(trials, fixtures));
  const wrong = trials.items.filter(({ verdict }, index) => isWrong(verdict.state, fixtures?.[index])).length;
  if (wrong > 0)
    throw new Exit(exitCodes.checksFailed, `${wrong} of ${trials.items.length} verdicts are not as they should be`);
}

/** Compares with the fixture's verdict; without a fixture, only a broken verdict is wrong. */
const isWrong = (state: string, fixture: Fixture | undefined): boolean =>
  fixture?.verdict === undefined ? state === "broken" : state !== fixture.verdict;

function textOf({ items, passed, failed, skipped, broken }: DryRun, fixtures: readonly Fixture[] | undefined): string {
  if (items.length === 0) return "no datapoint matches: see --query and --hours, or give --fixtures";
  const lines = items.flatMap(({ datapoint, verdict, logs, line }, index) => {
    const fixture = fixtures?.[index];
    const mark = fixture?.verdict === undefined ? marks[verdict.state] : isWrong(verdict.state, fixture) ? "✗" : "✓";
    const found = [verdict.state, ...expectation(verdict.state, fixture)].join(", ");
    const reason = verdict.reason ?? verdict.explanation ?? "";
    const where = line === undefined ? "" : ` (line ${line})`;
    const shown = oneLine(datapoint.outputPreview || datapoint.inputPreview, 60);
    return [`${mark} ${found}  ${shown}`, `    ${reason}${where}`, ...logs.map((log) => `    | ${log}`)];
  });
  return [...lines, `${passed} passed, ${failed} failed, ${skipped} skipped, ${broken} broken`].join("\n");
}

/** Marks of verdicts for which no fixture names the expected one. */
const marks: Readonly<Record<string, string>> = { passed: "✓", failed: "✗", skipped: "–", broken: "!" };

function expectation(state: string, fixture: Fixture | undefined): readonly string[] {
  if (fixture?.verdict === undefined) return [];
  return fixture.verdict === state ? ["as expected"] : [`should be ${fixture.verdict}`];
}

async function upload(file: string, { name: nameOption, json }: { name?: string; json: boolean }): Promise<void> {
  const { name: own, definition, metadata } = readCheckFile(file);
  const name = nameOption ?? own;
  const api = apiOfSettings();
  const { items } = await api.send("GET /checks", { query: { custom: "true" } });
  const body = { ...definition, ...metadata };
  const made = items.some((each) => each.name === name)
    ? await api.send("PATCH /checks/{name}", { path: { name }, body })
    : await api.send("POST /checks", { body: { name, ...body } });
  print(json ? asJson(made) : `${name} is at version ${made.custom?.number ?? "?"}`);
}
