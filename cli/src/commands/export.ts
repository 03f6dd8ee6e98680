import { type Command, Option } from "commander";
import { createApi } from "../api.ts";
import { readConfig } from "../config.ts";
import { exportDatapoints } from "../export/export.ts";
import { formats } from "../export/lines.ts";
import { atLeastOne, time } from "../numbers.ts";

interface Asked {
  readonly format: "jsonl" | "csv";
  readonly content: "previews" | "whole";
  readonly output?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly fresh: boolean;
}

export function addExportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "write datapoints that match a query, newest first; interrupted, the same command goes on where it was",
    )
    .argument("[query]", "as in the search box", "")
    .addOption(new Option("--format <name>").choices(formats).default("jsonl"))
    .addOption(
      new Option("--content <name>", "whole: with all messages; for jsonl")
        .choices(["previews", "whole"])
        .default("previews"),
    )
    .option("-o, --output <file>", "standard output unless told; only a file can be gone on with")
    .option("--from <time>", "ISO 8601; 24 hours before --to unless told", time)
    .option("--to <time>", "ISO 8601; now unless told", time)
    .option("-n, --limit <count>", "at most so many", atLeastOne)
    .option("--fresh", "begin anew, whatever is there", false)
    .addHelpText(
      "after",
      `
Examples:
  gaffe export 'status:failed env:production' -o failed.jsonl
  gaffe export 'model:gpt-4o*' --format csv --from 2026-06-01 -o june.csv`,
    )
    .action((q: string, asked: Asked) => exportDatapoints(createApi(readConfig(process.env)), { q, ...asked }));
}
