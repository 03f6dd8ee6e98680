import { writeFileSync } from "node:fs";
import type { ApiClient } from "../../packages/api-client/src/client.ts";
import { createApi } from "./api.ts";
import { findRun } from "./comparison.ts";
import { readConfig } from "./config.ts";
import { Exit, exitCodes, usage } from "./exit.ts";
import { resumeRun, runConfig } from "./flows/config.ts";
import { type Flow, findFlows, hasFlows } from "./flows/find.ts";
import { type Outcome, runScript } from "./flows/script.ts";
import { meant } from "./nearest.ts";
import { printNote, progress } from "./print.ts";
import { readGiven } from "./read-file.ts";
import { type FlowReport, hasPassed, isCompared, type ReportedRun, whyNotGood } from "./report.ts";
import { reportedRows } from "./reported-rows.ts";
import { reporters } from "./reporters/index.ts";

export interface RunOptions {
  readonly flow?: string;
  readonly reporter: string;
  readonly output?: string;
  /** Minimum share of verdicts that pass, 0 to 1; default: 1, or no minimum if every run has a baseline. */
  readonly failUnder?: number;
  /** An id, `latest`, or a tag: each run is compared with this run of the same name. */
  readonly baseline?: string;
  /** Added to the tags of all runs. */
  readonly tag: readonly string[];
  /** Checks that runs may pass without, where they have them. */
  readonly allowSkipped: readonly string[];
  /** The id of a run to resume instead of running the flows. */
  readonly resume?: string;
}

/** Converts a JSON report to another format. */
export function rewrite(file: string, reporter: string): string {
  const report = reporterNamed(reporter);
  const text = readGiven(file);
  try {
    return report((JSON.parse(text) as { flows: readonly FlowReport[] }).flows);
  } catch (thrown) {
    throw usage(`${file} isn't a report of gaffe run --reporter json: ${(thrown as Error).message}`);
  }
}

function reporterNamed(name: string): (reports: readonly FlowReport[]) => string {
  const found = reporters[name];
  if (found) return found;
  const known = Object.keys(reporters);
  throw usage(`there is no reporter ${name}${meant(name, known) || `; there are ${known.join(", ")}`}`);
}

/**
 * Runs the flows one after another and reports them together. Throws Exit when the results are below the
 * thresholds.
 */
export async function run({
  flow,
  reporter,
  output,
  failUnder,
  baseline,
  tag,
  allowSkipped,
  resume,
}: RunOptions): Promise<void> {
  const report = reporterNamed(reporter);
  const config = readConfig(process.env);
  const flows = resume !== undefined && !hasFlows(config) ? [] : findFlows(config, flow);
  const api = createApi(config);
  const interruption = new AbortController();
  const { signal } = interruption;
  // A second Ctrl-C ends the command immediately.
  process.once("SIGINT", () => interruption.abort());
  // Checked first, so that a wrong token or address is reported once and not as the failure of every flow.
  await api.send("GET /test-runs", { query: { limit: 1 } });
  const ended: FlowReport[] = [];
  if (resume === undefined) for (const each of flows) ended.push(await runOne(each));
  else ended.push(await resumed(resume));
  const reports = baseline === undefined ? ended : await withBaseline(api, baseline, ended);
  const text = report(reports);
  if (output === undefined) process.stdout.write(`${text}\n`);
  else writeFileSync(output, `${text}\n`);
  const why = whyNotGood(reports, failUnder ?? (isCompared(reports) ? 0 : 1));
  if (why !== undefined) throw new Exit(exitCodes.checksFailed, why);

  async function resumed(id: string): Promise<FlowReport> {
    const from = performance.now();
    const configs = flows.flatMap((each) => (each.kind === "config" ? [each.config] : []));
    const onProgress = (text: string) => progress(`resuming ${id} … ${text}`);
    const { name, ...outcome } = await resumeRun(api, id, configs, { onProgress, signal });
    return { flow: name, seconds: (performance.now() - from) / 1000, ...(await withRows(outcome)) };
  }

  async function withRows(outcome: Outcome): Promise<Outcome> {
    const runs = await Promise.all(
      outcome.runs.map(async (each) => ({ ...each, rows: await reportedRows(api, each.id) })),
    );
    return { ...outcome, runs };
  }

  async function runOne(each: Flow): Promise<FlowReport> {
    const from = performance.now();
    const showProgress = (text: string) => progress(`running ${each.name} … ${text}`);
    showProgress("");
    const outcome =
      each.kind === "script"
        ? await runScript(
            each.file,
            { ...config, tags: tag, allowSkipped },
            { echo: printNote, onProgress: showProgress, signal },
          )
        : await runConfig(api, each.config, { tags: tag, allowSkipped, onProgress: showProgress, signal });
    const seconds = (performance.now() - from) / 1000;
    const ended: FlowReport = { flow: each.name, seconds, ...(await withRows(outcome)) };
    printNote(`${hasPassed(ended) ? "✓" : "✗"} ${each.name} (${seconds.toFixed(1)} s)`);
    return ended;
  }
}

/** Adds to each run its comparison with a baseline: the requested run, or an older one of the same name. */
async function withBaseline(
  api: ApiClient,
  baseline: string,
  reports: readonly FlowReport[],
): Promise<readonly FlowReport[]> {
  const now = new Set(reports.flatMap(({ runs }) => runs.map(({ id }) => id)));
  return Promise.all(
    reports.map(async (report) => ({ ...report, runs: await Promise.all(report.runs.map((run) => compared(run))) })),
  );

  async function compared(run: ReportedRun): Promise<ReportedRun> {
    if (run.state !== "finished") return run;
    const base = await findRun(api, baseline, { name: run.name, not: now });
    const which = baseline === "latest" ? "older" : `tagged ${baseline}`;
    if (!base) return { ...run, comparison: { missing: `no finished run ${run.name} is ${which}` } };
    const body = { base: base.id, runs: [run.id] };
    const { checks, changed, conclusions } = await api.send("POST /test-runs/compare", { body });
    const [conclusion] = conclusions;
    const about = { base: { id: base.id, name: base.name, app_link: base.appLink }, checks, changed };
    return { ...run, comparison: { ...about, ...(conclusion ? { conclusion } : {}) } };
  }
}
