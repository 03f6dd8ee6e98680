import type { Command } from "commander";
import { createApi } from "../api.ts";
import { readConfig } from "../config.ts";
import { time, upTo200 } from "../numbers.ts";
import { print } from "../print.ts";
import { listIssues, listProjects, resolveIssue, searchDatapoints, showIssue } from "../read.ts";
import { addTailCommand } from "./tail.ts";

const api = () => createApi(readConfig(process.env));
const asApi = "as the API gives them";

interface Listed {
  readonly limit: number;
  readonly from?: string;
  readonly to?: string;
  readonly json: boolean;
}

export function addReadCommands(program: Command): void {
  const issues = program.command("issues").description("show issues and resolve them");
  issues
    .command("list")
    .argument("[query]", "as in the search box", "state:open")
    .option("-n, --limit <count>", "maximum number of rows", upTo200, 20)
    .option("--json", asApi, false)
    .addHelpText("after", "\nExamples:\n  gaffe issues list 'severity:critical check:model_refusal'")
    .action(async (q: string, options: Listed) => print(await listIssues(api(), { q, ...options })));
  issues
    .command("show")
    .argument("<number>")
    .option("--json", asApi, false)
    .action(async (number: string, { json }: Listed) => print(await showIssue(api(), number, json)));
  issues
    .command("resolve")
    .argument("<number>")
    .option("--json", asApi, false)
    .action(async (number: string, { json }: Listed) => print(await resolveIssue(api(), number, json)));

  const datapoints = program.command("datapoints").description("search datapoints, or follow them as they arrive");
  datapoints
    .command("search")
    .argument("[query]", "as in the search box", "")
    .option("-n, --limit <count>", "maximum number of rows", upTo200, 20)
    .option("--from <time>", "ISO 8601; default: 24 hours before --to", time)
    .option("--to <time>", "ISO 8601; default: now", time)
    .option("--json", asApi, false)
    .addHelpText("after", `\nExamples:\n  gaffe datapoints search 'status:failed env:production' --from 2026-06-01`)
    .action(async (q: string, options: Listed) => print(await searchDatapoints(api(), { q, ...options })));
  addTailCommand(datapoints);

  program
    .command("projects")
    .description("list projects")
    .option("--json", asApi, false)
    .action(async ({ json }: Listed) => print(await listProjects(api(), json)));
}
