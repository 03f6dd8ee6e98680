import { writeFileSync } from "node:fs";
import { type Api, createApi } from "./api.ts";
import { withBaseline } from "./baseline.ts";
import { readConfig } from "./config.ts";
import { Exit, exitCodes, usage } from "./exit.ts";
import { runConfig } from "./flows/config.ts";
import { type Flow, findFlows } from "./flows/find.ts";
import { runScript } from "./flows/script.ts";
import { meant } from "./nearest.ts";
import { note, progress } from "./progress.ts";
import { readGiven } from "./read-file.ts";
import { type FlowReport, type ReportedRun, whyNotGood } from "./report.ts";
import { reporters } from "./reporters/index.ts";

export interface RunOptions {
  readonly flow?: string;
  readonly reporter: string;
  readonly output?: string;
  /** Share of verdicts that must pass, 0 to 1; all of them unless a baseline says what is good enough. */
  readonly failUnder?: number;
  /** An id, `latest`, or a tag: the run of the same name that each run is held against. */
  readonly baseline?: string;
  /** Given to all runs, beside their own. */
  readonly tag: readonly string[];
}

/** Writes a JSON report in another form. */
export function rewrite(file: string, reporter: string): string {
  const report = reporterNamed(reporter);
  const text = readGiven(file);
  try {
    return report((JSON.parse(text) as { flows: readonly FlowReport[] }).flows);
  } catch (thrown) {
    throw usage(`${file} is no report of gaffe run --reporter json: ${(thrown as Error).message}`);
  }
}

function reporterNamed(name: string): (reports: readonly FlowReport[]) => string {
  const found = reporters[name];
  if (found) return found;
  const known = Object.keys(reporters);
  throw usage(`there is no reporter ${name}${meant(name, known) || `; there are ${known.join(", ")}`}`);
}

/** Runs the flows one after another and reports them together. Throws Exit when they are not good enough. */
export async function run({ flow, reporter, output, failUnder, baseline, tag }: RunOptions): Promise<void> {
  const report = reporterNamed(reporter);
  const config = readConfig(process.env);
  const api = createApi(config);
  const flows = findFlows(config, flow);
  // Asked first, so that a wrong token or address is told as such and not as the failure of every flow.
  await api.get("/test-runs?limit=1");
  const ended: FlowReport[] = [];
  for (const each of flows) ended.push(await runOne(each));
  const reports = baseline === undefined ? ended : await withBaseline(api, baseline, ended);
  const text = report(reports);
  if (output === undefined) process.stdout.write(`${text}\n`);
  else writeFileSync(output, `${text}\n`);
  const why = whyNotGood(reports, failUnder ?? (baseline === undefined ? 1 : 0));
  if (why !== undefined) throw new Exit(exitCodes.checksFailed, why);

  async function runOne(each: Flow): Promise<FlowReport> {
    const from = performance.now();
    const tell = (told: string) => progress(`running ${each.name} … ${told}`);
    tell("");
    const outcome =
      each.kind === "script"
        ? await runScript(each.file, { ...config, tags: tag }, { echo: note, tell })
        : await runConfig(api, each.config, { tags: tag, tell });
    const runs = await Promise.all(outcome.runs.map((each) => withError(api, each)));
    const seconds = (performance.now() - from) / 1000;
    note(`${outcome.failure === undefined ? "✓" : "✗"} ${each.name} (${seconds.toFixed(1)} s)`);
    return { flow: each.name, seconds, ...outcome, runs };
  }
}

/** A run of which rows had no answer says why, of the first. */
async function withError(api: Api, run: ReportedRun): Promise<ReportedRun> {
  if ((run.model_metrics?.errors ?? 0) === 0) return run;
  const { items } = await api.get<{ items: readonly { error?: string }[] }>(`/test-runs/${run.id}/rows?limit=200`);
  const first_error = items.find(({ error }) => error !== undefined)?.error;
  return first_error === undefined ? run : { ...run, first_error };
}
