import { type Command, Option } from "commander";
import { apiOfSettings } from "../api.ts";
import { type ExportOptions, exportDatapoints } from "../export/export.ts";
import { atLeastOne, time } from "./numbers.ts";

export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "write datapoints that match a query, newest first; after an interruption, run the same command to continue",
    )
    .argument("[query]", "as in the search box", "")
    .addOption(new Option("--format <name>", "default: by the name of the file, else jsonl").choices(["jsonl", "csv"]))
    .addOption(
      new Option(
        "--content <name>",
        "whole: with all messages and verdicts, for jsonl; default: whole for jsonl, previews for csv",
      ).choices(["previews", "whole"]),
    )
    .option("-o, --output <file>", "default: standard output; only an export to a file can be continued")
    .option("--from <time>", "ISO 8601; default: the oldest datapoint", time)
    .option("--to <time>", "ISO 8601; default: now", time)
    .option("-n, --limit <count>", "maximum number of datapoints", atLeastOne)
    .option("--fresh", "start again and overwrite the file", false)
    .addHelpText(
      "after",
      `
Examples:
  gaffe export 'status:failed env:production' -o failed.jsonl
  gaffe export 'model:gpt-4o*' --from 2026-06-01 --to 2026-07-01 -o june.csv`,
    )
    .action((q: string, options: Omit<ExportOptions, "q">) => exportDatapoints(apiOfSettings(), { q, ...options }));
}
