import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import type { Connection } from "../config.ts";
import { Exit, exitCodes } from "../exit.ts";
import { createFlowProgress } from "../flow-progress.ts";
import { printNote, printOutput, progress } from "../print.ts";
import { type FlowReport, hasPassed } from "../report.ts";
import { withRows } from "../reported-rows.ts";
import { createBudget } from "./budget.ts";
import { runConfig } from "./config.ts";
import type { Flow } from "./find.ts";
import { createFlowOutput } from "./flow-output.ts";
import { isCachedByDefault } from "./reuse.ts";
import { runScript } from "./script.ts";

interface Batch {
  readonly api: ApiClient;
  readonly connection: Connection;
  readonly flows: readonly Flow[];
  readonly tag: readonly string[];
  readonly allowSkipped: readonly string[];
  readonly concurrency?: number;
  /** Whether responses of earlier runs are used; default: not in a build. */
  readonly cache?: boolean;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Rows in progress at the same time, over all flows, unless the command names another number. */
const usualConcurrency = 32;
/** What a run of the service and of the SDKs uses without a setting. */
const usualOfFlow = 8;
const redrawEveryMs = 500;

/**
 * Runs flows at the same time, within one number of concurrent rows. A flow that the service refuses does not stop the
 * others: its refusal is returned as well. Throws Exit when interrupted.
 */
export async function runFlows({
  api,
  connection,
  flows,
  tag: tags,
  allowSkipped,
  concurrency: limit,
  cache: isCached = isCachedByDefault(process.env),
  signal,
}: Batch): Promise<{ readonly ended: readonly FlowReport[]; readonly refusal: Exit | undefined }> {
  const total = limit ?? usualConcurrency;
  const budget = createBudget(total);
  const shown = createFlowProgress(flows.length);
  const output = createFlowOutput(
    flows.map(({ name }) => name),
    printOutput,
  );
  const refusals: Exit[] = [];
  const redrawing = setInterval(() => progress(shown.line()), redrawEveryMs);
  try {
    const settled = await Promise.allSettled(
      flows.map((flow, index) => budget.during(weightOf(flow), () => runOne(flow, index))),
    );
    const interruptions = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    if (interruptions.length > 0) throw together(interruptions);
    return {
      ended: settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
      refusal: together(refusals),
    };
  } finally {
    clearInterval(redrawing);
    progress("");
    output.flush();
  }

  async function runOne(flow: Flow, index: number): Promise<FlowReport> {
    if (signal.aborted) throw new Exit(exitCodes.interrupted, `${flow.name} was not started`);
    const { write, end } = output.of(index);
    const from = performance.now();
    const secondsSince = () => (performance.now() - from) / 1000;
    shown.update(flow.name, { done: 0, total: 0 });
    try {
      const ended = await withRows(api, await outcomeOf(flow, write));
      const report: FlowReport = { flow: flow.name, seconds: secondsSince(), ...ended };
      end();
      printNote(`${hasPassed(report) ? "✓" : "✗"} ${flow.name} (${report.seconds.toFixed(1)} s)`);
      return report;
    } catch (thrown) {
      end();
      if (!(thrown instanceof Exit) || thrown.code === exitCodes.interrupted) throw thrown;
      refusals.push(thrown);
      return { flow: flow.name, seconds: secondsSince(), runs: [], failure: thrown.message };
    } finally {
      shown.end(flow.name);
    }
  }

  function outcomeOf(flow: Flow, echo: (text: string) => void) {
    const onProgress = (step: Parameters<typeof shown.update>[1]) => shown.update(flow.name, step);
    const watched = { tags, allowSkipped, isCached, onProgress, signal };
    if (flow.kind === "config") return runConfig(api, limited(flow.config), watched);
    const limits = limit === undefined ? {} : { concurrency: limit };
    return runScript(flow.file, { ...connection, ...limits, tags, allowSkipped }, { echo, onProgress, signal });
  }

  function limited<Config extends { readonly concurrency?: number | undefined }>(config: Config): Config {
    const { concurrency = usualOfFlow } = config;
    return concurrency <= total ? config : { ...config, concurrency: total };
  }
}

const weightOf = (flow: Flow): number =>
  flow.kind === "config" ? (flow.config.concurrency ?? usualOfFlow) : usualOfFlow;

/** Returns one Exit for several. Throws what is no Exit: it is a defect. */
function together(thrown: readonly unknown[]): Exit | undefined {
  const defect = thrown.find((each) => !(each instanceof Exit));
  if (defect !== undefined) throw defect;
  const [first, ...others] = thrown as readonly Exit[];
  if (!first || others.length === 0) return first;
  return new Exit(first.code, [first, ...others].map(({ message }) => message).join("\n"));
}
