/**
 * The service with an injected fault: while the file LAB_NO_SANDBOX exists, each process that is started to run
 * programs is killed immediately.
 */
import childProcess from "node:child_process";
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { LAB_NO_SANDBOX: markerFile = "", ...environment } = process.env;
const { spawn } = childProcess;

function deadly(...given: Parameters<typeof spawn>) {
  const child = spawn(...given);
  if (existsSync(markerFile) && given[1].some((argument) => argument.endsWith("/sandbox/child.ts")))
    child.kill("SIGKILL");
  return child;
}

(childProcess as { spawn: unknown }).spawn = deadly;
syncBuiltinESMExports();
const { runService } = await import("../../src/app/run-service.ts");
await runService(environment);
