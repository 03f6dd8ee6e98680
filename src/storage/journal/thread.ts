import { parentPort, workerData } from "node:worker_threads";
import type { Request, WriterOptions } from "./commands.ts";
import { createWriter } from "./writer.ts";

/** The journal's writing thread: what arrives while one group is being fsynced is the next group. */
const port = parentPort;
if (port === null) throw new Error("the journal's thread is started by the journal");

const writer = createWriter(workerData as WriterOptions);
let waiting: Request[] = [];

port.on("message", (message: Request | "stop") => {
  if (message === "stop") {
    flush();
    void writer.close().then(() => port.close());
    return;
  }
  waiting.push(message);
  if (waiting.length === 1) setImmediate(flush);
});
port.postMessage("ready");

function flush(): void {
  const group = waiting;
  waiting = [];
  if (group.length > 0) port?.postMessage(writer.write(group));
}
