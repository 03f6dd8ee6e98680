import { writeFileSync } from "node:fs";
import { dirname, extname } from "node:path";
import { createApi } from "./api.ts";
import { withBaseline } from "./baseline.ts";
import { configFile, readConfig } from "./config.ts";
import { Exit, exitCodes, usage } from "./exit.ts";
import { resumeRun } from "./flows/config.ts";
import { findFlows, hasFlows } from "./flows/find.ts";
import { runFlows } from "./flows/run-flows.ts";
import { meant } from "./nearest.ts";
import { progress } from "./print.ts";
import { readReport } from "./read-report.ts";
import { type FlowReport, isCompared, whyNotGood } from "./report.ts";
import { withRows } from "./reported-rows.ts";
import { type Reporter, reporterOfFile, reporters } from "./reporters/index.ts";
import { watchFolder } from "./watch.ts";

export interface RunOptions {
  /** Names of flows; empty: all. */
  readonly flow: readonly string[];
  /** Default: by the name of the output file, else console. */
  readonly reporter?: string;
  readonly output?: string;
  /** Minimum share of verdicts that pass, 0 to 1; default: 1, or no minimum if every run has a baseline. */
  readonly failUnder?: number;
  /** An id, `latest`, or a tag: each run is compared with this run of the same name. */
  readonly baseline?: string;
  /** Added to the tags of all runs. */
  readonly tag: readonly string[];
  /** Checks that runs may pass without, where they have them. */
  readonly allowSkipped: readonly string[];
  /** Maximum number of rows in progress at the same time, over all flows. */
  readonly concurrency?: number;
  /** Whether YAML flows use the responses of earlier runs; default: not in a build. */
  readonly cache?: boolean;
  /** The id of a run to resume instead of running the flows. */
  readonly resume?: string;
}

/** Runs the flows now and after each change of the project's settings folder, until it is interrupted. */
export const runWatching = (options: RunOptions): Promise<void> => watchFolder(dirname(configFile), () => run(options));

/** Converts a JSON report to another format. */
export function rewrite(file: string, reporter: string): string {
  const report = reporterNamed(reporter);
  const { flows, gate } = readReport(file);
  return report(flows, gate);
}

function reporterNamed(name: string): Reporter {
  const found = reporters[name];
  if (found) return found;
  const known = Object.keys(reporters);
  throw usage(`there is no reporter ${name}${meant(name, known) || `; there are ${known.join(", ")}`}`);
}

/** Runs the flows and reports them together. Throws Exit when the results are below the thresholds. */
export async function run({ reporter, output, failUnder, baseline, resume, ...options }: RunOptions): Promise<void> {
  const byFile = output === undefined ? undefined : reporterOfFile(extname(output));
  const report = reporterNamed(reporter ?? byFile ?? "console");
  const config = readConfig(process.env);
  const flows = resume !== undefined && !hasFlows(config) ? [] : findFlows(config, options.flow);
  const api = createApi(config);
  const interruption = new AbortController();
  const { signal } = interruption;
  // A second Ctrl-C ends the command immediately.
  const abort = () => interruption.abort();
  process.once("SIGINT", abort);
  // Checked first, so that a wrong token or address is reported once and not as the failure of every flow.
  await api.send("GET /test-runs", { query: { limit: 1 } });
  const { ended, refusal } =
    resume === undefined
      ? await runFlows({ api, connection: config, flows, signal, ...options })
      : { ended: [await resumed(resume)], refusal: undefined };
  process.removeListener("SIGINT", abort);
  const reports = baseline === undefined ? ended : await withBaseline(api, baseline, ended);
  const why = refusal?.message ?? whyNotGood(reports, failUnder ?? (isCompared(reports) ? 0 : 1));
  const gate = why === undefined ? { passed: true } : { passed: false, reason: why };
  // Flows that could not start are reported with those that have run; alone, their mistakes are the message.
  if (refusal === undefined || reports.some(({ runs }) => runs.length > 0)) write(report(reports, gate), output);
  if (refusal !== undefined) throw refusal;
  if (why !== undefined) throw new Exit(exitCodes.checksFailed, why);

  async function resumed(id: string): Promise<FlowReport> {
    const from = performance.now();
    const configs = flows.flatMap((each) => (each.kind === "config" ? [each.config] : []));
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      progress(`resuming ${id} … ${done}/${total}`);
    const { name, ...outcome } = await resumeRun(api, id, configs, { onProgress, signal });
    return { flow: name, seconds: (performance.now() - from) / 1000, ...(await withRows(api, outcome)) };
  }
}

function write(text: string, output: string | undefined): void {
  if (output === undefined) process.stdout.write(`${text}\n`);
  else writeFileSync(output, `${text}\n`);
}
