import { writeFileSync } from "node:fs";
import { createApi } from "./api.ts";
import { readConfig } from "./config.ts";
import { Exit, exitCodes, usage } from "./exit.ts";
import { runConfig } from "./flows/config.ts";
import { type Flow, findFlows } from "./flows/find.ts";
import { runScript } from "./flows/script.ts";
import { type FlowReport, whyNotGood } from "./report.ts";
import { reporters } from "./reporters/index.ts";

export interface RunOptions {
  readonly flow?: string;
  readonly reporter: string;
  readonly output?: string;
  /** Share of verdicts that must pass, 0 to 1. */
  readonly failUnder: number;
}

/** Runs the flows one after another and reports them together. Throws Exit when they are not good enough. */
export async function run({ flow, reporter, output, failUnder }: RunOptions): Promise<void> {
  const report = reporters[reporter];
  if (!report) throw usage(`there is no reporter ${reporter}; there are ${Object.keys(reporters).join(", ")}`);
  const config = readConfig(process.env);
  if (config.apiKey === "") {
    throw new Exit(
      exitCodes.auth,
      `an API token is needed: export GAFFE_API_KEY=… (Settings > API tokens of ${config.baseUrl})`,
    );
  }
  const api = createApi(config);
  const flows = findFlows(config, flow);
  // Asked first, so that a wrong token or address is told as such and not as the failure of every flow.
  await api.get("/test-runs?limit=1");
  const reports: FlowReport[] = [];
  for (const each of flows) reports.push(await runOne(each));
  const text = report(reports);
  if (output === undefined) process.stdout.write(`${text}\n`);
  else writeFileSync(output, `${text}\n`);
  const why = whyNotGood(reports, failUnder);
  if (why !== undefined) throw new Exit(exitCodes.checksFailed, why);

  async function runOne(each: Flow): Promise<FlowReport> {
    const from = performance.now();
    progress(`running ${each.name} …`);
    const outcome =
      each.kind === "script" ? await runScript(each.file, config, progress) : await runConfig(api, each.config);
    return { flow: each.name, seconds: (performance.now() - from) / 1000, ...outcome };
  }
}

/** On standard error and only for people: standard output holds the report alone. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text.trimEnd()}\n`);
}
