import { Command } from "commander";
import { addLoginCommands, addProjectsCommand } from "./commands/account.ts";
import { addCheckCommands } from "./commands/checks.ts";
import { addCompareCommand } from "./commands/compare.ts";
import { addCompletionCommands } from "./commands/completion.ts";
import { addDatapointCommands } from "./commands/datapoints.ts";
import { addDeadLetterCommands } from "./commands/dead-letters.ts";
import { addExportCommand } from "./commands/export.ts";
import { addIssueCommands } from "./commands/issues.ts";
import { addJudgeCommands } from "./commands/judges.ts";
import { addMonitorCommands } from "./commands/monitors.ts";
import { addRunCommands } from "./commands/run.ts";
import { addRunsCommands } from "./commands/runs.ts";
import { addScenarioCommands } from "./commands/scenarios.ts";

const version = "0.1.0";

/** Creates the command with its subcommands. */
export function createProgram(): Command {
  const program = new Command("gaffe")
    .description("Offline flows, monitors, issues and datapoints of Gaffe")
    .version(version, "-v, --version")
    .showSuggestionAfterError()
    .showHelpAfterError("(--help lists commands)")
    .exitOverride()
    // All messages of the command begin this way.
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "gaffe: ")) })
    .addHelpText(
      "after",
      `
Examples:
  gaffe login                          store a token for this user
  gaffe init                           write .gaffe/config.yml and an example flow
  gaffe run                            run all flows of .gaffe/flows
  gaffe run -f example -o report.html  a page with the failing rows
  gaffe run --baseline latest          fail where a run became significantly worse
  gaffe monitors apply -f monitors.yml --dry-run
  gaffe issues list 'severity:critical'
  gaffe datapoints tail 'status:failed'

Exit status: 0 ok, 1 checks failed, 2 usage, 3 token, 4 network`,
    );

  // Help lists the commands in this order.
  addRunCommands(program);
  addCompareCommand(program);
  addRunsCommands(program);
  addScenarioCommands(program);
  addIssueCommands(program);
  addDatapointCommands(program);
  addProjectsCommand(program);
  addExportCommand(program);
  addDeadLetterCommands(program);
  addMonitorCommands(program);
  addCheckCommands(program);
  addJudgeCommands(program);
  addLoginCommands(program);
  addCompletionCommands(program);
  return program;
}
