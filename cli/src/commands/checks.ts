import { type Command, InvalidArgumentError } from "commander";
import { createApi } from "../api.ts";
import { readCheckFile } from "../check-file.ts";
import { readConfig } from "../config.ts";
import { Exit, exitCodes } from "../exit.ts";
import { type Fixture, readFixtures } from "../fixtures.ts";
import { asJson, columns, print } from "../print.ts";

export function addCheckCommands(program: Command): void {
  const checks = program.command("checks").description("list checks, try a custom check, upload it");
  checks
    .command("list")
    .argument("[text]", "only names and titles with this in them")
    .option("--custom", "only those of this project", false)
    .option("--json", "as the API gives them", false)
    .action(list);
  checks
    .command("test")
    .description("try a check on datapoints before you upload it; exits with 1 if a verdict differs from its fixture")
    .argument("<file>", ".ts or .js: code; .md or .txt: a prompt for the judge model; .yml: with its rule, see below")
    .option("-q, --query <query>", "on the newest stored datapoints that match", "")
    .option("--hours <count>", "how far back those may lie", hours, 168)
    .option("-n, --limit <count>", "how many of those", limit, 20)
    .option("--fixtures <file>", "on JSON lines of {input, output, expected?, verdict?} instead")
    .option("--json", "as the API gives it", false)
    .addHelpText("after", ruleHelp)
    .action(test);
  checks
    .command("upload")
    .description("make a check of this project, or the next version of one")
    .argument("<file>", "as for gaffe checks test")
    .option("--name <name>", "snake case; default: the name of the file")
    .option("--json", "as the API gives it", false)
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

const api = () => createApi(readConfig(process.env));

interface Check {
  readonly name: string;
  readonly kind: string;
  readonly category: string;
  readonly severity: string;
  readonly title: string;
  readonly unavailable?: string;
}

async function list(text: string | undefined, { custom, json }: { custom: boolean; json: boolean }): Promise<void> {
  const { items: all } = await api().get<{ items: readonly Check[] }>(`/checks${custom ? "?custom=true" : ""}`);
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

interface Trials {
  readonly items: readonly {
    readonly datapoint: { readonly id: string; readonly inputPreview: string; readonly outputPreview: string };
    readonly verdict: { readonly state: string; readonly reason?: string; readonly explanation?: string };
    readonly logs: readonly string[];
    readonly line?: number;
  }[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
}

async function test(file: string, { query: q, hours, limit, fixtures: from, json }: TestOptions): Promise<void> {
  const { definition } = readCheckFile(file);
  const service = api();
  const validation = await service.post<{ problems: readonly { message: string; line?: number }[] }>(
    "/checks/validate",
    definition,
  );
  const [mistake] = validation.problems;
  if (mistake)
    throw new Exit(
      exitCodes.usage,
      `${file}${mistake.line === undefined ? "" : `:${mistake.line}`}: ${mistake.message}`,
    );
  const fixtures = from === undefined ? undefined : readFixtures(from);
  const trials = await service.post<Trials>("/checks/dry-run", {
    definition,
    ...(fixtures
      ? {
          given: fixtures.map(({ datapoint, expected }) => ({
            datapoint,
            ...(expected === undefined ? {} : { expected }),
          })),
        }
      : { q, hours, limit }),
  });
  print(json ? asJson(trials) : textOf(trials, fixtures));
  const wrong = trials.items.filter(({ verdict }, index) => isWrong(verdict.state, fixtures?.[index])).length;
  if (wrong > 0)
    throw new Exit(exitCodes.checksFailed, `${wrong} of ${trials.items.length} verdicts are not as they should be`);
}

/** Compares with the fixture's verdict; without a fixture, only a broken verdict is wrong. */
const isWrong = (state: string, fixture: Fixture | undefined): boolean =>
  fixture?.verdict === undefined ? state === "broken" : state !== fixture.verdict;

function textOf({ items, passed, failed, skipped, broken }: Trials, fixtures: readonly Fixture[] | undefined): string {
  if (items.length === 0) return "no datapoint matches: see --query and --hours, or give --fixtures";
  const lines = items.flatMap(({ datapoint, verdict, logs, line }, index) => {
    const fixture = fixtures?.[index];
    const mark = isWrong(verdict.state, fixture) ? "✗" : "✓";
    const wanted =
      fixture?.verdict === undefined || fixture.verdict === verdict.state ? "" : `, should be ${fixture.verdict}`;
    const reason = verdict.reason ?? verdict.explanation ?? "";
    const where = line === undefined ? "" : ` (line ${line})`;
    const shown = (datapoint.outputPreview || datapoint.inputPreview).replaceAll(/\s+/g, " ").slice(0, 60);
    return [
      `${mark} ${verdict.state.padEnd(7)} ${shown}`,
      `    ${reason}${where}${wanted}`,
      ...logs.map((log) => `    | ${log}`),
    ];
  });
  return [...lines, `${passed} passed, ${failed} failed, ${skipped} skipped, ${broken} broken`].join("\n");
}

async function upload(file: string, { name: nameOption, json }: { name?: string; json: boolean }): Promise<void> {
  const { name: own, definition, metadata } = readCheckFile(file);
  const name = nameOption ?? own;
  const service = api();
  const { items } = await service.get<{ items: readonly Check[] }>("/checks?custom=true");
  const body = { ...definition, ...metadata };
  const made = items.some((each) => each.name === name)
    ? await service.patch<{ custom?: { number: number } }>(`/checks/${encodeURIComponent(name)}`, body)
    : await service.post<{ custom?: { number: number } }>("/checks", { name, ...body });
  print(json ? asJson(made) : `${name} is at version ${made.custom?.number ?? "?"}`);
}

function limit(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 50) throw new InvalidArgumentError("it must be from 1 to 50.");
  return value;
}

function hours(text: string): number {
  const value = Number(text);
  if (!(value >= 1 && value <= 720)) throw new InvalidArgumentError("it must be from 1 to 720.");
  return value;
}
