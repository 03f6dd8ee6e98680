import type { Command } from "commander";
import { createApi } from "../api.ts";
import { readConfig } from "../config.ts";
import { deleteDeadLetters, listDeadLetters, replayDeadLetters } from "../dead-letters.ts";
import { upTo200 } from "../numbers.ts";
import { print } from "../print.ts";

const api = () => createApi(readConfig(process.env));
const asApi = "as the API returns it";

interface Options {
  readonly limit: number;
  readonly all: boolean;
  readonly json: boolean;
}

export function addDeadLetterCommands(program: Command): void {
  const deadLetters = program
    .command("dead-letters")
    .description("list, replay or delete accepted data that could not be stored");
  deadLetters
    .command("list")
    .description("list dead letters, newest first, with the reason")
    .option("-n, --limit <count>", "maximum number", upTo200, 50)
    .option("--json", asApi, false)
    .action(async (options: Options) => print(await listDeadLetters(api(), options)));
  deadLetters
    .command("replay")
    .description("process dead letters again (needs a token with the scope write)")
    .argument("[ids...]")
    .option("--all", "all of the project", false)
    .option("--json", asApi, false)
    .action(async (ids: string[], options: Options) => print(await replayDeadLetters(api(), ids, options)));
  deadLetters
    .command("delete")
    .description("delete dead letters for good (needs a token with the scope admin)")
    .argument("[ids...]")
    .option("--all", "all of the project", false)
    .option("--json", asApi, false)
    .addHelpText("after", "\nExamples:\n  gaffe dead-letters list\n  gaffe dead-letters replay --all")
    .action(async (ids: string[], options: Options) => print(await deleteDeadLetters(api(), ids, options)));
}
