import { Command, CommanderError } from "commander";
import { addCheckCommands } from "./commands/checks.ts";
import { addCompareCommand } from "./commands/compare.ts";
import { addCompletionCommands } from "./commands/completion.ts";
import { addDeadLetterCommands } from "./commands/dead-letters.ts";
import { addExportCommand } from "./commands/export.ts";
import { addLoginCommands } from "./commands/login.ts";
import { addLookCommands } from "./commands/look.ts";
import { addMonitorCommands } from "./commands/monitors.ts";
import { addRunCommands } from "./commands/run.ts";
import { Exit, exitCodes } from "./exit.ts";

const version = "0.1.0";

const program = new Command("gaffe")
  .description("Offline flows, monitors, issues and datapoints of Gaffe")
  .version(version, "-v, --version")
  .showSuggestionAfterError()
  .showHelpAfterError("(--help lists commands)")
  .exitOverride()
  // As every other message of the command begins.
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "gaffe: ")) })
  .addHelpText(
    "after",
    `
Examples:
  gaffe login                          keep a token for this user
  gaffe init --language typescript     write .gaffe/config.yml and an example flow
  gaffe run                            run all flows of .gaffe/flows
  gaffe run -f example --reporter junit --output report.xml
  gaffe run --baseline latest          fail where a run became significantly worse
  gaffe monitors apply -f monitors.yml --dry-run
  gaffe issues list 'severity:critical'
  gaffe datapoints tail 'status:failed'

Exit status: 0 ok, 1 checks failed, 2 usage, 3 token, 4 network`,
  );

// In the order in which help lists them.
addRunCommands(program);
addCompareCommand(program);
addLookCommands(program);
addExportCommand(program);
addDeadLetterCommands(program);
addMonitorCommands(program);
addCheckCommands(program);
addLoginCommands(program);
addCompletionCommands(program);

// A reader that has seen enough (`| head`) ends what is written for it.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.ok);
  throw error;
});

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof Exit) {
    process.stderr.write(`gaffe: ${thrown.message}\n`);
    process.exitCode = thrown.code;
  } else if (thrown instanceof CommanderError) {
    // What was asked for (help, version) ends it well; everything else is a mistake of the caller, told already.
    process.exitCode = thrown.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else throw thrown;
}
