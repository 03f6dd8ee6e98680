import { parentPort, workerData } from "node:worker_threads";
import { Failure, messageOf } from "../../platform/failure.ts";
import type { Report, Request, WriterOptions } from "./commands.ts";
import { createWriter } from "./writer.ts";

/** The journal's writer thread: commands that arrive while one group is being fsynced form the next group. */
const port = parentPort;
if (port === null) throw new Failure("defect", "the journal's thread is started by the journal");

const retryMs = 1_000;
/** After these errors, LMDB rejects everything until the file is reopened. */
const needsReopening = /MDB_(PANIC|CORRUPTED|PAGE_NOTFOUND|INVALID|VERSION_MISMATCH|BAD_TXN)|Fatal|panic/i;

const writer = createWriter(workerData as WriterOptions);
let waiting: Request[] = [];
let failure: string | undefined;
let retry: NodeJS.Timeout | undefined;

port.on("message", (message: Request | "stop") => {
  if (message === "stop") {
    flush();
    clearTimeout(retry);
    void writer.close().then(() => port.close());
    return;
  }
  waiting.push(message);
  if (waiting.length === 1) setImmediate(flush);
});
report({ kind: "ready", summary: writer.summary });

function flush(): void {
  const group = waiting;
  waiting = [];
  if (group.length === 0) return;
  const written = writer.write(group);
  report(written.report);
  setFailure(written.failure);
}

/** While the journal cannot be written, a small write is tried every second: without clients nothing else would. */
function setFailure(thrown: unknown): void {
  const before = failure;
  failure = thrown === undefined ? undefined : messageOf(thrown);
  clearTimeout(retry);
  if (failure !== undefined) retry = setTimeout(probe, retryMs);
  if (failure === before) return;
  report({ kind: "condition", failure, needsReopening: failure !== undefined && needsReopening.test(failure) });
}

function probe(): void {
  try {
    writer.probe();
    setFailure(undefined);
  } catch (thrown) {
    setFailure(thrown);
  }
}

function report(message: Report): void {
  port?.postMessage(message);
}
