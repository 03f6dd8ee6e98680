import type { Command } from "commander";
import type { TestRun } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { apiOfSettings, Refusal } from "../api.ts";
import { findRun } from "../comparison.ts";
import { usage } from "../exit.ts";
import { asApi, asJson, columns, print, warnOfMore } from "../print.ts";
import { withRows } from "../reported-rows.ts";
import { reporters } from "../reporters/index.ts";
import { collected } from "./collected.ts";
import { upTo200 } from "./numbers.ts";

interface ListOptions {
  readonly limit: number;
  readonly tag: readonly string[];
  readonly name?: string;
  readonly json: boolean;
}

export function addRunsCommands(program: Command): void {
  const runs = program.command("runs").description("list test runs, show one with its failing rows, cancel one");
  runs
    .command("list")
    .description("list test runs, newest first")
    .option("-n, --limit <count>", "maximum number", upTo200, 20)
    .option("--name <name>", "only runs of this name")
    .option("--tag <tag>", "only runs with this tag; may be repeated", collected, [])
    .option("--json", asApi, false)
    .addHelpText("after", "\nExamples:\n  gaffe runs list --tag branch:main\n  gaffe runs show latest")
    .action(async (options: ListOptions) => print(await listRuns(apiOfSettings(), options)));
  runs
    .command("show")
    .description("show a run: its checks, why it has not passed, and its failing rows")
    .argument("<run>", runArgument)
    .option("-r, --reporter <name>", Object.keys(reporters).join(", "))
    .option("--json", asApi, false)
    .action(async (run: string, options: { reporter?: string; json: boolean }) =>
      print(await showRun(apiOfSettings(), run, options)),
    );
  runs
    .command("cancel")
    .description("cancel a run; results that it has stay, and gaffe run --resume continues it")
    .argument("<run>", "an id")
    .option("--json", asApi, false)
    .action(async (id: string, { json }: { json: boolean }) => {
      const run = await apiOfSettings().send("POST /test-runs/{id}/cancel", { path: { id } });
      print(json ? asJson(run) : `${run.name} (${run.id}) is ${run.state} with ${progressText(run)} rows done`);
    });
}

const runArgument = "an id, latest, latest:NAME, or a tag";
const searchedAtMost = 1000;

async function listRuns(api: ApiClient, { limit, tag, name, json }: ListOptions): Promise<string> {
  const isFiltered = name !== undefined || tag.length > 0;
  const page = await api.list("GET /test-runs", {}, isFiltered ? searchedAtMost : limit);
  const found = page.items.filter(
    (run) => (name ?? run.name) === run.name && tag.every((each) => run.tags.includes(each)),
  );
  const items = found.slice(0, limit);
  if (json) return asJson({ ...page, items });
  if (items.length === 0) return isFiltered ? "no run matches" : "there is no test run: gaffe run makes one";
  if (found.length > limit || !isFiltered) warnOfMore(page, "--limit takes up to 200");
  return columns(
    items.map((run) => [
      markOf(run),
      run.createdAt.slice(0, 19),
      run.id,
      run.name,
      run.state,
      `${progressText(run)} rows`,
      run.conclusion && !run.conclusion.passed ? (run.conclusion.reasons[0]?.text ?? "") : run.tags.join(" "),
    ]),
  );
}

const markOf = ({ conclusion }: TestRun): string => (conclusion ? (conclusion.passed ? "✓" : "✗") : "…");

const progressText = ({ progress: { done, leased, waiting } }: TestRun): string => `${done}/${done + leased + waiting}`;

async function showRun(
  api: ApiClient,
  wanted: string,
  { reporter = "console", json }: { readonly reporter?: string; readonly json: boolean },
): Promise<string> {
  const run = await runNamed(api, wanted);
  if (json) return asJson(run);
  const report = reporters[reporter];
  if (!report) throw usage(`there is no reporter ${reporter}; there are ${Object.keys(reporters).join(", ")}`);
  const { metrics, appLink, ...rest } = run;
  const reported = { ...rest, app_link: appLink, ...(metrics ? { model_metrics: metrics } : {}) };
  const seconds = (Date.parse(run.endedAt ?? new Date().toISOString()) - Date.parse(run.createdAt)) / 1000;
  return report([{ flow: run.name, seconds, ...(await withRows(api, { runs: [reported] })) }]);
}

async function runNamed(api: ApiClient, wanted: string): Promise<TestRun> {
  try {
    const found = await findRun(api, wanted);
    if (found) return found;
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.status !== 404) throw thrown;
  }
  throw usage(`there is no run ${wanted}: give ${runArgument}. gaffe runs list shows them`);
}
