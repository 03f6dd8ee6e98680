import { writeSync } from "node:fs";
import { Failure, messageOf } from "../../../platform/failure.ts";
import { inspect } from "./inspection.ts";
import { salvage } from "./salvage.ts";

/**
 * Inspects a journal file in a separate process: LMDB may crash on a damaged one. Prints a line of JSON as a
 * heartbeat, and one with the result.
 */
const [task, folder = "", time = ""] = process.argv.slice(2);

try {
  print({ result: run() });
} catch (thrown) {
  print({ error: messageOf(thrown) });
  process.exitCode = 1;
}

function run(): unknown {
  const onProgress = () => print({ progress: true });
  switch (task) {
    case "inspect-keys":
      return inspect(folder, "keys", onProgress, false);
    case "inspect-records":
      return inspect(folder, "records", onProgress, false);
    case "inspect-read-only":
      return inspect(folder, "records", onProgress, true);
    case "salvage":
      return salvage(folder, time, onProgress);
    default:
      throw new Failure("defect", `Unknown journal task: ${task}`);
  }
}

function print(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
