import { CommanderError } from "commander";
import { Exit, exitCodes } from "./exit.ts";
import { createProgram } from "./program.ts";

// A reader such as `| head` may close the pipe early: stop writing without an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.ok);
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (thrown) {
  if (thrown instanceof Exit) {
    process.stderr.write(`gaffe: ${thrown.message}\n`);
    process.exitCode = thrown.code;
  } else if (thrown instanceof CommanderError) {
    // Help and version end with 0; any other commander error is a usage error and is already reported.
    process.exitCode = thrown.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else throw thrown;
}
